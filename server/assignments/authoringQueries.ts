import { sql } from 'kysely'
import { assignmentsMost } from '../../contract/staff/assignments.ts'
import { abilitiesOf } from '../access/abilities.ts'
import type { Role } from '../access/rules.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'

/** Whether the course has this section. */
export async function isGrouping(db: Db, courseId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from groupings where course_id = ${courseId} and id = ${id} and deleted_at is null`.execute(db)
  return rows.length > 0
}

/** Whether the course has reached its limit of assignments. */
export async function isFull(db: Db, courseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from assignments where course_id = ${courseId} and deleted_at is null offset ${assignmentsMost} limit 1`.execute(
    db,
  )
  return rows.length > 0
}

export interface Place {
  course_id: string
  role: Role
  assistants_may: string[]
}

/** More courses than one person teaches. */
const MOST_COURSES = 200

/** Of these courses, or of all, the ones in which the person may author. */
export async function findAuthored(db: Db, personId: string, courseIds?: string[]): Promise<string[]> {
  const { rows } = await sql<Place>`
    select r.course_id, r.role, c.assistants_may from roster r join courses c on c.id = r.course_id
    where r.person_id = ${personId} and r.role in ('instructor', 'assistant')
      and ${courseIds ? sql`r.course_id = any(${courseIds}::uuid[])` : sql`true`}
    order by c.academic_year desc, c.semester desc, c.id desc limit ${MOST_COURSES}`.execute(db)
  return rows
    .filter(({ role, assistants_may }) => abilitiesOf(role, assistants_may).author)
    .map(({ course_id }) => course_id)
}

export interface Source {
  course_id: string
  id: string
  name: string
}

/** Of these assignments, the ones that exist in courses in which the person may author. */
export async function findSources(
  db: Db,
  personId: string,
  asked: { course_id: string; asgn_id: string }[],
): Promise<Source[]> {
  const courses = await findAuthored(db, personId, [...new Set(asked.map(({ course_id }) => course_id))])
  const { rows } = await sql<Source>`
    select a.course_id, a.id, a.name from assignments a
    where a.course_id = any(${courses}::uuid[]) and a.id = any(${asked.map(({ asgn_id }) => asgn_id)}::uuid[])
      and a.deleted_at is null`.execute(db)
  return rows
}

/** Copies rows of `table` with other values in these columns. */
const copyOf = (table: string, where: ReturnType<typeof sql>, own: object) => sql`
  insert into ${sql.table(table)}
  select (jsonb_populate_record(t, ${JSON.stringify(own)}::jsonb)).* from ${sql.table(table)} t where ${where}`

interface Copy {
  source: Source
  /** The new assignment's. */
  id: string
  name: string
}

/** Makes a draft of each, with its questions, its sets, its slots and its rubric. */
export async function copySheets(trx: Db, courseId: string, copies: Copy[], now: Date): Promise<void> {
  for (const { source, id, name } of copies) {
    const isOwn = source.course_id === courseId
    const own = {
      ...{ course_id: courseId, id, name, created_at: now, publish_at: null, revision: 1 },
      ...(!isOwn && { due_at: null, closes_at: null, grouping_id: null }),
    }
    await copyOf('assignments', sql`t.course_id = ${source.course_id} and t.id = ${source.id}`, own).execute(trx)
    const part = sql`t.course_id = ${source.course_id} and t.assignment_id = ${source.id}`
    const { rows: named } = await sql<{ id: string }>`
      select id from question_sets t where ${part} union all select id from questions t where ${part}`.execute(trx)
    const ids = JSON.stringify(Object.fromEntries(named.map((one) => [one.id, newId()])))
    const moved = sql`jsonb_build_object('course_id', ${courseId}::uuid, 'assignment_id', ${id}::uuid, 'revision', 1)`
    await sql`
      insert into question_sets select (jsonb_populate_record(t, ${moved} ||
        jsonb_build_object('id', ${ids}::jsonb->>t.id::text))).* from question_sets t where ${part}`.execute(trx)
    await sql`
      insert into questions select (jsonb_populate_record(t, ${moved} || jsonb_build_object(
        'id', ${ids}::jsonb->>t.id::text, 'set_id', ${ids}::jsonb->>t.set_id::text))).* from questions t
      where ${part}`.execute(trx)
    await sql`
      insert into file_slots select (jsonb_populate_record(t, ${moved} ||
        jsonb_build_object('id', gen_random_uuid()))).* from file_slots t where ${part}`.execute(trx)
    // The items of a question that was taken away stay behind.
    await sql`
      insert into rubric_items select (jsonb_populate_record(t, ${moved} || jsonb_build_object('id', gen_random_uuid(),
        'part', coalesce('item-' || (${ids}::jsonb->>substr(t.part, 6)), t.part)))).* from rubric_items t
      where ${part} and t.deleted_at is null
        and (t.part not like 'item-%' or ${ids}::jsonb ? substr(t.part, 6))`.execute(trx)
    await sql`
      insert into assignment_pictures (course_id, assignment_id, upload_id)
      select ${courseId}, ${id}, t.upload_id from assignment_pictures t where ${part}`.execute(trx)
  }
}
