import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** The sections on the roster of a course. */
export const sections = {
  list: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/sections',
    access: 'staff',
    summary: 'The sections that students of the course are in, or will be once they sign in, and how many are in each',
    reply: z.array(z.object({ section: z.string(), students: z.int() })),
  }),
}
