import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { inGroup } from './owner.ts'

export interface AttemptStart {
  courseId: string
  assignmentId: string
  ownerId: string
  attempt: number
  /** The person who starts it. */
  by: string
  at: Date
}

/**
 * Starts an attempt, once: of two members who press, the first one starts it. Returns when it began. Throws busy for a
 * person who has just left the group.
 */
export async function startAttempt(
  db: Db,
  { courseId, assignmentId, ownerId, attempt, by, at }: AttemptStart,
): Promise<Date> {
  // Another member's row may be committed after this statement took its snapshot: only an update sees it.
  const { rows } = await sql<{ started_at: Date }>`
    insert into attempt_starts as first (course_id, assignment_id, owner_id, attempt, started_by, started_at)
    select ${courseId}, ${assignmentId}, ${ownerId}, ${attempt}::integer, ${by}, ${at}
    ${ownerId === by ? sql`` : sql`from ${inGroup({ courseId, groupId: ownerId, personId: by })}`}
    on conflict (course_id, assignment_id, owner_id, attempt) do update set started_at = first.started_at
    returning started_at`.execute(db)
  const [started] = rows
  if (!started) throw new Refusal('busy')
  return started.started_at
}
