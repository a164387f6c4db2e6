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
  meeting_host: z.string(),
  meeting_link: z.string(),
  /** Until it is shown, students get neither its password nor its addresses. */
  meeting_recording: z.nullable(Recording),
})
export type Meeting = z.output<typeof Meeting>

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
