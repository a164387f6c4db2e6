import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** A semester has some dozens of classes; more than this is a mistake. */
const MOST = 500

export const findSchedules = (db: Kysely<DB>, courseId: string, personId: string) =>
  db
    .selectFrom('schedules as s')
    .leftJoin('attendance as a', (j) =>
      j.onRef('a.course_id', '=', 's.course_id').onRef('a.schedule_id', '=', 's.id').on('a.person_id', '=', personId),
    )
    .select(['s.id', 's.name', 's.location', 's.start_at', 's.end_at', 'a.code'])
    .where('s.course_id', '=', courseId)
    .where('s.deleted_at', 'is', null)
    .orderBy('s.start_at')
    .orderBy('s.id')
    .limit(MOST)
    .execute()
