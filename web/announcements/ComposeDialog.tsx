import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ComposeThing } from '../changes/ComposeThing.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { ComposeForm } from './ComposeForm.tsx'
import { empty, startOf } from './fields.ts'
import { announcementOf } from './queries.ts'

/** Writes or edits an announcement over the course's home. */
export default function ComposeDialog() {
  const t = useAuthoring().announcements
  const courseId = useCourseId()
  const { announcement_id: id } = useParams()
  const thing = useQuery({ ...announcementOf(courseId, id ?? ''), enabled: id !== undefined })
  const title = id ? t.edit : t.add
  return (
    <ComposeThing {...{ title, id, thing, empty, startOf }} back={`/course/${courseId}/home`}>
      {(start, onLeave) => <ComposeForm key={id ?? 'new'} {...{ title, id, start, onLeave }} />}
    </ComposeThing>
  )
}
