import { sql } from 'kysely'
import { type Mark, mostMarks, type ShownMark } from '../../contract/staff/marks.ts'
import type { Db } from '../db/database.ts'
import { found, Refusal } from '../errors.ts'
import { isOut } from '../publishing/out.ts'

const marks = (courseId: string, submissionId: string) => sql`
  select m.id as _id, m.field, m.path, m.page, m.kind, m.shape, m.comment, m.colour, m.revision,
    case when u.id is not null then json_build_object('_id', u.id, 'first', u.first, 'last', u.last) end as author
  from marks m left join people u on u.id = m.author_id
  where m.course_id = ${courseId} and m.submission_id = ${submissionId} and m.deleted_at is null`

/** Undefined: there is no such submission. */
export async function findMarks(db: Db, courseId: string, submissionId: string): Promise<Mark[] | undefined> {
  const { rows } = await sql<{ marks: Mark[] }>`
    select (select coalesce(json_agg(m), '[]') from (${marks(courseId, submissionId)} order by m.id limit ${mostMarks}) m) as marks
    from submissions where course_id = ${courseId} and id = ${submissionId}`.execute(db)
  return rows[0]?.marks
}

export interface MarkOf {
  courseId: string
  submissionId: string
  id: string
}

export async function getMark(db: Db, { courseId, submissionId, id }: MarkOf): Promise<Mark> {
  const { rows } = await sql<Mark>`${marks(courseId, submissionId)} and m.id = ${id}`.execute(db)
  return found(rows[0])
}

/**
 * The marks of a submission that counts for the person, once its feedback is released. Throws not_found for any other
 * submission.
 */
export async function getShownMarks(
  db: Db,
  { courseId, assignmentId, id, personId }: { courseId: string; assignmentId: string; id: string; personId: string },
): Promise<ShownMark[]> {
  const { rows } = await sql<{ marks: ShownMark[] }>`
    select (
      select coalesce(json_agg(m), '[]') from (
        select m.id as _id, m.field, m.path, m.page, m.kind, m.shape, m.comment, m.colour
        from feedback f join marks m on m.course_id = f.course_id and m.submission_id = f.submission_id
        where f.course_id = n.course_id and f.submission_id = n.submission_id and f.show and m.deleted_at is null
        order by m.id limit ${mostMarks}) m) as marks
    from submission_people n
    join assignments a on a.course_id = n.course_id and a.id = n.assignment_id and ${isOut('a')}
    where n.course_id = ${courseId} and n.person_id = ${personId} and n.assignment_id = ${assignmentId}
      and n.submission_id = ${id}`.execute(db)
  return found(rows[0]).marks
}

/** The name of a mark's assignment, for the history. Throws not_found, also for a field without an answer. */
export async function getMarked(
  db: Db,
  { courseId, submissionId, field }: { courseId: string; submissionId: string; field: string },
): Promise<{ title: string }> {
  const { rows } = await sql<{ title: string }>`
    select a.name as title
    from submissions s join assignments a on a.course_id = s.course_id and a.id = s.assignment_id and a.deleted_at is null
    where s.course_id = ${courseId} and s.id = ${submissionId} and s.response ? ${field}`.execute(db)
  return found(rows[0])
}

/** Throws too_many. */
export async function refuseTooManyMarks(trx: Db, courseId: string, submissionId: string): Promise<void> {
  const { rows } = await sql`
    select from marks where course_id = ${courseId} and submission_id = ${submissionId} and deleted_at is null
    offset ${mostMarks} limit 1`.execute(trx)
  if (rows.length > 0) throw new Refusal('too_many', { message: `A submission has at most ${mostMarks} marks.` })
}
