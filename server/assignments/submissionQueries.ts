import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Feedback, HandedIn } from '../../contract/assignments.ts'
import { falling } from '../db/page.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { fullName } from '../users/name.ts'
import { type AllowanceRow, allowancesOfWork, termsFor } from './allowances.ts'
import { drafterOf, type Mine } from './owner.ts'
import { dates, isThis } from './queries.ts'
import type { SheetRow } from './sheet.ts'
import { type Dates, isLate } from './terms.ts'

/** Submissions `s` with the people `n` for whom they count. */
export const counted = sql`submission_people n join submissions s on s.course_id = n.course_id and s.id = n.submission_id`

/**
 * Whether the group had handed it in before staff put person `n` into it. Who came by themselves may have been out only
 * while it was late.
 */
export const isPutIn = sql`n.change_id is not null`

/** Whether the present owner handed it in, and not an earlier one. */
export const byOwner = sql`
  exists (select from assignments b
    left join group_members o
      on o.course_id = b.course_id and o.grouping_id = b.grouping_id and o.person_id = n.person_id
    where b.course_id = s.course_id and b.id = s.assignment_id
      and s.owner_id = case when b.grouping_id is null then n.person_id else o.group_id end)`

/** The order of one assignment's submissions: the present owner's come first. */
export const latestFirst = sql`${byOwner} desc, s.attempt desc, s.submitted_at desc`

const pagesOfAttempts = falling([
  [sql`s.by_owner`, 'boolean'],
  [sql`s.attempt`, 'integer'],
  [sql`s.submitted_at`, 'timestamptz'],
  [sql`s.id`, 'uuid'],
])

/** The score that feedback `f` gives a person: their own if they have one, else the work's. */
export function scoreFor(personId: RawBuilder<unknown>) {
  return sql`coalesce((f.members->((${personId})::text)->>'score')::numeric, f.score)`
}

/** The feedback of `s` to a person, once it is released. */
export function shownFeedback(personId: RawBuilder<unknown>) {
  return sql`(
    select case when f.grade is null
      then json_build_object('score', o.score, 'show', f.show, 'comment', f.comment)
      else json_build_object('score', o.score, 'show', f.show, 'comment', f.comment, 'grade', f.grade) end
    from feedback f cross join lateral (select ${scoreFor(personId)} as score) o
    where f.course_id = s.course_id and f.submission_id = s.id and f.show)`
}

/**
 * The ids of the works of groups that still count for people `n`: they hand the assignment in alone by now, and have not
 * yet. Whether there are such works at all is looked up once, and not for each person.
 */
export const workOfGroups = (
  courseId: RawBuilder<unknown>,
  assignmentId: RawBuilder<unknown>,
  isAsked: RawBuilder<unknown>,
) => sql`
  select n.submission_id from submission_people n
  where (select b.grouping_id is null and exists (
      select from groups g join submissions w
        on w.course_id = g.course_id and w.assignment_id = b.id and w.owner_id = g.id where g.course_id = b.course_id)
    from assignments b where b.course_id = ${courseId} and b.id = ${assignmentId})
    and n.course_id = ${courseId} and n.assignment_id = ${assignmentId} and ${isAsked} and not exists (
    select from submissions w
    where w.course_id = n.course_id and w.assignment_id = n.assignment_id and w.owner_id = n.person_id)`

/**
 * The owners of works `e` of assignment `a` who do not hand it in any more, each with people `n` for whom they count: groups
 * that everybody has left or that are of an earlier grouping, and people who handed in alone before. A work counts until
 * these people hand in with their present group.
 */
export const earlierOwners = (isAsked: RawBuilder<unknown> = sql`true`) => sql`
  select e.owner_id, n.person_id from submissions e
  join submission_people n on n.course_id = e.course_id and n.submission_id = e.id
  join roster r on r.course_id = n.course_id and r.person_id = n.person_id and r.role = 'student'
  where a.grouping_id is not null and e.course_id = a.course_id and e.assignment_id = a.id and ${isAsked}
    and not exists (
      select from group_members o
      where o.course_id = a.course_id and o.grouping_id = a.grouping_id and o.group_id = e.owner_id)
    and not exists (
      select from group_members t
      join submissions w on w.course_id = t.course_id and w.assignment_id = a.id and w.owner_id = t.group_id
      where t.course_id = a.course_id and t.grouping_id = a.grouping_id and t.person_id = n.person_id)`

