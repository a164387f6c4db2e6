import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Dated, Problem } from '../../contract/staff/dates.ts'
import { getZone } from '../courses/zone.ts'
import type { DB } from '../db/schema.ts'
import { placeOf } from './columns.ts'
import {
  type AssignmentFacts,
  brokenLinks,
  idsInLinks,
  problemsOfAssignment,
  type TextFacts,
  wordlessPictures,
} from './rules.ts'

/** The most things of one kind that a check reads. */
const MOST = 2_000
/** The most problems that a check reports. */
const MOST_PROBLEMS = 500

/** Looks for problems in a course before students come, assignment by assignment and text by text. */
export async function findProblems(db: Kysely<DB>, courseId: string, now: Date): Promise<Problem[]> {
  const [assignments, classes, texts] = await Promise.all([
    findAssignments(db, courseId),
    findOnHolidays(db, courseId, now),
    findTexts(db, courseId),
  ])
  const ids = await findIds(db, courseId, texts.flatMap(idsInLinks))
  const withLocation = (of: Omit<Problem, 'location'>): Problem => ({
    ...of,
    location: `/course/${courseId}/${placeOf[of.thing](of._id)}`,
  })
  const found = [
    ...assignments.flatMap((facts) => problemsOfAssignment(facts, now)),
    ...classes,
    ...texts.flatMap((text) => [...wordlessPictures(text), ...brokenLinks(text, courseId, ids)]),
  ]
  // A thing may have a picture or link in several places: the check reports it once.
  const once = new Map(found.map((problem) => [`${problem._id} ${problem.kind} ${problem.detail}`, problem]))
  return [...once.values()].slice(0, MOST_PROBLEMS).map(withLocation)
}

async function findAssignments(db: Kysely<DB>, courseId: string): Promise<AssignmentFacts[]> {
  const { rows } = await sql<AssignmentFacts>`
    select a.id as _id, a.name as title, a.due_at, a.closes_at, a.publish_at,
      a.has_text, a.score::float8 as score,
      (a.score_essay + a.score_questionset + a.score_file)::float8 as parts, q.questions, q.of_questions::float8,
      a.score_questionset::float8 as score_questionset,
      (select count(*)::int from file_slots f where f.course_id = a.course_id and f.assignment_id = a.id) as slots
    from assignments a cross join lateral (
      select coalesce(sum(g.count), 0)::int as questions,
        coalesce(sum(case when s.id is null then g.score else s.score * least(s.draw, g.count) end), 0) as of_questions
      from (
        select q.set_id, count(*), sum(q.score) as score from questions q
        where q.course_id = a.course_id and q.assignment_id = a.id group by q.set_id) g
      left join question_sets s on s.course_id = a.course_id and s.id = g.set_id) q
    where a.course_id = ${courseId} and a.deleted_at is null
    order by a.due_at, a.id limit ${MOST}`.execute(db)
  return rows
}

/** The future classes on a holiday, by the clock of the course. */
async function findOnHolidays(db: Kysely<DB>, courseId: string, now: Date): Promise<Omit<Problem, 'location'>[]> {
  const zone = await getZone(db, courseId)
  const { rows } = await sql<Omit<Problem, 'location'>>`
    select 'class_on_holiday' as kind, 'class' as thing, s.id as _id, s.name as title, h.name as detail
    from schedules s join holidays h on h.course_id = s.course_id and h.deleted_at is null
      and (s.start_at at time zone ${zone}::text)::date between h.first_day and h.last_day
    where s.course_id = ${courseId} and s.deleted_at is null and not s.cancelled and s.start_at > ${now}
    order by s.start_at, s.id limit ${MOST}`.execute(db)
  return rows
}

const isLookedAt = (text: RawBuilder<unknown>) =>
  sql`(${text} like '%![%' or ${text} like '%/%' and ${text} ilike '%/course/%')`

/** The Markdown texts of a course with pictures or links, which are few. */
async function findTexts(db: Kysely<DB>, courseId: string): Promise<TextFacts[]> {
  const of = (thing: Dated, table: string, title: string, text: string, order = sql`id`) => sql`
    (select ${sql.lit(thing)} as thing, id as _id, ${sql.ref(title)} as title, ${sql.ref(text)} as text
    from ${sql.table(table)}
    where course_id = ${courseId} and deleted_at is null and ${isLookedAt(sql.ref(text))}
    order by ${order} limit ${MOST})`
  const all = [
    of('announcement', 'announcements', 'title', 'content', sql`id desc`),
    of('assignment', 'assignments', 'name', 'description'),
    of('content', 'contents', 'name', 'description'),
    of('content', 'contents', 'name', 'page'),
    of('topic', 'topics', 'title', 'description'),
    sql`
    (select 'assignment' as thing, a.id as _id, a.name as title, q.text
    from assignments a cross join lateral (
      select question || e'\n' || explanation as text, position from questions q
      where q.course_id = a.course_id and q.assignment_id = a.id) q
    where a.course_id = ${courseId} and a.deleted_at is null and ${isLookedAt(sql`q.text`)}
    order by a.id, q.position limit ${MOST})`,
  ]
  const { rows } = await sql<TextFacts>`${sql.join(all, sql` union all `)}`.execute(db)
  return rows
}

/** Of these ids, the ones of things that a link in a course may lead to. */
async function findIds(db: Kysely<DB>, courseId: string, linked: string[]): Promise<Set<string>> {
  if (linked.length === 0) return new Set()
  const of = (table: string) => sql`
    select id from ${sql.table(table)}
    where course_id = ${courseId} and id = any(${linked}::uuid[]) and deleted_at is null`
  const tables = ['announcements', 'assignments', 'contents', 'topics', 'meetings']
  const { rows } = await sql<{ id: string }>`${sql.join(tables.map(of), sql` union all `)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
