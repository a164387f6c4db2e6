import { queryOptions } from '@tanstack/react-query'
import { attendance } from '../../contract/attendance.ts'
import { call, keyOf, query } from '../loading/call.ts'

export const countsOf = (course_id: string) => query(attendance.counts, { course_id })

export const sheetOf = (course_id: string, schedule_id: string) => query(attendance.sheet, { course_id, schedule_id })

/** The open code, and when it was read, in ms of `performance.now()`: its codes count from then. */
export const codeOf = (course_id: string, schedule_id: string) =>
  queryOptions({
    queryKey: keyOf(attendance.code, { course_id, schedule_id }),
    queryFn: async ({ signal }) => {
      const open = await call(attendance.code, { params: { course_id, schedule_id }, signal })
      return open && { ...open, readAt: performance.now() }
    },
  })
