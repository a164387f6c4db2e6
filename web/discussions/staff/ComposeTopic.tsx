import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ComposeThing } from '../../changes/ComposeThing.tsx'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { topicOf } from '../queries.ts'
import { empty, startOf } from './fields.ts'
import { TopicForm } from './TopicForm.tsx'

/** Makes a topic over the list, or edits one over itself. */
export default function ComposeTopic() {
  const t = useAuthoring().discussions
  const courseId = useCourseId()
  const { discussion_id: id } = useParams()
  const thing = useQuery({ ...topicOf(courseId, id ?? ''), enabled: id !== undefined })
  const list = `/course/${courseId}/discussion`
  const title = id ? t.edit : t.add
  return (
    <ComposeThing {...{ title, id, thing, empty, startOf }} back={id ? `${list}/${id}` : list}>
      {(start, onLeave) => <TopicForm key={id ?? 'new'} {...{ title, id, start, onLeave }} />}
    </ComposeThing>
  )
}
