import * as z from 'zod/mini'
import { endpoint, Id, Time } from '../endpoint.ts'

/** The most invitations in one answer, and the limits of one invitation. */
export const mostInvitations = 200
export const usesMost = 1_000
export const daysMost = 365

const InvitedRole = z.enum(['assistant', 'instructor'])

/** A code that, with its password, makes people staff of a course. */
const Invitation = z.object({
  _id: Id,
  code: z.string(),
  role: InvitedRole,
  created_at: Time,
  expires_at: Time,
  uses_left: z.int(),
  /** The people who used it. */
  used_by: z.array(z.object({ _id: Id, first: z.string(), last: z.string() })),
  revoked_at: z.nullable(Time),
  /** Only an instructor says who is one. */
  can: z.object({ revoke: z.boolean() }),
})
export type Invitation = z.output<typeof Invitation>

const path = '/api/courses/:course_id/invitations'

export const invitations = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'people',
    summary: `The invitations for staff, the newest first, with who used them; at most ${mostInvitations}`,
    reply: z.array(Invitation),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'people',
    summary: 'A new code and password with which people become staff; the password is told this once',
    body: z.object({
      role: z._default(InvitedRole, 'instructor'),
      uses: z._default(z.int().check(z.minimum(1), z.maximum(usesMost)), 1),
      days: z._default(z.int().check(z.minimum(1), z.maximum(daysMost)), 30),
    }),
    reply: z.extend(Invitation, { password: z.string() }),
    errors: ['conflict'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: `${path}/:invitation_id`,
    access: 'people',
    summary: 'Revokes an invitation: nobody comes by it any more; who came stays',
    reply: z.object({ _id: Id }),
  }),
}
