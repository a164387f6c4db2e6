import { type RawBuilder, sql } from 'kysely'
import { storedForms } from '../../contract/comparedText.ts'
import { bankTagsMost } from '../../contract/staff/bank.ts'
import type { QuestionRow } from '../assignments/sheet.ts'
import type { Db } from '../db/database.ts'
import { falling } from '../db/page.ts'
import { type Picture, picturesOf } from '../uploads/pictures.ts'

interface BankCourse {
  course_id: string
  course_code: string
  course_name: string
  course_academic_year: string
  course_semester: string
}

interface BankRow extends QuestionRow {
  cursor: string
  place: BankCourse & { asgn_id: string; assignment_name: string }
  /** The assignment's. */
  pictures: Picture[]
  uses: number
}

interface Asked {
  limit: number
  after?: string | undefined
  search?: string | undefined
  kind?: string | undefined
  tag?: string | undefined
}

/** Newest first, because ids of courses and assignments are ordered by time; questions of one sheet in its order. */
const newest = falling([
  [sql`q.course_id`, 'uuid'],
  [sql`q.assignment_id`, 'uuid'],
  [sql`-q.position`, 'integer'],
  [sql`q.id`, 'uuid'],
])

/** How many words of a search count: more narrow nothing. */
const MOST_WORDS = 10

const courseFields = sql`'course_id', c.id, 'course_code', c.code, 'course_name', c.name,
  'course_academic_year', c.academic_year::text, 'course_semester', c.semester::text`

/** Joins existing assignments to question `q`. PostgreSQL does not conclude their courses from those of `q`. */
const assignmentsOf = (courses: string[]) => sql`
  assignments a on a.course_id = q.course_id and a.id = q.assignment_id and a.deleted_at is null
    and a.course_id = any(${courses}::uuid[])`

/** Whether question `q` or assignment `a` contains a word. */
function has(word: string): RawBuilder<boolean> {
  const patterns = storedForms(word).map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`)
  const fits = sql`ilike any(${patterns}::text[])`
  return sql`(q.question ${fits} or a.name ${fits} or array_to_string(q.tags, ' ') ${fits}
    or exists (select from jsonb_array_elements(q.options) o where o->>'text' ${fits}))`
}

/**
 * The questions of these courses, with one row more than `limit` if others follow. A copied question appears once,
 * where it is newest.
 */
export async function findQuestions(
  db: Db,
  courses: string[],
  { limit, after, search = '', kind, tag }: Asked,
): Promise<BankRow[]> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  const fits = [
    ...words.map(has),
    ...(kind ? [sql`q.kind = ${kind}`] : []),
    ...(tag ? [sql`lower(${tag}) in (select lower(t) from unnest(q.tags) t)`] : []),
  ]
  const { rows } = await sql<BankRow>`
    with found as (
      select q.course_id, q.assignment_id, q.position, q.id,
        row_number() over (partition by q.same order by ${newest.order}) as nth,
        count(*) over (partition by q.same)::integer as uses
      from questions q join ${assignmentsOf(courses)}
      where ${sql.join([sql`q.course_id = any(${courses}::uuid[])`, ...fits], sql` and `)}),
    page as (
      select q.* from found q
      where q.nth = 1 and ${newest.after(after)}
      order by ${newest.order} limit ${limit + 1})
    select ${newest.cursor} as cursor, p.uses, q.id, q.question, q.kind, coalesce(s.score, q.score)::float8 as score, q.options, q.targets, q.unit, q.key,
      q.explanation, q.credit, null as set_id, q.tags, ${picturesOf('assignment_pictures', 'a')} as pictures,
      json_build_object(${courseFields}, 'asgn_id', a.id, 'assignment_name', a.name) as place
    from page p
    join questions q on q.course_id = p.course_id and q.id = p.id
    join assignments a on a.course_id = q.course_id and a.id = q.assignment_id
    join courses c on c.id = q.course_id
    left join question_sets s on s.course_id = q.course_id and s.id = q.set_id
    order by ${newest.order}`.execute(db)
  return rows
}

/** Of these courses, the ones with questions, in the same order. */
export async function findBankCourses(db: Db, courses: string[]): Promise<BankCourse[]> {
  const { rows } = await sql<{ course: BankCourse }>`
    select json_build_object(${courseFields}) as course
    from unnest(${courses}::uuid[]) with ordinality as asked (id, place) join courses c on c.id = asked.id
    where exists (select from questions q join assignments a on a.course_id = q.course_id and a.id = q.assignment_id
      and a.deleted_at is null where q.course_id = c.id)
    order by asked.place`.execute(db)
  return rows.map(({ course }) => course)
}

/** The tags of the questions of these courses, the commonest first; tags that differ in capitals alone are one. */
export async function findTags(db: Db, courses: string[]): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select min(t) as tag from questions q join ${assignmentsOf(courses)}
    cross join unnest(q.tags) t
    where q.course_id = any(${courses}::uuid[]) and q.tags <> '{}'
    group by lower(t) order by count(*) desc, lower(t) limit ${bankTagsMost}`.execute(db)
  return rows.map(({ tag }) => tag)
}
