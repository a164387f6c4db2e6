import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Meeting } from '../../contract/meetings.ts'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { queries } from '../loading/queryClient.ts'
import { useBackOnFailure } from '../loading/useBackOnFailure.ts'
import { meetingOf, meetingsOf } from './queries.ts'

/** The meeting in the address, once it has loaded, and the way back to the list, to which a failure leads. */
export function useMeeting(): { meeting: Meeting | undefined; toList: () => void } {
  const courseId = useCourseId()
  const leave = useLeave()
  const id = useParams().meeting_id ?? ''
  const meeting = useQuery({
    ...meetingOf(courseId, id),
    // The list has all fields of a meeting.
    placeholderData: () => queries.getQueryData(meetingsOf(courseId).queryKey)?.find(({ _id }) => _id === id),
  })
  const { data } = meeting
  const list = `/course/${courseId}/meeting`
  useBackOnFailure(meeting, list, { reader: !useCan().author })

  return { meeting: data, toList: () => leave(list) }
}
