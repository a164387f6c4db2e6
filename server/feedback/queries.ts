import { sql } from 'kysely'
import { type Regrade, regradesMost } from '../../contract/feedback.ts'
import { latestFirst } from '../assignments/submissionQueries.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { gradersOf } from '../grading/graders.ts'
import { isOut } from '../publishing/out.ts'

type Expression = ReturnType<typeof sql>

const personNamed = (id: Expression) => sql`(
  select json_build_object('_id', x.id, 'first', x.first, 'last', x.last) from people x
  where x.id = ${id} and x.removed_at is null)`

/** Points without trailing zeros. */
const points = (column: string) => sql`trim_scale(${sql.ref(`q.${column}`)})::text`

const regrade = sql`json_build_object(
  '_id', q.id, 'submission_id', q.submission_id, 'part', q.part, 'text', q.content,
  'attempt', (select t.attempt from submissions t where t.course_id = q.course_id and t.id = q.submission_id),
  'asked_at', q.asked_at, 'asked_by', ${personNamed(sql`q.asked_by`)},
  'score', ${points('score_before')}, 'points', ${points('points_before')},
  'answer', case when q.answered_at is not null then json_build_object(
    'text', q.answer, 'at', q.answered_at, 'by', ${personNamed(sql`q.answered_by`)},
    'score', ${points('score_after')}, 'points', ${points('points_after')}) end)`

export interface ShownRow {
  id: string
  show: boolean | null
  shown_at: Date | null
  score: string | null
  points: string | null
  /** A score of the person alone, in place of the group's. */
  own: string | null
  regrade_days: number
  regrades: Regrade[]
  marks: number
}

interface Mine {
  courseId: string
  assignmentId: string
  personId: string
  /** Undefined: the latest submission that counts for the person. */
  id?: string | undefined
}

/** A submission of the person, and whether its grade is released. @throws not_found */
export async function getShown(db: Db, { courseId, assignmentId, personId, id }: Mine): Promise<ShownRow> {
  const asked = id ? sql`s.id = ${id}::uuid` : sql`true`
  const { rows } = await sql<ShownRow>`
    select s.id, f.show, f.shown_at, f.score, f.points,
      f.members->(n.person_id::text)->>'score' as own, c.regrade_days, (
        select coalesce(json_agg(${regrade} order by q.asked_at, q.id), '[]') from regrade_requests q
        where q.course_id = s.course_id and q.assignment_id = s.assignment_id and q.owner_id = s.owner_id
          and q.submission_id = s.id and f.show) as regrades, (
        select count(*)::int from marks m
        where m.course_id = s.course_id and m.submission_id = s.id and m.deleted_at is null and f.show) as marks
    from submission_people n
    join submissions s on s.course_id = n.course_id and s.id = n.submission_id and ${asked}
    join assignments a on a.course_id = s.course_id and a.id = s.assignment_id and ${isOut('a')}
    join courses c on c.id = s.course_id
    left join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    where n.course_id = ${courseId} and n.person_id = ${personId} and n.assignment_id = ${assignmentId}::uuid
    order by ${latestFirst} limit 1`.execute(db)
  return found(rows[0])
}

/**
 * Whether the grade of request `q` is released: until then nobody reads the request, which might tell whose a work
 * without a name is.
 */
const isShown = (submissionId: Expression) => sql`exists (
  select from feedback f where f.course_id = q.course_id and f.submission_id = ${submissionId} and f.show)`

/**
 * The requests about all attempts of a submission's owner; none while the submission has no name, which the requests
 * would tell.
 */
export async function findRegrades(db: Db, courseId: string, submissionId: string): Promise<Regrade[]> {
  const { rows } = await sql<{ regrade: Regrade }>`
    select ${regrade} as regrade from submissions s
    join regrade_requests q
      on q.course_id = s.course_id and q.assignment_id = s.assignment_id and q.owner_id = s.owner_id
    where s.course_id = ${courseId} and s.id = ${submissionId}::uuid and ${isShown(sql`q.submission_id`)}
      and (${isShown(sql`s.id`)} or not exists (
        select from grading_settings h
        where h.course_id = s.course_id and h.assignment_id = s.assignment_id and h.hide_names))
    order by q.asked_at, q.id limit 500`.execute(db)
  return rows.map((row) => row.regrade)
}

/**
 * The released attempts of the owners of these submissions with a request that waits, the earliest request first: all, or
 * those whose request this person was told of.
 */
