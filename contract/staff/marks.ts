import * as z from 'zod/mini'
import { endpoint, Id } from '../endpoint.ts'

/** The most marks of one submission. */
export const mostMarks = 500
export const markCommentMost = 5_000
/** The most points of a line drawn by hand, in all its strokes. */
export const mostPoints = 3_000
export const mostStrokes = 200
const mostBoxes = 100

/** A fraction of the width or the height of a page. */
const part = z.number().check(z.minimum(0), z.maximum(1))
const point = z.tuple([part, part])
/** A line, from 1 on, and the number of UTF-16 code units before the place. */
const place = z.tuple([
  z.int().check(z.minimum(1), z.maximum(1_000_000)),
  z.int().check(z.minimum(0), z.maximum(100_000)),
])

/** Boxes (left, top, width, height), strokes or a point of a page; or a range of a text. */
export const MarkShape = z.union([
  z.strictObject({ boxes: z.array(z.tuple([part, part, part, part])).check(z.minLength(1), z.maxLength(mostBoxes)) }),
  z.strictObject({
    strokes: z.array(z.array(point).check(z.minLength(1), z.maxLength(mostPoints))).check(
      z.minLength(1),
      z.maxLength(mostStrokes),
      z.refine((all) => all.reduce((n, stroke) => n + stroke.length, 0) <= mostPoints, 'has too many points'),
    ),
  }),
  z.strictObject({ at: point }),
  z.strictObject({ from: place, to: place }),
])
export type MarkShape = z.output<typeof MarkShape>

export const markKinds = ['highlight', 'pen', 'text', 'pin'] as const
export const MarkKind = z.enum(markKinds)
export type MarkKind = z.output<typeof MarkKind>
/** Names of tokens: each theme has its own colours. */
export const markColours = ['accent', 'done', 'soon', 'wrong', 'note'] as const
export const MarkColour = z.enum(markColours)
export type MarkColour = z.output<typeof MarkColour>

/** A mark as the student sees it, once the feedback is released. */
export const ShownMark = z.object({
  _id: Id,
  /** The field in the response: `textbox`, `item-<question id>`, `file-<slot id>`. */
  field: z.string(),
  /** The path in an archive; '' for the file itself. */
  path: z.string(),
  /** The page, from 1 on; a picture and a text have one. */
  page: z.int(),
  kind: MarkKind,
  shape: MarkShape,
  comment: z.string(),
  colour: MarkColour,
})
export type ShownMark = z.output<typeof ShownMark>

export const Mark = z.extend(ShownMark, {
  /** Null: their account was removed. */
  author: z.nullable(z.object({ _id: Id, first: z.string(), last: z.string() })),
  revision: z.int(),
})
export type Mark = z.output<typeof Mark>

const comment = z.string().check(z.maxLength(markCommentMost))
const ofStaff = '/api/courses/:course_id/submissions/:submission_id/marks'

export const marks = {
  list: endpoint({
    method: 'GET',
    path: ofStaff,
    access: 'grade',
    summary: 'What graders drew and wrote on what was handed in, the earliest first',
    reply: z.array(Mark),
  }),
  shown: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/assignments/:asgn_id/attempts/:submission_id/marks',
    access: 'member',
    summary: 'The marks on a submission that counts for the person; none until its feedback is released',
    reply: z.array(ShownMark),
  }),
  create: endpoint({
    method: 'POST',
    path: ofStaff,
    access: 'grade',
    summary: `Draws a mark; at most ${mostMarks} on a submission`,
    body: z.object({
      field: z.string().check(z.regex(/^(textbox|item-[\da-f-]{36}|file-[\da-f-]{36}(-\d{1,2})?)$/)),
      path: z._default(z.string().check(z.maxLength(1_000)), ''),
      page: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
      kind: MarkKind,
      shape: MarkShape,
      comment: z._default(comment, ''),
      colour: z._default(MarkColour, 'accent'),
    }),
    reply: Mark,
    errors: ['too_many'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${ofStaff}/:mark_id`,
    access: 'grade',
    summary: 'Changes the given fields of a mark',
    revision: true,
    body: z.object({ shape: z.optional(MarkShape), comment: z.optional(comment), colour: z.optional(MarkColour) }),
    reply: Mark,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${ofStaff}/:mark_id`,
    access: 'grade',
    summary: 'Takes a mark away',
    revision: true,
    reply: z.object({ _id: Id }),
  }),
}
