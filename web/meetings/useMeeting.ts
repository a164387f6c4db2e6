import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Meeting } from '../../contract/meetings.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { queries } from '../queryClient.ts'
import { toast } from '../ui/Toast.tsx'
import { useLeave } from '../useLeave.ts'
import { meetingOf, meetingsOf } from './queries.ts'

/** The meeting in the address, once it is there, and the way back to the list; a failure is said and takes it. */
export function useMeeting(): { meeting: Meeting | undefined; toList: () => void } {
  const t = useText()
  const courseId = useCourseId()
  const navigate = useNavigate()
  const leave = useLeave()
  // Not a refresh that failed: what is there to read stays.
  const id = useParams().meeting_id ?? ''
  const { data, isLoadingError } = useQuery({
    ...meetingOf(courseId, id),
    // The list has all of it.
    placeholderData: () => queries.getQueryData(meetingsOf(courseId).queryKey)?.find(({ _id }) => _id === id),
  })
  const list = `/course/${courseId}/meeting`

  useEffect(() => {
    if (!isLoadingError) return
    toast(t.errors.serverTitle, 'wrong')
    void navigate(list, { replace: true, preventScrollReset: true })
  }, [isLoadingError, navigate, list, t])

  return { meeting: data, toList: () => leave(list) }
}
