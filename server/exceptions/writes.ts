import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { OfAssignment, Whom } from './queries.ts'

/* Staff's writes of exceptions, each in the transaction of a change. */

export interface ExtraTerms {
  due: string | null
  closes: string | null
  attempts: number
  minutes: number
  reason: string
}

export const givesNothing = ({ due, closes, attempts, minutes }: ExtraTerms): boolean =>
  due === null && closes === null && attempts === 0 && minutes === 0

/** Gives the same to all of them, in place of any earlier exception. */
export async function give(
  trx: Db,
  { courseId, assignmentId }: OfAssignment,
  { column, names }: Whom,
  { due, closes, attempts, minutes, reason }: ExtraTerms,
  now: Date,
): Promise<void> {
  const name = sql.ref(column)
  await sql`
    insert into exceptions as e (course_id, id, assignment_id, ${name}, due_at, closes_at, extra_attempts, extra_minutes,
      reason, updated_at)
    select ${courseId}, f.id, ${assignmentId}, f.name, ${due}, ${closes}, ${attempts}, ${minutes}, ${reason}, ${now}
    from unnest(${names.map(newId)}::uuid[], ${names}::${sql.raw(typeOf(column))}[]) as f (id, name)
    on conflict (course_id, ${name}, assignment_id) where ${name} is not null do update
    set due_at = excluded.due_at, closes_at = excluded.closes_at, extra_attempts = excluded.extra_attempts,
      extra_minutes = excluded.extra_minutes, reason = excluded.reason, updated_at = excluded.updated_at
    where (e.due_at, e.closes_at, e.extra_attempts, e.extra_minutes, e.reason) is distinct from
      (excluded.due_at, excluded.closes_at, excluded.extra_attempts, excluded.extra_minutes, excluded.reason)`.execute(
    trx,
  )
}

/** From then on everybody's terms hold for them. */
export async function removeExceptions(
  trx: Db,
  { courseId, assignmentId }: OfAssignment,
  { column, names }: Whom,
): Promise<void> {
  await sql`
    delete from exceptions where course_id = ${courseId} and assignment_id = ${assignmentId}
      and ${sql.ref(column)} = any(${names}::${sql.raw(typeOf(column))}[])`.execute(trx)
}

const typeOf = (column: Whom['column']) => (column === 'section' ? 'text' : 'uuid')
