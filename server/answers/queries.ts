import { type RawBuilder, sql } from 'kysely'
import { answerShown } from '../../contract/staff/answers.ts'
import { worksMost } from '../../contract/staff/grading.ts'
import { type AllowanceRow, findLateAllowances } from '../assignments/allowances.ts'
import type { CommonAssignment } from '../assignments/shown.ts'
import { earlierOwners, workOfGroups } from '../assignments/submissionQueries.ts'
import { wellFormed } from '../changes/change.ts'
import type { Db } from '../db/database.ts'
import { countingFirst, nameOf, personNamed } from '../grading/queries.ts'
import { readSheets, type SheetThen } from '../grading/sheets.ts'
import { areNamesHidden } from '../hiddenNames/queries.ts'
import { byName } from '../users/name.ts'

interface Name {
  _id: string
  first: string
  last: string
}

/** In characters. Of a longer open answer the list reads only a digest. */
const SHORT = 400
/** In characters: the length up to which an answer to a closed question is read and scored. */
const CLOSED = 5_000

export interface AnswerRow {
  id: string
  owner_id: string
  /** The version of the sheet that the work answers. */
  sheet_version: number
  /** Null: the answer is long, and `digest` tells it apart from others. */
  answer: string | null
  digest: string | null
  /** The points that a grader gave to the part. */
  by_hand: string | null
  items: string[]
  revision: number
  show: boolean
  /** The grader set the score as a whole, or it is from before grades had parts. */
  as_whole: boolean
}

interface Of {
  courseId: string
  assignmentId: string
}

/** For each person or group, the attempt that counts, as in the list of submissions: `s` with its feedback `f`. */
export const counting = ({ courseId, assignmentId }: Of) => {
  const isStudent = (id: RawBuilder<unknown>) => sql`
    select from roster r where r.course_id = ${courseId} and r.person_id = ${id} and r.role = 'student'`
  return sql`
  select distinct on (s.owner_id) s.id, s.owner_id, s.response, s.sheet_version,
    f.parts, f.items, f.revision, f.show, f.override, f.points, f.score
  from assignments a
  join submissions s on s.course_id = a.course_id and s.assignment_id = a.id
  left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
  where a.course_id = ${courseId} and a.id = ${assignmentId}::uuid and s.course_id = ${courseId}
    and case when a.grouping_id is null
      then exists (${isStudent(sql`s.owner_id`)})
        or s.id in (${workOfGroups(sql`${courseId}::uuid`, sql`${assignmentId}::uuid`, sql`exists (${isStudent(sql`n.person_id`)})`)})
      else exists (
          select from group_members m
          where m.course_id = ${courseId} and m.grouping_id = a.grouping_id and m.group_id = s.owner_id)
        or exists (${earlierOwners(sql`e.owner_id = s.owner_id`)}) end
  order by s.owner_id, ${countingFirst}`
}

/**
 * The name of an assignment in the course of roster row `r`, null where there is none, and whether its graders see no
 * names.
 */
export const assignmentColumns = (id: string) => sql`(
  select a.name from assignments a
  where a.course_id = r.course_id and a.id = ${id}::uuid and a.deleted_at is null) as title,
  ${areNamesHidden(sql`${id}::uuid`)} as names_hidden`

interface OfPart extends Of {
  part: string
  open: boolean
}

/** The answers of everyone to one part. */
export async function findAnswers(db: Db, of: OfPart): Promise<AnswerRow[]> {
  const { part, open } = of
  const isLong = open ? sql`char_length(t.text) > ${SHORT}` : sql`false`
  const { rows } = await sql<AnswerRow>`
    with w as (${counting(of)})
    select w.id, w.owner_id, w.sheet_version, case when not ${isLong} then left(t.text, ${CLOSED}) end as answer,
      case when ${isLong} then md5(btrim(t.text)) end as digest,
      w.parts->>${part} as by_hand, coalesce(w.items, '{}') as items, coalesce(w.revision, 0) as revision,
      coalesce(w.show, false) as show,
      w.override is not null or (w.score is not null and w.points is null) as as_whole
    from w cross join lateral (select coalesce(w.response->>${part}, '') as text) t
    order by w.id limit ${worksMost}`.execute(db)
  return rows
}

