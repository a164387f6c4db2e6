import * as z from 'zod/mini'
import { endpoint, Id, Time } from '../endpoint.ts'

/* A grader's saved comments, for all courses that they grade. Nobody else sees them. */

/** The most comments of a person; the longest unused one gives way to a new one. */
export const savedCommentsMost = 500
export const savedCommentMost = 5_000

export const SavedComment = z.object({ _id: Id, text: z.string(), used_at: Time })
export type SavedComment = z.output<typeof SavedComment>

const path = '/api/courses/:course_id/saved-comments'

export const savedComments = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'grade',
    summary: 'The person’s comments of all courses, the one used last first',
    reply: z.array(SavedComment),
  }),
  save: endpoint({
    method: 'POST',
    path,
    access: 'grade',
    archived: true,
    summary: 'Keeps a comment, or says that it was used again: the same text is one',
    body: z.object({ text: z.string().check(z.trim(), z.minLength(1), z.maxLength(savedCommentMost)) }),
    reply: SavedComment,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:comment_id`,
    access: 'grade',
    archived: true,
    summary: 'Keeps a comment no longer',
    reply: z.object({ _id: Id }),
  }),
}
