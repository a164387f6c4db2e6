import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate } from 'react-router'
import { assignmentWrites, copiedMost } from '../../../contract/staff/assignments.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { Title } from '../../common/Title.tsx'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { myCourses, useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { useTicks } from '../../ui/useTicks.ts'
import { myAssignments } from '../queries.ts'

/** Copies assignments of another course of the person's, as drafts without dates. */
export default function ImportDialog() {
  const t = useAuthoring().sheet
  const { close } = useText()
  const course_id = useCourseId()
  const { author } = useCan()
  const leave = useLeave()
  const list = `/course/${course_id}/assignments`
  const [from, setFrom] = useState('')
  const [chosen, setChosen] = useState<string[]>([])
  const { data: courses = [] } = useQuery(myCourses)
  const { data: there } = useQuery({ ...myAssignments(from), enabled: from !== '' })
  const { busy, write } = useWrite('assignments')
  const ticked = useTicks()
  if (!author) return <Navigate to={list} replace />

  async function send() {
    const items = chosen.slice(0, copiedMost).map((asgn_id) => ({ course_id: from, asgn_id }))
    const copying = () => callWithHeaders(assignmentWrites.copy, { params: { course_id }, body: { items } })
    if (!(await write(copying, t.imported(items.length)))) return
    void queries.invalidateQueries({ queryKey: myAssignments(course_id).queryKey })
    leave(list)
  }
  return (
    <Dialog
      title={t.importTitle}
      closeLabel={close}
      onClose={() => leave(list)}
      size="md"
      footer={
        <Button variant="primary" pending={busy} disabled={chosen.length === 0} onClick={() => void send()}>
          {t.importDo(chosen.length)}
        </Button>
      }
    >
      <Title over of={t.importTitle} />
      <div className="grid gap-4">
        <Select
          label={t.importCourse}
          value={from}
          onChange={(course) => {
            setFrom(course)
            setChosen([])
          }}
          options={[
            { value: '', label: t.importChoose },
            ...courses
              .filter((course) => course.course_id !== course_id)
              .map((course) => ({ value: course.course_id, label: `${course.course_code} ${course.course_name}` })),
          ]}
          data-autofocus=""
        />
        {there?.length === 0 && <p className="text-ink-soft">{t.importNone}</p>}
        {there && there.length > 0 && (
          <ul className="grid gap-1">
            {there.map(({ _id, assignment_name }) => (
              <li key={_id}>
                <Checkbox
                  checked={chosen.includes(_id)}
                  onChange={(on, shift) => {
                    const all = there.map((one) => one._id)
                    const ids = ticked(all, _id, shift)
                    setChosen(all.filter((id) => (ids.includes(id) ? on : chosen.includes(id))))
                  }}
                >
                  {assignment_name}
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
