import * as z from 'zod/mini'
import { endpoint, Time } from './endpoint.ts'

/** The codes of attendance; anything else is shown as N/A. */
export const attendanceCodes = { present: 3, late: 2, absent: 1 } as const

export const ScheduleItem = z.object({
  _id: z.string(),
  schedule_name: z.string(),
  schedule_start: Time,
  schedule_end: Time,
  schedule_location: z.string(),
  /** One of `attendanceCodes`, or null before it was taken. */
  attendance: z.nullable(z.number()),
})
export type ScheduleItem = z.output<typeof ScheduleItem>

export const schedules = {
  mine: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/schedules/my',
    access: 'member',
    summary: 'The classes of the course in order of start, with the person’s attendance',
    reply: z.array(ScheduleItem),
  }),
}
