import { sql } from 'kysely'
import { centsOf, pointsOf } from '../../contract/points.ts'
import { type MemberScores, type RubricItem, rubricMost, worksMost } from '../../contract/staff/grading.ts'
import {
  type AllowanceRow,
  allowancesOfWork,
  allowancesOfWorkIn,
  findLateAllowances,
} from '../assignments/allowances.ts'
import { isTyped } from '../assignments/draftQueries.ts'
import { type AssignmentRow, assignmentColumns, dates } from '../assignments/queries.ts'
import {
  byAttempt,
  earlierOwners,
  type SubmissionRow,
  scoreFor,
  slotName,
  submission,
  worksOf,
} from '../assignments/submissionQueries.ts'
import { type Dates, termsOf } from '../assignments/terms.ts'
import type { Db } from '../db/database.ts'
import { fixed } from '../db/fixed.ts'
import { found } from '../errors.ts'
import { byName, inOrder } from '../users/name.ts'
import { gradersOf } from './graders.ts'
import { readSheets, type SheetThen } from './sheets.ts'

type Expression = ReturnType<typeof sql>

interface Name {
  _id: string
  first: string
  last: string
}

export const nameOf = (alias: string) =>
  sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'first', ${sql.ref(`${alias}.first`)}, 'last', ${sql.ref(`${alias}.last`)})`

/** The person with that id as a name; null: there is none. */
export const personNamed = (id: Expression) => sql`(select ${nameOf('x')} from people x where x.id = ${id})`

export interface ListedRow extends Dates {
  owner_id: string
  group: string
  people: Name[]
  section: string
  allowances: AllowanceRow[] | null
  submission_id: string | null
  attempts: number | null
  submitted_at: Date | null
  typed: boolean
  show: boolean | null
  graded: boolean | null
  held: boolean | null
  shown: boolean | null
  score: string | null
  /** How many members have a score of their own. */
  own_scores: number | null
  grader: Name | null
  assigned_to: Name | null
  /** The attempt of the regrade request that has waited longest for an answer. */
  asked: string | null
}

/** Everyone who is to hand an assignment in, with the attempt that counts, by name. */
export async function findWorks(db: Db, { courseId, assignmentId }: Of): Promise<ListedRow[]> {
  const inGroup = sql`
    select m.person_id from group_members m where m.course_id = ${courseId} and m.group_id = g.id`
  const { rows } = await sql<ListedRow>`
    with a as (
      select * from assignments where course_id = ${courseId} and id = ${assignmentId}::uuid and deleted_at is null),
    owners as (
      select r.person_id as owner_id, '' as "group", json_build_array(${nameOf('p')}) as people, r.section,
        p.first || ' ' || p.last as name
      from a join roster r on r.course_id = a.course_id and r.role = 'student' join people p on p.id = r.person_id
      where a.grouping_id is null and r.course_id = ${courseId}
      union all
      select g.id, g.name, (
          select coalesce(json_agg(${nameOf('p')} order by ${byName('p')}), '[]')
          from people p where p.removed_at is null and p.id in (${inGroup})), '', g.name
      from a join groups g on g.course_id = a.course_id and g.grouping_id = a.grouping_id
      where g.course_id = ${courseId} and exists (${inGroup})
      union all
      select e.owner_id, coalesce(g.name, ''), json_agg(${nameOf('p')} order by ${byName('p')}),
        coalesce(min(r.section), ''), coalesce(g.name, min(p.first || ' ' || p.last))
      from a cross join lateral (select distinct * from (${earlierOwners()}) e) e
      join people p on p.id = e.person_id and p.removed_at is null
      left join groups g on g.course_id = ${courseId} and g.id = e.owner_id
      left join roster r on r.course_id = ${courseId} and r.person_id = e.owner_id
      group by e.owner_id, g.name)
    select o.owner_id, o."group", o.people, o.section, ${dates},
      ${allowancesOfWorkIn(sql`${courseId}::uuid`)} as allowances, s.id as submission_id, s.attempts, s.submitted_at,
      exists (select from drafts d where d.course_id = ${courseId} and d.assignment_id = a.id and d.owner_id = o.owner_id
        and ${isTyped}) as typed,
      s.show, s.graded, s.held, s.shown, s.score, ${personNamed(sql`s.grader_id`)} as grader,
      (select count(*)::int from jsonb_object_keys(s.members)) as own_scores,
      ${personNamed(sql`v.grader_id`)} as assigned_to,
      (select q.submission_id from regrade_requests q
        join feedback f on f.course_id = q.course_id and f.submission_id = q.submission_id and f.show
        where q.course_id = ${courseId} and q.assignment_id = a.id and q.owner_id = s.owner_id
          and q.answered_at is null order by q.asked_at, q.id limit 1) as asked
    from owners o cross join a join courses c on c.id = a.course_id
    left join lateral (
      select s.id, s.owner_id, s.assignment_id, s.submitted_at, f.show, f.grader_id,
        ${scoreFor(sql`o.owner_id`)} as score, case when s.owner_id = o.owner_id then f.members end as members,
        ${isDone} as graded,
        max(s.attempt) over () as attempts,
        bool_or(${isGraded} and not f.show) over () as held, bool_or(${isGraded} and f.show) over () as shown
      from ${worksOf({ courseId, assignmentId })} s
      left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
      order by ${countingFirst} limit 1) s on true
    left join divisions v on v.course_id = ${courseId} and v.assignment_id = a.id and v.owner_id = o.owner_id
      and v.grader_id in (${gradersOf(courseId)})
    order by ${inOrder(sql`o.name`)}, o.owner_id limit ${worksMost}`.execute(db)
  return rows
}

interface Of {
  courseId: string
  assignmentId: string
}

/** Whether feedback `f` has more than a comment. */
const isScored = sql`(f.score is not null or f.grade is not null or f.members <> '{}')`
/** Whether feedback `f` says anything. Where an assignment has points, a comment alone leaves the work ungraded. */
export const isGraded = sql`(f.comment <> '' or ${isScored})`

/** Whether feedback `f` has all that assignment `a` asks of a grader, or the student sees it as it is. */
const isDone = sql`coalesce(${isGraded} and (f.show or a.score = 0 or ${isScored}), false)`

/**
 * An order in which the attempt `s` that counts comes first; with the rule "best attempt", ungraded attempts come
 * before.
 */
export const countingFirst = sql`
  case when a.counts = 'best' then ${isDone}::int end,
  case when a.counts = 'best' then f.score end desc nulls last, ${byAttempt(sql`f.score`)}`

/** The column with the name of a work's assignment; null: the course of roster row `r` has no such work. */
export const titleOfWork = (id: string) => sql`(
  select a.name from submissions s
  join assignments a on a.course_id = s.course_id and a.id = s.assignment_id and a.deleted_at is null
  where s.course_id = r.course_id and s.id = ${id}::uuid) as title`

/** The assignment of a work in the course of roster row `r`. */
export const assignmentOfWork = (id: string) => sql`(
  select s.assignment_id from submissions s where s.course_id = r.course_id and s.id = ${id}::uuid)`

export interface FeedbackRow {
  parts: Record<string, string>
  items: string[]
  override: string | null
  override_reason: string
  /** By person: the members with a score of their own. */
  members: MemberScores
  comment: string
  grade?: string | number | null
  show: boolean
  updated_at: string
  grader: Name | null
  revision: number
}

export interface ItemRow {
  id: string
  part: string
  title: string
  points: string
  revision: number
  position: number
}

export const shownItem = ({ id, points, ...item }: ItemRow): RubricItem => ({
  _id: id,
  points: pointsOf(centsOf(points)),
  ...item,
})

const itemsOf = (courseId: Expression, assignmentId: Expression) => sql<ItemRow>`
  select i.id, i.part, i.title, i.points::text as points, i.revision, i.position from rubric_items i
  where i.course_id = ${courseId} and i.assignment_id = ${assignmentId} and i.deleted_at is null
  order by i.position, i.id limit ${sql.lit(rubricMost)}`

/** The rubric of assignment `a`, as JSON. */
const rubric = sql`(
  select coalesce(json_agg(i order by i.position, i.id), '[]') from (${itemsOf(sql`a.course_id`, sql`a.id`)}) i)`

/** An assignment with its rubric, also a draft; nothing when it does not exist. */
export async function findWithRubric(
  db: Db,
  { courseId, assignmentId }: Of,
): Promise<(AssignmentRow & { rubric: ItemRow[] }) | undefined> {
  const { rows } = await sql<AssignmentRow & { rubric: ItemRow[] }>`
    select ${assignmentColumns}, ${rubric} as rubric from assignments a join courses c on c.id = a.course_id
    where a.course_id = ${courseId} and a.id = ${assignmentId}::uuid and a.deleted_at is null`.execute(db)
  return rows[0]
}

interface Answered {
  /** The sheet at the time of the submission, if it has changed since. */
  sheet: SheetThen | null
}

/** A work with everything that its grade depends on. */
export interface WorkRow {
  assignment: AssignmentRow
  owner_id: string
  people: Name[]
  allowances: AllowanceRow[] | null
  submission: Pick<SubmissionRow, 'attempt' | 'response' | 'submitted_at'> & Answered
  feedback: FeedbackRow | null
  rubric: ItemRow[]
}

/** A work as a grader opens it. */
export interface OpenedRow extends WorkRow {
  submission: SubmissionRow & Answered
  group: string
  files: Record<string, { bytes: number; type: string }>
  attempts: { _id: string; attempt: number; datetime: string; released: boolean }[]
  draft: Record<string, string> | null
  typing: Name[]
}

const feedbackOf = sql`(
  select json_build_object('parts', f.parts, 'items', f.items, 'override', f.override::text, 'comment', f.comment, 'grade', f.grade,
    'override_reason', f.override_reason, 'members', f.members, 'show', f.show, 'updated_at', f.updated_at, 'revision', f.revision,
    'grader', ${personNamed(sql`f.grader_id`)})
  from feedback f where f.course_id = s.course_id and f.submission_id = s.id)`

const workFields = fixed(sql`
  'owner_id', s.owner_id,
  'people', (select coalesce(json_agg(${nameOf('p')} order by ${byName('p')}), '[]')
    from submission_people n join people p on p.id = n.person_id
    where n.course_id = s.course_id and n.submission_id = s.id and p.removed_at is null),
  'feedback', ${feedbackOf},
  'rubric', ${rubric}`)

const answered = fixed(sql`
  'submission', json_build_object(
    'attempt', s.attempt, 'response', s.response, 'submitted_at', s.submitted_at, 'sheet_version', s.sheet_version)`)

/**
 * A work with its assignment, also a draft. The statement leaves out what only a screen shows or few works have: to
 * begin a large statement takes longer than this one runs. @throws not_found
 */
export async function getWork(db: Db, courseId: string, id: string): Promise<WorkRow> {
  const work = await read<Omit<WorkRow, 'allowances'>>(db, courseId, id, answered)
  const { assignment, submission } = work
  const terms = { course_id: courseId, terms: termsOf(assignment) }
  const allowances = await findLateAllowances(db, terms, [{ id, submitted_at: submission.submitted_at }])
  return { ...work, allowances: allowances.get(id) ?? null }
}

/** The same as `getWork`, with everything else that a grader sees. @throws not_found */
export const getOpened = (db: Db, courseId: string, id: string, viewerId: string) =>
  read<OpenedRow>(
    db,
    courseId,
    id,
    sql`
      'allowances', ${allowancesOfWork},
      'submission', ${submission(sql`null::uuid`, sql`, 'sheet_version', s.sheet_version`)},
      'group', coalesce((select g.name from groups g where g.course_id = s.course_id and g.id = s.owner_id), ''),
      'files', (
        select coalesce(json_object_agg(${slotName}, json_build_object('bytes', u.bytes, 'type', u.media_type)), '{}')
        from submission_files f join uploads u on u.id = f.upload_id
        where f.course_id = s.course_id and f.submission_id = s.id),
      'attempts', (
        select json_agg(json_build_object('_id', o.id, 'attempt', o.attempt, 'datetime', o.submitted_at,
          'released', coalesce((select f.show from feedback f
            where f.course_id = o.course_id and f.submission_id = o.id), false)) order by o.attempt)
        from (select * from submissions o where o.course_id = s.course_id and o.assignment_id = s.assignment_id
          and o.owner_id = s.owner_id order by o.attempt desc limit 100) o),
      'draft', (select d.fields from grade_drafts d
        where d.course_id = s.course_id and d.submission_id = s.id and d.grader_id = ${viewerId}),
      'typing', (select coalesce(json_agg(${nameOf('p')}), '[]') from grade_drafts d join people p on p.id = d.grader_id
        where d.course_id = s.course_id and d.submission_id = s.id and d.grader_id <> ${viewerId})`,
  )

async function read<Row extends Pick<WorkRow, 'assignment' | 'submission'>>(
  db: Db,
  courseId: string,
  id: string,
  more: Expression,
): Promise<Row> {
  type Read = Omit<Row, 'assignment'> & { submission: { sheet_version: number } }
  const { rows } = await sql<AssignmentRow & { work: Read }>`
    select ${assignmentColumns}, json_build_object(${workFields}, ${more}) as work
    from submissions s join assignments a on a.course_id = s.course_id and a.id = s.assignment_id and a.deleted_at is null
    join courses c on c.id = a.course_id
    where s.course_id = ${courseId} and s.id = ${id}::uuid`.execute(db)
  const { work, ...assignment } = found(rows[0])
  const { sheet_version } = work.submission
  const sheet = (await readSheets(db, assignment, sheet_version)).at(sheet_version)
  return { ...work, submission: { ...work.submission, sheet }, assignment } as unknown as Row
}

export async function findItems(db: Db, { courseId, assignmentId }: Of): Promise<ItemRow[]> {
  const { rows } = await itemsOf(sql`${courseId}`, sql`${assignmentId}::uuid`).execute(db)
  return rows
}

/** Those of these items that somebody removed from the assignment's rubric. */
export async function findRemovedItems(
  db: Db,
  { a, row }: { a: { course_id: string; id: string }; row: Pick<WorkRow, 'rubric'> },
  items: string[],
): Promise<string[]> {
  const unknown = items.filter((id) => !row.rubric.some((item) => item.id === id))
  if (unknown.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from rubric_items where course_id = ${a.course_id} and id = any(${unknown}::uuid[])
      and assignment_id = ${a.id} and deleted_at is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/** The works with a rubric item. */
export async function findWorksWithItem(db: Db, courseId: string, itemId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select submission_id as id from feedback where course_id = ${courseId} and items @> array[${itemId}::uuid]
    order by submission_id limit ${worksMost}`.execute(db)
  return rows.map(({ id }) => id)
}
