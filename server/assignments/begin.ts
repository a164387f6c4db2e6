import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'

export interface Begin {
  courseId: string
  assignmentId: string
  ownerId: string
  attempt: number
  /** The person. */
  by: string
  at: Date
}

/** Begins an attempt, once: of two who press, the first did. Answers when it was begun. */
export async function begin(db: Db, { courseId, assignmentId, ownerId, attempt, by, at }: Begin): Promise<Date> {
  const { rows } = await sql<{ started_at: Date }>`
    with begun as (
      insert into attempt_starts (course_id, assignment_id, owner_id, attempt, started_by, started_at)
      values (${courseId}, ${assignmentId}, ${ownerId}, ${attempt}, ${by}, ${at}) on conflict do nothing
      returning started_at)
    select started_at from begun union all
    select started_at from attempt_starts
    where course_id = ${courseId} and assignment_id = ${assignmentId} and owner_id = ${ownerId} and attempt = ${attempt}
    limit 1`.execute(db)
  return found(rows[0]).started_at
}
