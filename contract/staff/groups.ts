import * as z from 'zod/mini'
import { AskedId, AskedTime, endpoint, Id } from '../endpoint.ts'
import { Grouping, groupMembersMost, groupNameMost, groupSloganMost } from '../groups.ts'
import { bulkQuery } from './bulk.ts'
import { Fate, importPart, importPlan, importQuery } from './tables.ts'

export const groupingNameMost = 100
/** How many people one call moves, and how many groups it makes, at most: a course of 2,000 in groups of one. */
export const movedMost = 5_000
export const madeMost = 2_000

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(groupingNameMost))
const size = z.nullable(z.int().check(z.minimum(1), z.maximum(groupMembersMost)))
const until = z.nullable(AskedTime)
/** Null: a draft. A past time means now; a published thing keeps its time. */
const publishAt = z.nullable(AskedTime)

/** The kind of a file's column; empty: ignored. */
export const groupColumnKinds = ['', 'email', 'group'] as const
const GroupColumnKind = z.enum(groupColumnKinds)
export type GroupColumnKind = z.output<typeof GroupColumnKind>

/** Why an import refuses a row. */
export const GroupRowProblem = z.enum([
  'email_missing',
  'email_bad',
  'email_twice',
  'not_here',
  'no_student',
  'group_missing',
  'group_long',
])
export type GroupRowProblem = z.output<typeof GroupRowProblem>

export const GroupImportRow = z.object({
  /** The row's number in the file. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  fate: Fate,
  /** Their group after the import. */
  group: z.string(),
  /** The import makes this group. */
  makes: z.optional(z.literal(true)),
  /** Their present group, if they change it. */
  from: z.optional(z.string()),
  /** The reason of a refusal, and the value in the file. */
  problem: z.optional(GroupRowProblem),
  value: z.optional(z.string()),
})
export type GroupImportRow = z.output<typeof GroupImportRow>

/** The names of the timed assignments that a group which somebody leaves has begun, and their new group has not. */
const begun = z.optional(z.array(z.string()))

export const GroupImportPlan = z.extend(importPlan(GroupColumnKind, GroupImportRow), {
  /** How many scores become others, because the work of the new group counts. Absent: as in the reply of `move`. */
  scores_changed: z.optional(z.int()),
  begun,
})
export type GroupImportPlan = z.output<typeof GroupImportPlan>

const path = '/api/courses/:course_id/grouping'
const one = `${path}/:grouping_id` as const

/** Staff's calls on groupings and groups. */
export const groupWrites = {
  createGrouping: endpoint({
    method: 'POST',
    path,
    access: 'author',
    summary:
      'A new grouping, of which students make the groups unless `students_make` is false: a draft unless `publish_at` is given',
    body: z.object({
      grouping_name: name,
      min_size: z._default(size, null),
      max_size: z._default(size, null),
      students_make: z._default(z.boolean(), true),
      made_until: z._default(until, null),
      publish_at: z._default(publishAt, null),
    }),
    reply: Grouping,
  }),
  editGrouping: endpoint({
    method: 'PATCH',
    path: one,
    access: 'author',
    summary: 'Changes the given fields of a grouping; groups that are there stay as they are',
    revision: true,
    body: z.object({
      grouping_name: z.optional(name),
      min_size: z.optional(size),
      max_size: z.optional(size),
      students_make: z.optional(z.boolean()),
      made_until: z.optional(until),
      publish_at: z.optional(publishAt),
    }),
    reply: Grouping,
  }),
  removeGrouping: endpoint({
    method: 'DELETE',
    path: one,
    access: 'author',
    summary:
      'Removes a grouping. 409 `in_use` with `current`, the assignments that are handed in by it, while there are some',
    revision: true,
    reply: z.object({ _id: Id }),
    errors: ['in_use'],
  }),
  random: endpoint({
    method: 'POST',
    path: `${one}/random`,
    access: 'author',
    summary:
      'Puts every student who is in no group of the grouping into a new one at random: of `size` at most, or into `count` groups; `balanced` spreads each section over them',
    query: bulkQuery,
    body: z.union([
      z.object({ size: z.int().check(z.minimum(1), z.maximum(groupMembersMost)), balanced: z.boolean(), name }),
      z.object({ count: z.int().check(z.minimum(1), z.maximum(madeMost)), balanced: z.boolean(), name }),
    ]),
    reply: Grouping,
    errors: ['already_in_group'],
  }),
  move: endpoint({
    method: 'PUT',
    path: `${one}/members`,
    access: 'author',
    summary:
      'Moves students into groups of the grouping, all of them or none; `group_id` null: out of theirs. ' +
      '`scores_changed`: how many of their scores are others by now, because the work of the new group counts; ' +
      '`begun`: the timed assignments that the group which they leave has begun, and they may begin again in another',
    query: bulkQuery,
    body: z.object({
      items: z.array(z.object({ person_id: AskedId, group_id: z.nullable(AskedId) })).check(
        z.minLength(1),
        z.maxLength(movedMost),
        z.refine((items) => new Set(items.map(({ person_id }) => person_id)).size === items.length, {
          error: 'Somebody is named twice.',
        }),
      ),
    }),
    // Absent: the request came again, and was done the first time.
    reply: z.extend(Grouping, { scores_changed: z.optional(z.int()), begun }),
  }),
  editGroup: endpoint({
    method: 'PATCH',
    path: `${one}/:group_id`,
    access: 'author',
    summary: 'Changes the name or the slogan of a group',
    revision: true,
    body: z.object({
      name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(groupNameMost))),
      description: z.optional(z.string().check(z.trim(), z.maxLength(groupSloganMost))),
    }),
    reply: Grouping,
  }),
  removeGroup: endpoint({
    method: 'DELETE',
    path: `${one}/:group_id`,
    access: 'author',
    summary: 'Removes a group that has begun and handed in nothing; its members are in none then',
    revision: true,
    reply: Grouping,
    errors: ['in_use'],
  }),
  removeEmpty: endpoint({
    method: 'DELETE',
    path: `${one}/empty`,
    access: 'author',
    summary: 'Removes the groups in which nobody is and that have begun and handed in nothing',
    query: bulkQuery,
    reply: Grouping,
  }),
  import: endpoint({
    method: 'POST',
    path: `${one}/import`,
    access: 'author',
    summary:
      'Puts students into groups by a CSV or XLSX file with their addresses and the names of the groups, and makes those ' +
      'that are not there: with `dry_run` says what would become of each row and writes nothing. 409 with `current`, the ' +
      'plan as it is now, when it is not that of `digest`',
    query: importQuery,
    form: importPart,
    reply: GroupImportPlan,
    errors: ['conflict', 'too_many'],
  }),
}
