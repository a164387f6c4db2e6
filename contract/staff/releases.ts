import * as z from 'zod/mini'
import { AskedTime, endpoint, Id, Time } from '../endpoint.ts'

/** The most planned releases of one assignment. */
export const plannedMost = 50

/** Releases at a time: they cover the works that are graded by then. */
export const PlannedRelease = z.object({
  _id: Id,
  at: Time,
  /** How many people and groups. */
  people: z.union([z.literal('all'), z.int()]),
  /** The person who planned it. */
  by: z.nullable(z.object({ _id: Id, first: z.string(), last: z.string() })),
  revision: z.int(),
})
export type PlannedRelease = z.output<typeof PlannedRelease>

const path = '/api/courses/:course_id/assignments/:asgn_id/releases'

export const releases = {
  planned: endpoint({
    method: 'GET',
    path,
    access: 'grade',
    summary: `The releases of grades that are still to come, the next first; at most ${plannedMost}`,
    reply: z.object({ items: z.array(PlannedRelease) }),
  }),
  move: endpoint({
    method: 'PATCH',
    path: `${path}/:release_id`,
    access: 'release',
    summary: 'Another time for a release that is to come',
    revision: true,
    body: z.object({ at: AskedTime }),
    reply: PlannedRelease,
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: `${path}/:release_id`,
    access: 'release',
    summary: 'Cancels a release that is to come',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
}
