import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

/** More sections than a course has. */
const MOST = 200

export const findSections = (db: Kysely<DB>, courseId: string) =>
  db
    .selectFrom('roster')
    .select(({ fn }) => ['section', fn.countAll<number>().as('students')])
    .where('course_id', '=', courseId)
    .where('role', '=', 'student')
    .where('section', '!=', '')
    .groupBy('section')
    .orderBy('section')
    .limit(MOST)
    .execute()
