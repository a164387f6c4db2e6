import pg from 'pg'
import type { Connection } from '../server/db/database.ts'
import { issuer, tokenOf } from './university/people.ts'

/*
 * The people and things to measure with: many different people and courses of the present semester, read from the
 * database.
 */

/** A student in one of their courses. */
export interface Student {
  person_id: string
  token: string
  course_id: string
  course_code: string
}

/** An instructor of a course, with some of its things. */
export interface Instructor extends Student {
  asgn_id: string
  /** The id of a past class. */
  schedule_id: string
  grouping_id: string
  student_id: string
}

/** The id of an assignment of that course. */
export interface WithSheet extends Student {
  asgn_id: string
  /** Ids of text questions, and of file slots. */
  open: string[]
  slots: string[]
}

export interface World {
  /** In courses of every size. */
  students: Student[]
  /** Each with a worksheet of a dozen questions, submitted or not. */
  worksheets: WithSheet[]
  /** Each with an open worksheet of unlimited attempts, with a text and a file slot. */
  handIns: WithSheet[]
  /** Each in a course with a topic of 200 posts. */
  busyTopics: (Student & { discussion_id: string })[]
  /** All on the largest course with discussions, and its longest topic. `graders`: the tokens of its staff. */
  lecture: { readers: Student[]; discussion_id: string; instructor: Student; graders: string[] }
  /** Each in one of the largest courses. */
  largest: Student[]
  /** Each of a course with everything that the calls read. */
  instructors: Instructor[]
  /** Those of the largest courses. */
  lecturers: Instructor[]
  /** How many people are on the largest course. */
  largestRoster: number
}

type Row = Record<string, unknown> & { n: string }

/** `many`: the most of each kind, except `handIns`, of which there are up to `handIns`. */
export async function readWorld(
  connection: Connection,
  { seed, many = 400, handIns = 10_000 }: { seed: string; many?: number; handIns?: number },
): Promise<World> {
  const client = new pg.Client({ ...connection, application_name: 'raintree bench' })
  await client.connect()
  try {
    await client.query(present)
    const read = async <T extends Student>(query: string): Promise<T[]> => {
      const { rows } = await client.query<Row>(query)
      return rows.map(({ n, ...row }) => ({ ...row, token: tokenOf(seed, Number(n)) }) as unknown as T)
    }
    const sheet = (kind: string, most: number) => `
      select s.*, a.id as asgn_id,
        array(select q.id from questions q
          where q.course_id = a.course_id and q.assignment_id = a.id and q.kind = 'open') as open,
        array(select l.id from file_slots l where l.course_id = a.course_id and l.assignment_id = a.id) as slots
      from studying s join assignments a on a.course_id = s.course_id and a.grouping_id is null and ${kind}
      order by md5(s.person_id::text || a.id) limit ${most}`
    const [talk] = (await client.query<{ course_id: string; id: string }>(longestTopic)).rows
    const staff = await read(`
      select r.person_id, r.course_id, '' as course_code, i.subject as n
      from roster r join identities i on i.person_id = r.person_id and i.issuer = '${issuer}'
      where r.course_id = '${talk?.course_id}' and r.role <> 'student'
      order by r.role = 'instructor' desc, r.person_id limit 20`)
    const [instructor] = staff
    if (!talk || !instructor) throw new Error('The university has no lecture.')
    return {
      students: await read(`select * from studying order by md5(person_id::text || course_id) limit ${many}`),
      worksheets: await read(sheet(`a.name like 'Quiz%'`, many)),
      handIns: await read(sheet(`a.attempts_allowed = 0 and a.due_at > now() + interval '2 hours'`, handIns)),
      busyTopics: await read(`
        select s.*, t.id as discussion_id from studying s join topics t using (course_id)
        where (select count(*) from posts p where p.course_id = t.course_id and p.topic_id = t.id) = 200
        order by md5(s.person_id::text || t.id) limit ${many}`),
      lecture: {
        readers: await read(`select * from studying where course_id = '${talk.course_id}' order by person_id`),
        discussion_id: talk.id,
        instructor,
        graders: staff.map(({ token }) => token),
      },
      largest: await read(`
        select * from studying where course_id in (select course_id from largest)
        order by md5(person_id::text || course_id) limit ${many}`),
      instructors: await read(`select * from teaching order by md5(person_id::text || course_id) limit ${many}`),
      lecturers: await read(`select * from teaching order by people desc, course_id limit 20`),
      largestRoster: Number((await client.query('select max(people) as n from largest')).rows[0].n),
    }
  } finally {
    await client.end()
  }
}

/** Students of the present semester, and the courses that are about as large as the largest. */
const present = `
  create temporary table studying as
  select r.person_id, r.course_id, c.code as course_code, i.subject as n
  from courses c join roster r on r.course_id = c.id and r.role = 'student'
  join identities i on i.person_id = r.person_id and i.issuer = '${issuer}'
  where (c.academic_year, c.semester) = (
    select academic_year, semester from courses order by academic_year desc, semester desc limit 1);
  analyze studying;
  create temporary table largest as
  select * from (select course_id, count(*) as people, max(count(*)) over () as most from roster
    where course_id in (select course_id from studying) group by 1) c
  where people * 10 >= most * 9;
  create temporary table teaching as
  select r.person_id, c.id as course_id, c.code as course_code, i.subject as n,
    a.id as asgn_id, s.id as schedule_id, g.id as grouping_id, p.person_id as student_id,
    (select count(*) from roster where course_id = c.id) as people
  from courses c
  join lateral (
    select person_id from roster where course_id = c.id and role = 'instructor' order by person_id limit 1) r on true
  join identities i on i.person_id = r.person_id and i.issuer = '${issuer}'
  join lateral (select id from assignments where course_id = c.id order by id limit 1) a on true
  join lateral (select id from schedules where course_id = c.id and end_at < now() order by id limit 1) s on true
  join lateral (select id from groupings where course_id = c.id order by id limit 1) g on true
  join lateral (
    select person_id from roster where course_id = c.id and role = 'student' order by person_id limit 1) p on true
  where c.id in (select course_id from studying)`

const longestTopic = `
  select t.course_id, t.id from topics t join largest l using (course_id)
  where t.deleted_at is null
  order by l.people desc,
    (select count(*) from posts p where p.course_id = t.course_id and p.topic_id = t.id and p.deleted_at is null) desc
  limit 1`
