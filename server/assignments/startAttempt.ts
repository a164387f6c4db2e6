import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'

export interface AttemptStart {
  courseId: string
  assignmentId: string
  ownerId: string
  attempt: number
  /** The person who starts it. */
  by: string
  at: Date
}

/** Starts an attempt, once: of two members who press, the first one starts it. Returns when it began. */
export async function startAttempt(
  db: Db,
  { courseId, assignmentId, ownerId, attempt, by, at }: AttemptStart,
): Promise<Date> {
  // Another member's row may be committed after this statement took its snapshot: only an update sees it.
  const { rows } = await sql<{ started_at: Date }>`
    insert into attempt_starts as first (course_id, assignment_id, owner_id, attempt, started_by, started_at)
    values (${courseId}, ${assignmentId}, ${ownerId}, ${attempt}, ${by}, ${at})
    on conflict (course_id, assignment_id, owner_id, attempt) do update set started_at = first.started_at
    returning started_at`.execute(db)
  return found(rows[0]).started_at
}
