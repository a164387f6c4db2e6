import type { Db } from '../db/database.ts'

/** A job that the person asked for. */
export const findJob = (db: Db, { id, actorId }: { id: string; actorId: string }) =>
  db
    .selectFrom('jobs')
    .select(['kind', 'course_id', 'progress', 'created_at'])
    .where('id', '=', id)
    .where('actor_id', '=', actorId)
    .executeTakeFirst()
