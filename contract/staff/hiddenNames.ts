import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Stands for a person or group while names are hidden. */
export const HiddenName = z.object({ number: z.int(), is_group: z.boolean() })
export type HiddenName = z.output<typeof HiddenName>

/** Graders see no name until a grade is released: people and groups have numbers in random order. */
export const hiddenNames = {
  set: endpoint({
    method: 'PUT',
    path: '/api/courses/:course_id/assignments/:asgn_id/hidden-names',
    access: 'release',
    summary: 'Hides the names of those whose grade is not released from all graders alike, or shows them',
    body: z.object({ hidden: z.boolean() }),
    reply: z.object({ hidden: z.boolean() }),
  }),
}
