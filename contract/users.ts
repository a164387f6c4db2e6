import * as z from 'zod/mini'
import { endpoint, Id } from './endpoint.ts'

/** A person as others on their courses see them. */
export const Person = z.object({
  _id: Id,
  first: z.string(),
  last: z.string(),
  /** Absent when they have no picture. */
  img: z.optional(z.string()),
  email: z.string(),
})
export type Person = z.output<typeof Person>

/** A person's place in a course, for display. `can` says what they may do there. */
export const Role = z.enum(['student', 'assistant', 'instructor'])
export type Role = z.output<typeof Role>

/** A person in a course with their place there. Students and people who left have none. */
export const Participant = z.extend(Person, { role: z.optional(Role) })
export type Participant = z.output<typeof Participant>

export const Me = z.object({
  _id: Id,
  token: z.string(),
  first: z.string(),
  last: z.string(),
  email: z.string(),
  img: z.nullable(z.string()),
  can: z.object({
    administer: z.boolean(),
    /** Whether they may make courses. */
    create: z.optional(z.literal(true)),
  }),
  /**
   * 32 bytes in base64, always the same for a person: the key with which their browser seals unsent texts at sign-out.
   */
  seal_key: z.string(),
})
export type Me = z.output<typeof Me>

export const users = {
  me: endpoint({
    method: 'GET',
    path: '/api/users/me',
    access: 'signedIn',
    summary: 'The signed-in person',
    reply: Me,
  }),
}
