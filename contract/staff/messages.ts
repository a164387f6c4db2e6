import * as z from 'zod/mini'
import { AskedId, endpoint } from '../endpoint.ts'
import { Message } from '../messages.ts'
import { Page, pageQuery } from '../page.ts'
import { Person } from '../users.ts'

export const messageTitleMost = 200
export const messageContentMost = 10_000
/** How many people one message names at most. */
export const addresseesMost = 5_000

/** A message with its recipients: null: everyone; of many, the first. */
const SentMessage = z.extend(Message, { count: z.nullable(z.int()), people: z.array(Person) })
export type SentMessage = z.output<typeof SentMessage>

const path = '/api/courses/:course_id/messages'

/** Messages of staff to one, some or all of a course, who get them as notifications. */
export const messageWrites = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'author',
    summary: 'The messages that staff sent, newest first',
    query: z.object(pageQuery),
    reply: Page(SentMessage),
  }),
  send: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary: 'Sends a message to people of the course, or to `all` of them',
    body: z.object({
      people: z.union([
        z.literal('all'),
        z.array(AskedId).check(
          z.minLength(1),
          z.maxLength(addresseesMost),
          z.refine((ids) => new Set(ids).size === ids.length, { error: 'Somebody is named twice.' }),
        ),
      ]),
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(messageTitleMost)),
      content: z._default(z.string().check(z.maxLength(messageContentMost)), ''),
    }),
    reply: SentMessage,
  }),
}
