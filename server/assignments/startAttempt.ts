import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'

export interface AttemptStart {
  courseId: string
  assignmentId: string
  ownerId: string
  attempt: number
  /** The person. */
  by: string
  at: Date
}

/** Starts an attempt, once: of two who press, the first did. Answers when it was started. */
export async function startAttempt(
  db: Db,
  { courseId, assignmentId, ownerId, attempt, by, at }: AttemptStart,
): Promise<Date> {
  // The row of who was first may be committed after this statement began to read: only an update sees it.
  const { rows } = await sql<{ started_at: Date }>`
    insert into attempt_starts as first (course_id, assignment_id, owner_id, attempt, started_by, started_at)
    values (${courseId}, ${assignmentId}, ${ownerId}, ${attempt}, ${by}, ${at})
    on conflict (course_id, assignment_id, owner_id, attempt) do update set started_at = first.started_at
    returning started_at`.execute(db)
  return found(rows[0]).started_at
}