/** The answer to one part, in full, of each of these works. */
export async function findTexts(
  db: Db,
  courseId: string,
  part: string,
  ids: string[],
): Promise<Map<string, { text: string; cut: boolean }>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; text: string; cut: boolean }>`
    select id, left(response->>${part}, ${answerShown}) as text, char_length(response->>${part}) > ${answerShown} as cut
    from submissions where course_id = ${courseId} and id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...text }) => [id, text]))
}

export interface WorkPeopleRow {
  group: string
  people: Name[]
  grader: Name | null
}

/** The columns of `WorkPeopleRow`, for work `s` with its feedback `f`. */
const who = sql`
  coalesce((select g.name from groups g where g.course_id = s.course_id and g.id = s.owner_id), '') as "group",
  (select coalesce(json_agg(${nameOf('p')} order by ${byName('p')}), '[]')
    from submission_people n join people p on p.id = n.person_id
    where n.course_id = s.course_id and n.submission_id = s.id and p.removed_at is null) as people,
  ${personNamed(sql`f.grader_id`)} as grader`

/** The owners of these works, and their graders. */
export async function findWorkPeople(db: Db, courseId: string, ids: string[]): Promise<Map<string, WorkPeopleRow>> {
  const { rows } = await sql<WorkPeopleRow & { id: string }>`
    select s.id, ${who} from submissions s
    left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    where s.course_id = ${courseId} and s.id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface GradedWork {
  id: string
  owner_id: string
  submitted_at: Date
  response: Record<string, string>
  /** The sheet at the time of the submission, if it has changed since. */
  sheet: SheetThen | null
  /** The penalty of late work. */
  allowances: AllowanceRow[] | null
  parts: Record<string, string>
  items: string[]
  override: string | null
  override_reason: string
  comment: string
  show: boolean
  revision: number
}

/** Works of an assignment with everything that their grades are made of. */
export const findGradedWorks = (db: Db, a: CommonAssignment, ids: string[]) => findGraded<GradedWork>(db, a, ids, sql``)

/** The same works as `findGradedWorks`, with their owners. */
export const findGradedWorksOf = (db: Db, a: CommonAssignment, ids: string[]) =>
  findGraded<GradedWork & WorkPeopleRow & Pick<AnswerRow, 'as_whole'>>(
    db,
    a,
    ids,
    sql`,
    ${who}, f.override is not null or (f.score is not null and f.points is null) as as_whole`,
  )

async function findGraded<Row extends GradedWork>(
  db: Db,
  a: CommonAssignment,
  ids: string[],
  more: RawBuilder<unknown>,
): Promise<Row[]> {
  const { rows } = await sql<Row & { sheet_version: number }>`
    select s.id, s.owner_id, s.submitted_at, s.response, s.sheet_version,
      coalesce(f.parts, '{}') as parts, coalesce(f.items, '{}') as items, f.override::text as override,
      coalesce(f.override_reason, '') as override_reason, coalesce(f.comment, '') as comment,
      coalesce(f.show, false) as show, coalesce(f.revision, 0) as revision${more}
    from submissions s left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    where s.course_id = ${a.course_id} and s.assignment_id = ${a.id}::uuid and s.id = any(${ids}::uuid[])
    order by s.id`.execute(db)
  const allowances = await findLateAllowances(db, a, rows)
  const sheets = await readSheets(db, a, Math.min(...rows.map(({ sheet_version }) => sheet_version)))
  return rows.map((row) => ({
    ...row,
    allowances: allowances.get(row.id) ?? null,
    sheet: sheets.at(row.sheet_version),
  }))
}

export interface NewGrade {
  id: string
  parts: Record<string, string>
  items: string[]
  comment: string
  points: string | null
  score: string | null
  /** The revision that the grader saw; 0: there was no grade. */
  revision: number
}

/** Saves the grades whose revision is still the one that the grader saw. Returns the new revisions by work. */
export async function saveGrades(
  trx: Db,
  courseId: string,
  grades: NewGrade[],
  by: string,
  at: Date,
): Promise<Map<string, number>> {
  if (grades.length === 0) return new Map()
  const columns = grades.map(({ id, parts, items, comment, points, score, revision }) => ({
    ...{ id, parts, items, comment, points, score, revision },
  }))
  const { rows } = await sql<{ id: string; revision: number }>`
    with n as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(columns, wellFormed)}::jsonb)
        as n (id uuid, parts jsonb, items uuid[], comment text, points numeric, score numeric, revision integer)),
    changed as (
      update feedback f set parts = n.parts, items = n.items, comment = n.comment, points = n.points, score = n.score,
        grader_id = ${by}::uuid, updated_at = ${at}::timestamptz
      from n where f.course_id = ${courseId} and f.submission_id = n.id and f.revision = n.revision
      returning f.submission_id, f.revision),
    made as (
      insert into feedback (course_id, submission_id, parts, items, comment, points, score, grader_id, updated_at)
      select ${courseId}::uuid, id, parts, items, comment, points, score, ${by}::uuid, ${at}::timestamptz
      from n where revision = 0 order by id
      on conflict do nothing returning submission_id, revision)
    select submission_id as id, revision from changed union all select submission_id, revision from made`.execute(trx)
  return new Map(rows.map(({ id, revision }) => [id, revision]))
}
