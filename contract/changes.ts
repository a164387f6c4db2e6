import * as z from 'zod/mini'
import { AskedId, endpoint, Id, Time } from './endpoint.ts'
import { Page, pageQuery } from './page.ts'

/** A value of a column. */
const Value = z.unknown()
z.globalRegistry.add(Value, { description: 'Any JSON' })

/** The things that staff write one by one. */
export const things = [
  'announcement',
  'assignment',
  'discussion',
  'grouping',
  'holiday',
  'link',
  'mark',
  'meeting',
  'playlist',
] as const
export type ThingNoun = (typeof things)[number]
/** What staff do with a thing. */
export const verbs = ['created', 'edited', 'published', 'scheduled', 'unpublished', 'deleted'] as const
export type ThingVerb = (typeof verbs)[number]
type ThingKind = `${ThingNoun}_${ThingVerb}`

/** Further kinds of changes of a noun, such as several things at once. */
const otherKinds = [
  'course_edited',
  'course_archived',
  'course_brought_back',
  'join_link_added',
  'join_link_revoked',
  'dates_changed',
  'assignments_copied',
  'exceptions_set',
  'contents_added',
  'content_edited',
  'contents_published',
  'contents_scheduled',
  'contents_unpublished',
  'contents_moved',
  'contents_removed',
  'schedules_added',
  'schedules_edited',
  'schedules_cancelled',
  'schedules_restored',
  'schedules_removed',
  'attendance_taken',
  'graded',
  'answers_graded',
  'marking_imported',
  'grades_released',
  'grades_hidden',
  'release_planned',
  'release_moved',
  'release_cancelled',
  'rubric_changed',
  'grading_divided',
  'names_hidden',
  'names_shown',
  'regrade_answered',
  'text_hidden',
  'text_restored',
  'text_endorsed',
  'text_unendorsed',
  'accommodations_set',
  'invitation_made',
  'invitation_revoked',
  'message_sent',
  'people_added',
  'people_edited',
  'people_imported',
  'people_removed',
  'people_restored',
  'groups_made',
  'groups_imported',
  'groups_removed',
  'group_edited',
  'group_removed',
  'members_moved',
  'grades_entered',
  'grades_imported',
  'grades_curved',
  'grade_column_added',
  'grade_column_edited',
  'grade_column_removed',
  'gradebook_set_up',
  'final_grades_released',
  'final_grades_taken_back',
] as const
export type OtherKind = (typeof otherKinds)[number]

const thingKinds = things.flatMap((noun) => verbs.map((verb): ThingKind => `${noun}_${verb}`))

/** The kinds of changes. A kind that is no longer used stays, because the history has it. */
export const ChangeKind = z.enum([...thingKinds, ...otherKinds])
export type ChangeKind = z.output<typeof ChangeKind>

/** The noun and the verb of a kind about one thing. */
export function thingIn(kind: ChangeKind): { noun: ThingNoun; verb: ThingVerb } | undefined {
  const noun = things.find((one) => kind.startsWith(`${one}_`))
  const verb = verbs.find((one) => kind === `${noun}_${one}`)
  return noun && verb && { noun, verb }
}

export const Change = z.object({
  _id: Id,
  kind: ChangeKind,
  /**
   * The data of a line in the history: for one thing its `_id` and its `title`; for several the first, and their
   * `count`; for people and groups the `names` of the first, for `sections` theirs, and as `people` how many all are.
   * `drafts`: of an undo, the things that it brought back as drafts, with the time of publication that they had.
   * `left`: of an undo, how many grades, marks or exceptions it left, because somebody had changed them since.
   * `begun`: of an undo, the timed assignments that a group which somebody leaves by it has begun: another may begin them again.
   */
  about: z.record(z.string(), Value),
  at: Time,
  /** Null: their account was removed. */
  actor: z.nullable(z.object({ _id: Id, first: z.string(), last: z.string() })),
  /** The change that this one undid. */
  undoes: z.nullable(Id),
  /** The change that undid all of this one. */
  undone_by: z.nullable(Id),
  /** An undo left what somebody had changed since; the rest of it is taken back. */
  undone_in_part: z.boolean(),
})
export type Change = z.output<typeof Change>

/** `can.undo`: the viewer may make a change of this kind, and what its undo does as well. */
const ListedChange = z.extend(Change, { can: z.object({ undo: z.boolean() }) })
export type ListedChange = z.output<typeof ListedChange>

/** One row in a change, with the columns that it changed. Null: the row did not exist. Kept for 30 days. */
export const ChangedRow = z.object({
  table: z.string(),
  key: z.record(z.string(), Value),
  before: z.nullable(z.record(z.string(), Value)),
  after: z.nullable(z.record(z.string(), Value)),
})
export type ChangedRow = z.output<typeof ChangedRow>

/** Why an undo cannot restore a row: the `error.current` of a 409 lists these. */
export const Obstacle = z.object({
  table: z.string(),
  key: z.record(z.string(), Value),
  reason: z.enum(['changed', 'gone', 'there', 'in_use', 'taken']),
  /** With `leave` the undo leaves this row as it is, and takes the others back. */
  can_stay: z.boolean(),
  /** By column, the value after the change and the present value. */
  columns: z.optional(z.record(z.string(), z.object({ left: Value, now: Value }))),
})
export type Obstacle = z.output<typeof Obstacle>

/** What the history of a course can be limited to. `works`: what graders do with single works. */
export const historyAreas = ['grades', 'works', 'materials', 'people', 'settings'] as const
export type HistoryArea = (typeof historyAreas)[number]

const path = '/api/courses/:course_id/history'

export const changes = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'staff',
    summary: 'What staff changed in the course, in an `area` of it, or `of` one thing, newest first',
    query: z.object({ ...pageQuery, of: z.optional(AskedId), area: z.optional(z.enum(historyAreas)) }),
    reply: Page(ListedChange),
  }),
  one: endpoint({
    method: 'GET',
    path: `${path}/:change_id`,
    access: 'staff',
    summary: 'A change, with what was before it and after it',
    /** `more_rows`: how many rows it changed besides the ones here. */
    reply: z.extend(Change, { rows: z.array(ChangedRow), more_rows: z.int() }),
  }),
  undo: endpoint({
    method: 'POST',
    path: `${path}/:change_id/undo`,
    access: 'staff',
    summary:
      'Takes a change back, for whoever may make one of its kind; answers the change that did. `leave=changed` leaves grades, marks and exceptions that somebody changed since. In an archived course only that it was archived',
    archived: true,
    query: z.object({ leave: z.optional(z.literal('changed')) }),
    reply: Change,
    errors: ['conflict'],
  }),
}
