import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { tomorrow } from '../../changes/publishing.ts'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import { isNotFound } from '../../loading/call.ts'
import { useBackOnFailure } from '../../loading/useBackOnFailure.ts'
import { useMe } from '../../session/queries.ts'
import { meetingOf } from '../queries.ts'
import { emptyOf, startOf } from './fields.ts'
import { MeetingForm } from './MeetingForm.tsx'

/** Makes or edits a meeting, over the list. */
export default function MeetingDialog() {
  const courseId = useCourseId()
  const { meeting_id: id } = useParams()
  const { author } = useCan()
  const { first, last } = useMe()
  // An existing meeting waits for the server's version: the cached one may be from before its last change.
  const [start, setStart] = useState(() => (id ? undefined : emptyOf(`${first} ${last}`.trim(), tomorrow())))
  const meeting = useQuery({ ...meetingOf(courseId, id ?? ''), enabled: id !== undefined })
  const leave = useLeave()
  const list = `/course/${courseId}/meeting`
  useBackOnFailure(meeting, list)
  if (!author) return <Navigate to={list} replace />
  if (!start && meeting.data && !meeting.isFetching) setStart(startOf(meeting.data))
  return (
    start && (
      <MeetingForm
        key={id ?? 'new'}
        id={id}
        start={isNotFound(meeting.error) ? { ...start, gone: true } : start}
        isSeries={meeting.data?.meeting_series != null}
        onLeave={() => leave(list)}
      />
    )
  )
}
