import * as z from 'zod/mini'
import { endpoint, Id, Time } from './endpoint.ts'
import { Participant } from './users.ts'

export const Message = z.object({
  _id: Id,
  title: z.string(),
  /** Markdown */
  content: z.string(),
  /** Null: their account was removed. */
  author: z.nullable(Participant),
  sent_at: Time,
})
export type Message = z.output<typeof Message>

export const messages = {
  one: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/messages/:message_id',
    access: 'member',
    summary: 'A message of staff, for those to whom it was sent and for staff',
    reply: Message,
  }),
}