/** Whether submission `s` is one of these people and groups, as `worksOf` has it. */
export const isOf = ({ courseId, assignmentId }: Omit<Mine, 'personId'>, owners: string[]) => sql`(
  s.owner_id = any(${owners}::uuid[]) or s.id in (
    ${workOfGroups(sql`${courseId}::uuid`, sql`${assignmentId}::uuid`, sql`n.person_id = any(${owners}::uuid[])`)}))`

/** The submissions of owner `o` of an assignment; if there are none, those of a group that count for the person. */
export function worksOf({ courseId, assignmentId }: Omit<Mine, 'personId'>) {
  const [course, assignment] = [sql`${courseId}::uuid`, sql`${assignmentId}::uuid`]
  return sql`(
  select s.* from submissions s
  where s.course_id = ${course} and s.assignment_id = ${assignment} and s.owner_id = o.owner_id
  union all
  select s.* from submissions s
  where s.course_id = ${course} and s.id in (${workOfGroups(course, assignment, sql`n.person_id = o.owner_id`)}))`
}

/**
 * The order of submissions `s` of assignment `a` after that of their scores: the latest first, or the first. Of equal
 * scores the earlier one is the best: a repeat that gains nothing costs nothing.
 */
export const byAttempt = (score: RawBuilder<unknown>) => sql`
  case when a.counts = 'first' or (a.counts = 'best' and ${score} is not null) then s.attempt end nulls last,
  s.attempt desc`

export interface SubmissionRow {
  id: string
  owner_id: string
  attempt: number
  submitted_at: string
  submitted_by: string
  digest: string
  response: Record<string, string>
  /** By `file-<slot id>`. */
  files: Record<string, { id: string; filename: string }>
  feedback: Feedback | null
  /** The sheet at the time of the submission, if it has changed since. */
  sheet?: SheetRow | null
}

/** The sheet at the time of submission `s` (migration 046); null: the present sheet. */
const sheetThen = sql`case when exists (
  select from sheet_versions v
  where v.course_id = s.course_id and v.assignment_id = s.assignment_id and v.version > s.sheet_version) then (
  with changed as (
    select distinct on (v.table_name, v.row_id) v.table_name, v.row_id, v.before from sheet_versions v
    where v.course_id = s.course_id and v.assignment_id = s.assignment_id and v.version > s.sheet_version
    order by v.table_name, v.row_id, v.version),
  things as (
    select 'questions' as table_name, q.id, to_jsonb(q) as thing from questions q
    where q.course_id = s.course_id and q.assignment_id = s.assignment_id
    union all
    select 'question_sets', t.id, to_jsonb(t) from question_sets t
    where t.course_id = s.course_id and t.assignment_id = s.assignment_id
    union all
    select 'file_slots', l.id, to_jsonb(l) from file_slots l
    where l.course_id = s.course_id and l.assignment_id = s.assignment_id),
  sheet as (
    select * from things where id not in (select row_id from changed)
    union all select table_name, row_id, before from changed where before is not null)
  select json_build_object(
    'questions', coalesce(json_agg(thing order by (thing->>'position')::integer, id)
      filter (where table_name = 'questions'), '[]'),
    'sets', coalesce(json_agg(thing) filter (where table_name = 'question_sets'), '[]'),
    'slots', coalesce(json_agg(thing order by (thing->>'position')::integer, id)
      filter (where table_name = 'file_slots'), '[]'))
  from sheet) end`

/** The field's name of file `f` in a submission. */
export const slotName = sql`'file-' || f.slot_id || case when f.n > 1 then '-' || f.n else '' end`

/** Submission `s` as JSON, with its files and the released part of its feedback. */
export const submission = (personId: RawBuilder<unknown>, more = sql``) => sql`json_build_object(
  'id', s.id, 'owner_id', s.owner_id, 'attempt', s.attempt, 'submitted_at', s.submitted_at, 'digest', s.digest, 'response', s.response,
  'submitted_by', (select ${fullName(sql`p`)} from people p where p.id = s.submitted_by),
  'files', (
    select coalesce(json_object_agg(${slotName},
      json_build_object('id', u.id, 'filename', u.filename)), '{}')
    from submission_files f join uploads u on u.id = f.upload_id
    where f.course_id = s.course_id and f.submission_id = s.id),
  'feedback', ${shownFeedback(personId)}${more})`

export const submissionThen = (personId: RawBuilder<unknown>) => submission(personId, sql`, 'sheet', ${sheetThen}`)

/** The most bytes of answers on one page of attempts: one attempt may have a million. */
const MOST_ANSWERED = 500_000

interface AttemptsPage {
  /** As in `OwnRow`. */
  drafter_id: string
  attempts: { cursor: string; submission: SubmissionRow }[]
  /** How many submissions there are from the first of these on. */
  left: number
}

