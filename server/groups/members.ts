import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export interface Member {
  courseId: string
  groupId: string
  personId: string
}

/**
 * Accepts the group for a person whom another student put into it, because they work in it or say so. Returns whether
 * that is new. Earlier submissions of the group count for them then (migration 018).
 */
export async function acceptByWorking(db: Db, { courseId, groupId, personId }: Member): Promise<boolean> {
  const { rows } = await sql`
    update group_members set accepted_at = now()
    where course_id = ${courseId} and group_id = ${groupId} and person_id = ${personId} and accepted_at is null
    returning person_id`.execute(db)
  return rows.length > 0
}
