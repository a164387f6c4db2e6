import { useState } from 'react'
import { attendance } from '../../contract/attendance.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { useCourseId } from '../courses/queries.ts'
import type { Catalogue } from '../i18n/index.ts'
import { CallError, callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { deviceId } from './device.ts'
import { mySchedules } from './queries.ts'

type Marked = Reply<typeof attendance.mark>

/** A student marks themselves by the code in the room. */
export function useAttend() {
  const course_id = useCourseId()
  const [marked, setMarked] = useState<Marked>()
  const [failure, setFailure] = useState<unknown>()
  const [sending, setSending] = useState(false)

  async function mark(code: string, schedule_id?: string) {
    setSending(true)
    setFailure(undefined)
    try {
      const body = { code, schedule_id, device: deviceId() }
      setMarked((await callWithHeaders(attendance.mark, { params: { course_id }, body })).data)
      void queries.invalidateQueries({ queryKey: mySchedules(course_id).queryKey })
    } catch (error) {
      setFailure(error)
    } finally {
      setSending(false)
    }
  }
  return { marked, failure, sending, mark }
}

/** Why the server refused a code. */
export function attendFailure(error: unknown, t: Catalogue['course']['attend']): string {
  if (!(error instanceof CallError)) return t.failed
  if (error.code === 'wrong_code' || error.code === 'invalid') return t.wrong
  if (error.code === 'attendance_closed') return t.closed
  if (error.code === 'not_allowed') return t.notStudent
  if (error.code === 'too_many') return t.tooMany(Math.max(1, Math.ceil(error.retryAfter / 60_000)))
  return t.failed
}
