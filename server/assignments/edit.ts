import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import { newId } from '../ids.ts'
import { newOptionId } from './options.ts'

export interface EditedQuestion {
  /** Of one that is there; absent: it is new. */
  id?: string
  question: string
  score: number
  /** In order; absent: it is answered by a text. An option that was there before keeps its id. */
  options?: { id?: string; text: string; correct: boolean }[]
}

/**
 * Makes these the questions of the assignment, in this order. What they were stays readable where they were answered
 * (migration 046). Throws not_found for an id of another assignment, or of an option of another question.
 */
export async function writeQuestions(
  trx: Db,
  { courseId, assignmentId }: { courseId: string; assignmentId: string },
  questions: EditedQuestion[],
): Promise<void> {
  const { rows: before } = await sql<{ id: string; options: { id: string }[] | null }>`
    select id, options from questions where course_id = ${courseId} and assignment_id = ${assignmentId}`.execute(trx)
  const there = new Map(before.map(({ id, options }) => [id, options?.map((o) => o.id) ?? []]))
  const rows = questions.map(({ id, question, score, options }, position) => {
    const had = id === undefined ? [] : found(there.get(id))
    const named = options?.map((o) => ({
      ...o,
      id: o.id === undefined ? newOptionId() : found(had.find((h) => h === o.id)),
    }))
    return { id: id ?? newId(), position, question, type: named ? 'options' : 'text', score, options: named ?? null }
  })
  const json = JSON.stringify(rows)
  await sql`
    delete from questions where course_id = ${courseId} and assignment_id = ${assignmentId}
      and id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
  await sql`
    insert into questions (course_id, assignment_id, id, position, question, type, score, options)
    select ${courseId}, ${assignmentId}, q.id, q.position, q.question, q.type, q.score, q.options
    from jsonb_to_recordset(${json}::jsonb) as q (
      id uuid, position smallint, question text, type text, score numeric, options jsonb)
    on conflict (course_id, id) do update set position = excluded.position, question = excluded.question,
      type = excluded.type, score = excluded.score, options = excluded.options`.execute(trx)
}
