import * as z from 'zod/mini'
import { AskedId, AskedTime, endpoint, Id, InAppPath, Time } from '../endpoint.ts'
import { bulkQuery, GradesCount } from './bulk.ts'

/** How many dates one answer has, and one call moves, at most. */
export const datesMost = 2_000

/** The kinds of things with dates. */
export const dated = [
  'announcement',
  'assignment',
  'class',
  'content',
  'grouping',
  'link',
  'meeting',
  'playlist',
  'topic',
] as const
export type Dated = (typeof dated)[number]
/** Published, due, closed, starts, until when students may make groups. */
export const dateFields = ['publish_at', 'due_at', 'closes_at', 'start_at', 'made_until'] as const
export type DateField = (typeof dateFields)[number]

const CourseDate = z.object({
  _id: Id,
  thing: z.enum(dated),
  field: z.enum(dateFields),
  title: z.string(),
  at: Time,
  revision: z.int(),
  location: InAppPath,
})
export type CourseDate = z.output<typeof CourseDate>

/** The problems that a check may find before students come. */
export const problemKinds = [
  'due_is_past',
  'closes_before_due',
  'published_after_due',
  'empty_assignment',
  'points_differ',
  'picture_without_words',
  'broken_link',
  'class_on_holiday',
] as const
export type ProblemKind = (typeof problemKinds)[number]

const Problem = z.object({
  kind: z.enum(problemKinds),
  _id: Id,
  thing: z.enum(dated),
  title: z.string(),
  location: InAppPath,
  /** The detail: such as the broken address, the points, or the holiday; empty if there is none. */
  detail: z.string(),
})
export type Problem = z.output<typeof Problem>

const path = '/api/courses/:course_id'

export const dates = {
  list: endpoint({
    method: 'GET',
    path: `${path}/dates`,
    access: 'author',
    summary: `Every date of a course that is not only history, the earliest first; at most ${datesMost}`,
    reply: z.object({
      /** The time zone of its days and hours. */
      zone: z.string(),
      items: z.array(CourseDate),
    }),
  }),
  move: endpoint({
    method: 'PATCH',
    path: `${path}/dates`,
    access: 'author',
    summary: 'Sets dates, all of them or none: 409 `conflict` names those whose thing is newer',
    query: bulkQuery,
    body: z.object({
      items: z
        .array(
          z.object({
            _id: AskedId,
            thing: z.enum(dated),
            field: z.enum(dateFields),
            revision: z.int().check(z.nonnegative()),
            at: AskedTime,
          }),
        )
        .check(
          z.minLength(1),
          z.maxLength(datesMost),
          z.refine((items) => new Set(items.map(({ _id, field }) => _id + field)).size === items.length, {
            error: 'Something is named twice.',
          }),
        ),
    }),
    reply: z.object({ items: z.array(CourseDate), grades: z.optional(GradesCount) }),
    errors: ['conflict'],
  }),
  check: endpoint({
    method: 'GET',
    path: `${path}/check`,
    access: 'author',
    summary: 'What is worth a look before students come: dates, empty assignments, points, pictures, links',
    reply: z.array(Problem),
  }),
}
