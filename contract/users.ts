import * as z from 'zod/mini'
import { endpoint, Id } from './endpoint.ts'

/** A person as others on their courses see them. */
export const Person = z.object({ _id: Id, first: z.string(), last: z.string(), img: z.nullable(z.string()) })
export type Person = z.output<typeof Person>

export const Me = z.object({
  _id: Id,
  token: z.string(),
  first: z.string(),
  last: z.string(),
  email: z.string(),
  img: z.nullable(z.string()),
  can: z.object({ administer: z.boolean() }),
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
