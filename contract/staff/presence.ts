import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Person } from '../users.ts'

/** The most people in one answer; editors come first. */
export const presentMost = 50

const Doing = z.enum(['looking', 'editing'])

/** The place in a thing, in the words of its screen. */
export const placeMost = 100

const Present = z.extend(Person, { doing: Doing, place: z.string() })

/** A tab of a browser, by a name of its own. */
const tabMost = 100

/** The staff at a thing at this moment. */
export const presence = {
  at: endpoint({
    method: 'PUT',
    path: '/api/courses/:course_id/presence/:thing_id',
    access: 'staff',
    archived: true,
    summary:
      'Says that the person looks at a thing or edits it; null: they have left. Who has not said so for 45 s has gone, so ' +
      'a tab says so every 20 s, and names itself so that it leaves alone. Answers the other staff who are at it; the ' +
      'event `presence` tells when they change',
    body: z.object({
      doing: z.nullable(Doing),
      place: z._default(z.string().check(z.maxLength(placeMost)), ''),
      tab: z._default(z.string().check(z.maxLength(tabMost)), ''),
    }),
    reply: z.array(Present),
  }),
}