export async function findWaiting(
  db: Db,
  courseId: string,
  { ids, toldTo }: { ids: string[]; toldTo: string | undefined },
): Promise<string[]> {
  if (ids.length === 0) return []
  const wasTold = sql`exists (
    select from activity e where e.course_id = q.course_id and e.subject_id = q.id and e.kind = 'regrade_asked'
      and e.person_id = ${toldTo}::uuid)`
  const { rows } = await sql<{ id: string }>`
    select q.submission_id as id from submissions s
    join regrade_requests q
      on q.course_id = s.course_id and q.assignment_id = s.assignment_id and q.owner_id = s.owner_id
    where s.course_id = ${courseId} and s.id = any(${ids}::uuid[]) and q.answered_at is null
      and ${isShown(sql`q.submission_id`)} and ${toldTo === undefined ? sql`true` : wasTold}
    group by q.submission_id order by min(q.asked_at), q.submission_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** @throws not_found */
export async function getRegrade(db: Db, courseId: string, submissionId: string, id: string): Promise<Regrade> {
  const { rows } = await sql<{ regrade: Regrade }>`
    select ${regrade} as regrade from regrade_requests q
    where q.course_id = ${courseId} and q.id = ${id}::uuid and q.submission_id = ${submissionId}::uuid
      and ${isShown(sql`q.submission_id`)}`.execute(db)
  return found(rows[0]?.regrade)
}

interface NewRegrade {
  courseId: string
  id: string
  submissionId: string
  part: string
  text: string
  by: string
  at: Date
  /** The present points of the part. */
  points: string | null
}

/**
 * Keeps a request, unless another about that part waits, the submission has too many, or its grade is hidden meanwhile.
 * Returns whether it did. Within `seed`: a request is no change of staff.
 */
export async function addRegrade(trx: Db, asked: NewRegrade): Promise<boolean> {
  const { courseId, id, submissionId, part, text, by, at, points } = asked
  const { rows } = await sql`
    insert into regrade_requests (course_id, id, assignment_id, submission_id, owner_id, part, content, asked_by, asked_at,
      score_before, points_before)
    select s.course_id, ${id}::uuid, s.assignment_id, s.id, s.owner_id, ${part}, ${text}, ${by}::uuid, ${at}::timestamptz,
      f.score, ${points}::numeric
    from submissions s join feedback f on f.course_id = s.course_id and f.submission_id = s.id and f.show
    where s.course_id = ${courseId} and s.id = ${submissionId}::uuid and (
      select count(*) from regrade_requests q where q.course_id = s.course_id and q.assignment_id = s.assignment_id
        and q.owner_id = s.owner_id and q.submission_id = s.id) < ${regradesMost}
    on conflict do nothing returning 1`.execute(trx)
  return rows.length > 0
}

/**
 * The people who look at a request: the grader, else the person to whom the work is assigned, else all who may grade.
 */
export async function findAsked(trx: Db, courseId: string, submissionId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    with graders as (${gradersOf(courseId)}),
    first as (
      select coalesce(
        (select g.person_id from feedback f join graders g on g.person_id = f.grader_id
          where f.course_id = ${courseId} and f.submission_id = ${submissionId}::uuid),
        (select g.person_id from submissions s
          join divisions d on d.course_id = s.course_id and d.assignment_id = s.assignment_id and d.owner_id = s.owner_id
          join graders g on g.person_id = d.grader_id
          where s.course_id = ${courseId} and s.id = ${submissionId}::uuid)) as person_id)
    select array(select person_id from graders
      where (select person_id from first) is null or person_id = (select person_id from first) limit 100) as ids`.execute(
    trx,
  )
  return rows[0]?.ids ?? []
}

export async function findMembers(db: Db, courseId: string, submissionId: string): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select person_id from submission_people
    where course_id = ${courseId} and submission_id = ${submissionId}::uuid limit 500`.execute(db)
  return rows.map(({ person_id }) => person_id)
}

interface NewAnswer {
  courseId: string
  id: string
  text: string
  by: string
  at: Date
  /** The present points of the part. */
  points: string | null
  /** The revision that the grade still has to have; undefined: any. */
  gradeRevision: number | undefined
}

/** Whether the request was still waiting, and the grade the one that is answered for. */
export async function writeAnswer(trx: Db, answer: NewAnswer): Promise<boolean> {
  const { courseId, id, text, by, at, points, gradeRevision } = answer
  const { rows } = await sql`
    update regrade_requests q set answer = ${text}, answered_by = ${by}::uuid, answered_at = ${at}::timestamptz,
      points_after = ${points}::numeric,
      score_after = (select f.score from feedback f
        where f.course_id = q.course_id and f.submission_id = q.submission_id)
    where q.course_id = ${courseId} and q.id = ${id}::uuid and q.answered_at is null
      ${
        gradeRevision === undefined
          ? sql``
          : sql`and ${gradeRevision} = (select f.revision from feedback f
        where f.course_id = q.course_id and f.submission_id = q.submission_id)`
      }
    returning 1`.execute(trx)
  return rows.length > 0
}
