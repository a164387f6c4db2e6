import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '../server/db/database.ts'

/*
 * Adds to a large course a work of everyone that nobody has graded, as many columns of the gradebook as a term fills, and
 * the history of the grades that were given before. Removes them afterwards.
 */

export const COLUMNS = 40

export interface Essay {
  id: string
  /** The part of its open question, to which there are some forty different answers. */
  part: string
  /** The ids of the submissions. */
  works: string[]
}

export interface Term {
  course_id: string
  students: number
  essay: Essay
  remove(): Promise<void>
}

export async function addTerm(connection: Connection, courseId: string): Promise<Term> {
  const client = new pg.Client({ ...connection, application_name: 'raintree bench' })
  await client.connect()
  // Seeded, because no person makes it.
  await client.query(`select set_config('raintree.change', 'seed', false)`)
  const gradables: string[] = []
  let changes: string[] = []
  let assignment: string | undefined
  async function remove() {
    try {
      await client.query('delete from gradables where course_id = $1 and id = any($2)', [courseId, gradables])
      await client.query('delete from assignments where course_id = $1 and id = $2', [courseId, assignment])
      await client.query('delete from changes where course_id = $1 and id = any($2)', [courseId, changes])
      await client.query(`vacuum (analyze) ${tables}`)
    } finally {
      await client.end()
    }
  }
  try {
    const essay = await addEssay(client, courseId)
    assignment = essay.id
    gradables.push(await addColumn(client, courseId, { name: 'Essay', position: 500, of: essay.id }))
    const { rows } = await client.query('select count(*)::int as n from gradables where course_id = $1', [courseId])
    for (let n = rows[0].n; n < COLUMNS; n++) {
      const id = await addColumn(client, courseId, { name: `Exercise ${n}`, position: 600 + n, of: null })
      gradables.push(id)
      await client.query(
        `insert into entries (course_id, person_id, gradable_id, score)
         select course_id, person_id, $2, get_byte(uuid_send(person_id), 15) % 11 from roster
         where course_id = $1 and role = 'student'`,
        [courseId, id],
      )
    }
    changes = await addHistory(client, courseId)
    await client.query(`analyze ${tables}`)
    return { course_id: courseId, students: essay.works.length, essay, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const grades = 'submissions, submission_people, feedback, graded_works, grade_drafts, gradables, entries, scores'
const tables = `${grades}, changes, change_rows, change_things`

async function addEssay(client: pg.Client, courseId: string): Promise<Essay> {
  const [id, question] = [randomUUID(), randomUUID()]
  await client.query(
    `insert into assignments (course_id, id, name, due_at, attempts_allowed, has_text, score, score_essay,
       score_questionset, created_at, publish_at)
     values ($1, $2, 'Essay of the bench', now() - interval '1 hour', 1, true, 11, 10, 1, now() - interval '14 days',
       now() - interval '14 days')`,
    [courseId, id],
  )
  await client.query(
    `insert into questions (course_id, id, assignment_id, position, question, kind, score)
     values ($1, $2, $3, 0, 'Why does it fall?', 'open', 1)`,
    [courseId, question, id],
  )
  const { rows } = await client.query<{ id: string }>(
    `insert into submissions (course_id, id, assignment_id, owner_id, attempt, submitted_by, submitted_at, response, digest)
     select course_id, gen_random_uuid(), $2, person_id, 1, person_id, now() - interval '2 hours',
       jsonb_build_object('textbox', repeat('The curve is steeper than the model says. ', 20) || person_id, $3::text,
         'It falls, reason ' || get_byte(uuid_send(person_id), 15) % 40), md5(person_id::text)
     from roster where course_id = $1 and role = 'student' returning id`,
    [courseId, id, `item-${question}`],
  )
  return { id, part: `item-${question}`, works: rows.map((row) => row.id) }
}

/**
 * Makes the changes by which the course's grades were given; returns their ids. The university has none, and PostgreSQL
 * plans for tables as they are: it would read empty ones through, and go on doing so while saves fill them.
 */
async function addHistory(client: pg.Client, courseId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with graded as materialized (
       select gen_random_uuid() as id, f.* from feedback f where f.course_id = $1 and f.grader_id is not null),
     changed as (
       insert into changes (course_id, id, kind, about, actor_id, created_at)
       select course_id, id, 'graded', jsonb_build_object('_id', submission_id), grader_id, updated_at from graded),
     of_rows as (
       insert into change_rows (course_id, change_id, table_name, key, after, created_at)
       select course_id, id, 'feedback', jsonb_build_object('course_id', course_id, 'submission_id', submission_id),
         to_jsonb(graded) - 'id', updated_at from graded),
     of_things as (
       insert into change_things (course_id, thing_id, change_id) select course_id, submission_id, id from graded)
     select id from graded`,
    [courseId],
  )
  return rows.map(({ id }) => id)
}

interface Column {
  name: string
  position: number
  of: string | null
}

async function addColumn(client: pg.Client, courseId: string, { name, position, of }: Column): Promise<string> {
  const id = randomUUID()
  await client.query(
    `insert into gradables (course_id, id, name, score, position, final, assignment_id, released)
     values ($1, $2, $3, 11, $4, false, $5, true)`,
    [courseId, id, name, position, of],
  )
  return id
}
