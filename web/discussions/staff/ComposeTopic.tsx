import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { Title } from '../../common/Title.tsx'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/Skeleton.tsx'
import { topicOf } from '../queries.ts'
import { empty, startOf } from './fields.ts'
import { TopicForm } from './TopicForm.tsx'

/** Makes a topic over the list, or edits one over itself. When the dialog closes, the device keeps what was typed. */
export default function ComposeTopic() {
  const { close, loading } = useText()
  const t = useAuthoring().discussions
  const courseId = useCourseId()
  const { discussion_id: id } = useParams()
  const { author } = useCan()
  const topic = useQuery({ ...topicOf(courseId, id ?? ''), enabled: id !== undefined })
  const leave = useLeave()
  const list = `/course/${courseId}/discussion`
  const back = id ? `${list}/${id}` : list
  if (!author) return <Navigate to={back} replace />

  const title = id ? t.edit : t.add
  const start = id ? topic.data && startOf(topic.data) : empty
  if (start) return <TopicForm key={id ?? 'new'} title={title} id={id} start={start} onLeave={() => leave(back)} />
  return (
    <Dialog title={title} closeLabel={close} onClose={() => leave(back)} size="lg">
      <Title over of={title} />
      <SkeletonGroup label={loading}>
        <Skeleton />
        <Skeleton />
        <Skeleton className="w-2/3" />
      </SkeletonGroup>
    </Dialog>
  )
}
