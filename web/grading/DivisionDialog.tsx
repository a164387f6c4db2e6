import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { submissions } from '../../contract/staff/grading.ts'
import { useWrite } from '../changes/useWrite.ts'
import { useMembership } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { settingsOf } from '../courses/staff/queries.ts'
import { rosterOf } from '../groups/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { queries } from '../loading/queryClient.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { nameOf, type Row } from './rows.tsx'

interface Props {
  asgnId: string
  rows: Row[]
  onClose: () => void
}

/** Divides works evenly among graders. */
export function DivisionDialog(props: Props) {
  const t = useAuthoring().grading
  const { close } = useText()
  return (
    <Dialog title={t.divideTitle} closeLabel={close} onClose={props.onClose} size="sm">
      <Load compact fallback={<Skeleton shape="block" className="h-40" />}>
        <Division {...props} />
      </Load>
    </Dialog>
  )
}

function Division({ asgnId, rows, onClose }: Props) {
  const t = useAuthoring().grading
  const { roles } = useText()
  const course_id = useCourseId()
  const { busy, write } = useWrite('assignments')
  const { data: roster } = useSuspenseQuery(rosterOf(course_id))
  const isInstructor = useMembership().role === 'instructor'
  const { data: settings } = useQuery({ ...settingsOf(course_id), enabled: isInstructor, throwOnError: true })
  const [among, setAmong] = useState<string[]>([])
  if (isInstructor && !settings) return <Skeleton shape="block" className="h-40" />
  // An assistant who sees this may grade, so all other assistants may, too.
  const assistantsGrade = !settings || settings.assistants_may.includes('grade')
  const graders = roster.filter(({ role }) => role === 'instructor' || (role === 'assistant' && assistantsGrade))
  const people = rows.map(({ owner_id }) => owner_id)
  async function divide() {
    const body = { people, graders: among }
    const send = () => callWithHeaders(submissions.divide, { params: { course_id, asgn_id: asgnId }, body })
    if (!(await write(send, among.length > 0 ? t.divided(people.length) : t.dividedNobody))) return
    await queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments', asgnId] })
    onClose()
  }
  const each = among.length > 0 ? Math.ceil(people.length / among.length) : 0
  return (
    <div className="grid gap-3">
      <p>{t.divideText(people.length)}</p>
      <div>
        {graders.map((one) => (
          <Checkbox
            key={one._id}
            checked={among.includes(one._id)}
            onChange={(is) => setAmong(is ? [...among, one._id] : among.filter((id) => id !== one._id))}
          >
            {nameOf(one)} <span className="text-ink-soft text-sm">{roles[one.role]}</span>
          </Checkbox>
        ))}
      </div>
      <p role="status" className="text-ink-soft text-sm">
        {among.length > 0 ? t.each(each) : t.nobodyChosen}
      </p>
      <Button
        variant="primary"
        className="justify-self-end"
        idle={among.length === 0 && !rows.some(({ assigned_to }) => assigned_to)}
        pending={busy}
        onClick={() => void divide()}
      >
        {among.length > 0 ? t.divide : t.undivide}
      </Button>
    </div>
  )
}
