import * as z from 'zod/mini'
import { mostRoster, RosterPerson } from '../courses.ts'
import { AskedId, endpoint, Id, Time } from '../endpoint.ts'
import { Role } from '../users.ts'
import { bulkQuery } from './bulk.ts'
import { Fate, importPart, importPlan, importQuery } from './tables.ts'

/** How many people one call changes at most. */
export const placesMost = 5_000

/** In UTF-16 code units, as the fields of a browser count. */
export const emailMost = 254
export const sectionMost = 50
export const nameMost = 200

/** One address, as a mail server takes it. */
export const emailPattern = /^[^\s@,;<>()"]+@[^\s@,;<>()"]+\.[^\s@,;<>()".]+$/

const section = z.string().check(z.trim(), z.maxLength(sectionMost))
const email = z.string().check(z.trim(), z.maxLength(emailMost), z.toLowerCase(), z.regex(emailPattern))
const name = z.string().check(z.trim(), z.maxLength(nameMost))
const revision = z.int().check(z.nonnegative())

/** A place for somebody who joins the course as soon as they sign in with this address. */
const PendingPerson = z.object({
  _id: Id,
  email: z.string(),
  /** Empty: unknown. */
  first: z.string(),
  last: z.string(),
  role: Role,
  section: z.string(),
  revision: z.int(),
  added_at: Time,
})
export type PendingPerson = z.output<typeof PendingPerson>

/** A removed person, with the role that they had. */
const RemovedPerson = z.extend(RosterPerson, { removed_at: Time })
export type RemovedPerson = z.output<typeof RemovedPerson>

/** A person on the course, or a place for somebody who has never signed in and so has no name of their own. */
export const Place = z.union([PendingPerson, RosterPerson])
export type Place = z.output<typeof Place>

/** A list without repeated people. */
const once = <T extends z.ZodMiniType<string | { _id: string }>>(item: T) =>
  z.array(item).check(
    z.minLength(1),
    z.maxLength(placesMost),
    z.refine((items) => new Set(items.map((one) => (typeof one === 'string' ? one : one._id))).size === items.length, {
      error: 'Somebody is named twice.',
    }),
  )
const fields = { role: z.optional(Role), section: z.optional(section) }

/** The kind of a file's column; empty: ignored. */
export const columnKinds = ['', 'email', 'first', 'last', 'name', 'role', 'section'] as const
const ColumnKind = z.enum(columnKinds)
export type ColumnKind = z.output<typeof ColumnKind>

/** Why an import refuses a row. */
export const RowProblem = z.enum([
  'email_missing',
  'email_bad',
  'email_twice',
  'role_unknown',
  'section_long',
  'name_long',
  'email_unverified',
  'instructor',
])
export type RowProblem = z.output<typeof RowProblem>

const Was = z.tuple([z.string(), z.string()])

export const ImportRow = z.object({
  /** The row's number in the file. */
  line: z.int(),
  email: z.string(),
  name: z.string(),
  fate: Fate,
  /** Their place after the import. */
  role: Role,
  section: z.string(),
  /** They have never signed in with this address. */
  waits: z.optional(z.literal(true)),
  /** They were removed before. */
  back: z.optional(z.literal(true)),
  /** The changes, before and after. */
  changes: z.optional(z.object({ role: z.optional(Was), section: z.optional(Was), name: z.optional(Was) })),
  /** The reason of a refusal, and the value in the file. */
  problem: z.optional(RowProblem),
  value: z.optional(z.string()),
})
export type ImportRow = z.output<typeof ImportRow>

/** A section that has no students any more. */
const EmptiedSection = z.object({
  section: z.string(),
  /** The new section of all of them, to which what was for the old one follows; absent: that reaches nobody now. */
  to: z.optional(z.string()),
  /** How many announcements, topics and exceptions were for it. */
  things: z.int(),
})
export type EmptiedSection = z.output<typeof EmptiedSection>
const emptied = z.optional(z.array(EmptiedSection))

/** The plan of an import, row by row, and how the file was read. */
export const ImportPlan = z.extend(importPlan(ColumnKind, ImportRow), { emptied })
export type ImportPlan = z.output<typeof ImportPlan>

const path = '/api/courses/:course_id/roster'

/** Staff's calls on the roster of a course. */
export const roster = {
  pending: endpoint({
    method: 'GET',
    path: `${path}/pending`,
    access: 'people',
    summary: `Who is on the course as soon as they sign in with their address, by that; at most ${mostRoster}`,
    reply: z.array(PendingPerson),
  }),
  removed: endpoint({
    method: 'GET',
    path: `${path}/removed`,
    access: 'people',
    summary: `Who was removed from the course, the latest first; at most ${mostRoster}`,
    reply: z.array(RemovedPerson),
  }),
  add: endpoint({
    method: 'POST',
    path,
    access: 'people',
    summary:
      'Puts a person on the course by their address: at once who has signed in with it, others when they do. Who was ' +
      'removed is back with all their work. 409 with `current` for who is on it',
    body: z.object({
      email,
      first: z._default(name, ''),
      last: z._default(name, ''),
      role: z._default(Role, 'student'),
      section: z._default(section, ''),
    }),
    reply: Place,
    errors: ['conflict'],
  }),
  edit: endpoint({
    method: 'PATCH',
    path: `${path}/:person_id`,
    access: 'people',
    summary: 'Changes the role or the section of a person',
    revision: true,
    body: z.object(fields),
    reply: Place,
    errors: ['last_instructor'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:person_id`,
    access: 'people',
    summary: 'Removes a person; what they did in the course stays, and is theirs again when they are back',
    revision: true,
    reply: z.object({ _id: Id }),
    errors: ['last_instructor'],
  }),
  editMany: endpoint({
    method: 'PATCH',
    path,
    access: 'people',
    summary:
      'Changes several, all of them or none: 409 `conflict` names those that are newer. `emptied` are the sections that ' +
      'nobody is in any more, though something is for them',
    query: bulkQuery,
    body: z.object({ items: once(z.object({ _id: AskedId, revision, ...fields })) }),
    reply: z.object({ items: z.array(Place), emptied }),
    errors: ['conflict', 'last_instructor'],
  }),
  removeMany: endpoint({
    method: 'POST',
    path: `${path}/remove`,
    access: 'people',
    summary: 'Removes several, all of them or none: 409 `conflict` names those that are newer',
    query: bulkQuery,
    body: z.object({ items: once(z.object({ _id: AskedId, revision })) }),
    reply: z.object({ items: z.array(z.object({ _id: Id })) }),
    errors: ['conflict', 'last_instructor'],
  }),
  restore: endpoint({
    method: 'POST',
    path: `${path}/restore`,
    access: 'people',
    summary: 'Brings back who was removed, with all their work and the place that they had',
    query: bulkQuery,
    body: z.object({ items: once(AskedId) }),
    reply: z.object({ items: z.array(RosterPerson) }),
    errors: ['conflict'],
  }),
  import: endpoint({
    method: 'POST',
    path: `${path}/import`,
    access: 'people',
    summary:
      'Adds the people of a CSV or XLSX file and changes those who are on the course: with `dry_run` says what would ' +
      'become of each row and writes nothing. How the file is read is guessed unless the query says so. 409 with ' +
      '`current`, the plan as it is now, when it is not that of `digest`',
    query: importQuery,
    form: importPart,
    reply: ImportPlan,
    errors: ['conflict', 'last_instructor', 'too_many'],
  }),
}
