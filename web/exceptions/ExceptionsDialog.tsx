import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { worksheetOf } from '../assignments/queries.ts'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { rosterOf } from '../groups/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { ExceptionForm } from './ExceptionForm.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { useExceptionForm } from './useExceptionForm.ts'

/** The exceptions of an assignment, over the list of assignments or over the page of a person. */
export default function ExceptionsDialog() {
  const { loading, close } = useText()
  const t = useAuthoring().exceptions
  const leave = useLeave()
  const course = `/course/${useCourseId()}`
  const { person_id } = useParams()
  const back = person_id ? `${course}/people/${person_id}` : `${course}/assignments`
  if (!useCan().grade) return <Navigate to={back} replace />
  const wait = (
    <Dialog title={t.menu} loading closeLabel={close} onClose={() => leave(back)} size="lg">
      <SkeletonGroup label={loading}>
        <Skeleton shape="block" className="h-11" />
        <Skeleton />
        <Skeleton />
      </SkeletonGroup>
    </Dialog>
  )
  return (
    <Load compact fallback={wait}>
      <Exceptions onClose={() => leave(back)} />
    </Load>
  )
}

function Exceptions({ onClose }: { onClose: () => void }) {
  const { close } = useText()
  const t = useAuthoring().exceptions
  const course_id = useCourseId()
  const { asgn_id = '', person_id } = useParams()
  const { data: assignment } = useSuspenseQuery(worksheetOf(course_id, asgn_id))
  const { data: roster } = useSuspenseQuery(rosterOf(course_id))
  const person = roster.find(({ _id }) => _id === person_id)
  const form = useExceptionForm(assignment, person)
  const title = t.title(assignment.assignment_name)
  const due = assignment.assignment_due
  return (
    <Dialog
      title={title}
      closeLabel={close}
      onClose={onClose}
      size="lg"
      footer={
        <Button type="submit" form="exception" variant="primary" pending={form.sending}>
          {t.save}
        </Button>
      }
    >
      <Title over of={title} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <p className="text-ink-soft">{due ? t.everybody(dateTime(due)) : t.never}</p>
        <ExceptionForm assignment={assignment} form={form} />
        <ExceptionList asgn_id={asgn_id} busy={form.sending} onEdit={form.open} />
      </div>
    </Dialog>
  )
}