/**
 * A page of the submissions that count for the person, the latest first: as many as asked for and as fit, at least one.
 */
export const getAttempts = async (
  db: Kysely<DB>,
  { courseId, assignmentId, personId }: Mine,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<AttemptsPage> => {
  const { order, cursor, after: isAfter } = pagesOfAttempts
  const { rows } = await sql<AttemptsPage>`
    with own as (
      select s.*, ${byOwner} as by_owner from ${counted}
      where n.course_id = ${courseId} and n.person_id = ${personId} and n.assignment_id = ${assignmentId}),
    wanted as (select s.* from own s where ${isAfter(after)}),
    page as (
      select s.*, row_number() over newest as nth, sum(octet_length(response::text)) over newest as so_far
      from (select s.* from wanted s order by ${order} limit ${limit}) s
      window newest as (order by ${order}))
    select ${drafterOf(personId)} as drafter_id, (select count(*) from wanted) as left,
      (select coalesce(
        json_agg(json_build_object('cursor', ${cursor}, 'submission', ${submissionThen(sql`${personId}::uuid`)}) order by s.nth), '[]')
        from page s where s.nth = 1 or s.so_far <= ${MOST_ANSWERED}) as attempts
    from assignments a where ${isThis(courseId, assignmentId)}`.execute(db)
  return found(rows[0])
}

export interface SubmittedRow {
  id: string
  course_id: string
  assignment_id: string
  owner_id: string
  course: string
  assignment: string
  /** Empty when the account was removed. */
  person: string
  /** Empty when it is the person's own. */
  group: string
  attempt: number
  submitted_at: Date
  late: boolean
  digest: string
}

/** The data of a submission's receipt. Throws not_found when the submission does not count for the person. */
export const getSubmitted = async (
  db: Kysely<DB>,
  { courseId, assignmentId, id, personId }: Mine & { id: string },
): Promise<SubmittedRow> => {
  const { rows } = await sql<Omit<SubmittedRow, 'late'> & Dates & { allowances: AllowanceRow[] | null }>`
    select s.id, s.course_id, s.assignment_id, s.owner_id, s.attempt, s.submitted_at, s.digest,
      c.code || ' ' || c.name as course, a.name as assignment, ${dates},
      ${allowancesOfWork} as allowances,
      coalesce(g.name, '') as group,
      coalesce(${fullName(sql`p`)}, '') as person
    from assignments a
    join submission_people n on n.course_id = a.course_id and n.person_id = ${personId} and n.assignment_id = a.id
      and n.submission_id = ${id}
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id
    join courses c on c.id = a.course_id
    left join groups g on g.course_id = s.course_id and g.id = s.owner_id
    left join people p on p.id = s.submitted_by
    where ${isThis(courseId, assignmentId)}`.execute(db)
  const row = found(rows[0])
  return { ...row, late: isLate(termsFor(row, row.allowances), row.submitted_at) }
}

interface AttemptRow {
  /** As in `OwnRow`. */
  drafter_id: string
  /** Those of everybody who was in the group when it handed the work in, or of the person. */
  allowances: AllowanceRow[] | null
  attempt: SubmissionRow
  people: string[]
  files: HandedIn['files']
}

/** A submission that counts for the person, with everyone for whom it counts and the data of its files. */
export const getAttempt = async (
  db: Kysely<DB>,
  { courseId, assignmentId, id, personId }: Mine & { id: string },
): Promise<AttemptRow> => {
  const name = fullName(sql`e`)
  const { rows } = await sql<AttemptRow>`
    select ${drafterOf(personId)} as drafter_id, ${allowancesOfWork} as allowances,
      ${submissionThen(sql`n.person_id`)} as attempt,
      (select coalesce(json_agg(${name} order by ${name}), '[]')
        from submission_people t join people e on e.id = t.person_id
        where t.course_id = s.course_id and t.submission_id = s.id and e.removed_at is null) as people,
      (select coalesce(json_object_agg(${slotName},
          json_build_object('filename', u.filename, 'bytes', u.bytes, 'sha256', encode(u.sha256, 'hex'))), '{}')
        from submission_files f join uploads u on u.id = f.upload_id
        where f.course_id = s.course_id and f.submission_id = s.id) as files
    from assignments a
    join submission_people n on n.course_id = a.course_id and n.person_id = ${personId} and n.assignment_id = a.id
      and n.submission_id = ${id}
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id
    where ${isThis(courseId, assignmentId)}`.execute(db)
  return found(rows[0])
}
