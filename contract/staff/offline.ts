import * as z from 'zod/mini'
import { endpoint, Id, InAppPath } from '../endpoint.ts'
import { worksMost } from './grading.ts'
import { HiddenName } from './hiddenNames.ts'
import { Fate, importPart, importPlan, importQuery } from './tables.ts'

/* Grading away from the screen: an archive of works, with a sheet to fill in and import. */

/** In bytes, the most files of one archive together. */
export const archiveMost = 20_000_000_000

/** The language of its sheet and its answers. */
const Language = z._default(z.enum(['en', 'th']), 'en')
export type OfflineLanguage = z.output<typeof Language>

/** The kinds of columns in the sheet besides a part of the work, whose kind is its name. */
export const offlineKinds = ['', 'work', 'revision', 'name', 'email', 'comment'] as const

/** Why an import refuses a row of the sheet. */
export const OfflineProblem = z.enum([
  'work_missing',
  'work_unknown',
  'work_twice',
  'work_mixed',
  'points_bad',
  'not_worked_out',
  'part_not_asked',
  'comment_long',
  'graded_meanwhile',
  'revision_missing',
])
export type OfflineProblem = z.output<typeof OfflineProblem>

const points = z.nullable(z.string())

/** The outcome of a row. */
export const OfflineRow = z.object({
  /** The row's number in the file. */
  line: z.int(),
  fate: Fate,
  /** The owner of the work; '' where names are hidden, or for no work. */
  name: z.string(),
  hidden: z.optional(HiddenName),
  /** The id of the work. */
  _id: z.optional(Id),
  before: z.optional(points),
  after: z.optional(points),
  /** The parts that change. */
  parts: z.array(z.object({ part: z.string(), before: points, after: z.string() })),
  /** The comment changes. */
  comment: z.boolean(),
  /** The points do not change the score, which was given to the work as a whole. */
  as_whole: z.boolean(),
  /** Its student sees the change at once. */
  released: z.boolean(),
  problem: z.optional(OfflineProblem),
  /** The grade or the owner in the file; if somebody graded the work meanwhile, also that person. */
  value: z.optional(z.string()),
})
export type OfflineRow = z.output<typeof OfflineRow>

export const OfflinePlan = z.extend(importPlan(z.string(), OfflineRow), {
  /** The places of columns, from 0 on, with points that are not read, because their headings name no part of their own. */
  unplaced_points: z.array(z.int()),
})
export type OfflinePlan = z.output<typeof OfflinePlan>

const ofAssignment = '/api/courses/:course_id/assignments/:asgn_id/offline' as const

export const offline = {
  prepare: endpoint({
    method: 'POST',
    path: `${ofAssignment}/archives`,
    access: 'grade',
    summary:
      'The address of an archive with what these people and groups handed in, of each the attempt that counts, and a ' +
      'sheet to fill in. It is good for five minutes',
    body: z.object({
      people: z.union([z.literal('all'), z.array(z.uuid()).check(z.minLength(1), z.maxLength(worksMost))]),
      language: Language,
    }),
    reply: z.object({ address: InAppPath, filename: z.string(), works: z.int(), files: z.int(), bytes: z.number() }),
    errors: ['too_large'],
  }),
  archive: endpoint({
    method: 'GET',
    path: '/api/courses/:course_id/offline/:archive_id/:filename',
    access: 'public',
    summary: 'A ZIP archive, by an address that was signed for a grader and expires; it is made while it is sent',
    query: z.object({
      /** expiry, in seconds since 1970 */
      e: z.string().check(z.regex(/^\d{1,12}$/)),
      s: z.string().check(z.maxLength(100)),
      language: Language,
    }),
    raw: 'file',
  }),
  import: endpoint({
    method: 'POST',
    path: `${ofAssignment}/grades`,
    access: 'grade',
    summary:
      'Writes the points and comments of a sheet as one change: with `dry_run` says what would become of each row and ' +
      'writes nothing. Works are found by their id, parts by their name in the heading. An empty cell stays as it is, ' +
      'one that says how its points came about too, and so does a work that somebody else graded since the sheet was made. 409 with `current`, the plan as it is ' +
      'now, when it is not that of `digest`',
    query: importQuery,
    form: importPart,
    reply: OfflinePlan,
    errors: ['conflict', 'too_many'],
  }),
}
