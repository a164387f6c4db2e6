import * as z from 'zod/mini'
import { endpoint, Id, Time } from './endpoint.ts'

export const Recording = z.object({
  show: z.boolean(),
  password: z.string(),
  video: z.nullable(z.string()),
  audio: z.nullable(z.string()),
  expire: z.nullable(Time),
})
export type Recording = z.output<typeof Recording>

export const Meeting = z.object({
  _id: Id,
  meeting_title: z.string(),
  meeting_start: Time,
  /** Null: it has no stated end. */
  meeting_end: z.nullable(Time),
  /** The number by which people name it: 9 to 11 digits, from its link if that has some. */
  meeting_number: z.string(),
  meeting_host: z.string(),
  meeting_link: z.string(),
  /** Until it is released, students get neither its password nor its addresses. */
  meeting_recording: z.nullable(Recording),
  // For staff alone.
  /** The revision, for If-Match. */
  revision: z.optional(z.int()),
  /** When students first see it; null: it is a draft. */
  publish_at: z.optional(z.nullable(Time)),
  /** Shared by the meetings of a series; null: it is alone. */
  meeting_series: z.optional(z.nullable(Id)),
})
export type Meeting = z.output<typeof Meeting>

/** A meeting without an end counts as over by then. */
const LONGEST_MS = 4 * 3_600_000
/** The instant from which a meeting is over, in ms. */
export const meetingOver = ({ meeting_start, meeting_end }: Pick<Meeting, 'meeting_start' | 'meeting_end'>): number =>
  meeting_end ? Date.parse(meeting_end) : Date.parse(meeting_start) + LONGEST_MS

export const meetings = {
  list: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/meetings',
    access: 'member',
    summary: 'The online meetings of the course, the latest start first',
    reply: z.array(Meeting),
  }),
  one: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/meetings/:meeting_id',
    access: 'member',
    summary: 'One meeting',
    reply: Meeting,
  }),
}
