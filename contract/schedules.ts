import * as z from 'zod/mini'
import { endpoint, Id, Time } from './endpoint.ts'

/** The codes of attendance; anything else is shown as N/A. */
export const attendanceCodes = { present: 3, late: 2, absent: 1 } as const

/** A semester has some dozens of classes; more than this is a mistake. */
export const mostSchedules = 500

export const ScheduleItem = z.object({
  _id: z.string(),
  schedule_name: z.string(),
  schedule_start: Time,
  schedule_end: Time,
  schedule_location: z.string(),
  /** One of `attendanceCodes`, or null before attendance is taken. */
  attendance: z.nullable(z.number()),
  /** They were absent for a reason that staff accepted. */
  attendance_excused: z.optional(z.literal(true)),
  /** Students can mark themselves by the code in the room. */
  attendance_open: z.optional(z.literal(true)),
  /** The class is cancelled. */
  schedule_cancelled: z.optional(z.literal(true)),
  /** The original time, if staff moved it. */
  schedule_moved_from: z.optional(Time),
  /** The original place. */
  schedule_moved_from_location: z.optional(z.string()),
  /** For staff: see `contract/staff/schedules.ts`. */
  revision: z.optional(z.number()),
  /** For staff: shared by the classes of a series; null: it is alone. */
  schedule_series: z.optional(z.nullable(Id)),
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
