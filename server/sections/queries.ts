import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { inOrder } from '../users/name.ts'

/** More sections than a course has. */
const MOST = 200

/** The sections of students, also of those who have never signed in, 2 before 10. */
export async function findSections(db: Kysely<DB>, courseId: string) {
  const { rows } = await sql<{ section: string; students: number }>`
    select section, count(*)::int as students from (
      select section from roster where course_id = ${courseId} and role = 'student' and section <> ''
      union all
      select section from roster_pending where course_id = ${courseId} and role = 'student' and section <> '') p
    group by section order by ${inOrder(sql`section`)} limit ${MOST}`.execute(db)
  return rows
}
