import { sql } from 'kysely'
import type { Can } from '../../contract/courses.ts'
import type { Role } from '../access/rules.ts'
import { saysAbilities } from '../courses/follow.ts'
import type { Db } from '../db/database.ts'
import { showsColumn } from '../gradebook/follow.ts'
import { showsGrades } from '../releases/follow.ts'
import { rosterTables, saysInstructor } from '../roster/follow.ts'

interface Viewer {
  courseId: string
  role: Role
  can: Can
  now: Date
}

/**
 * Of some changes those that a viewer may not undo, though they may make changes of these kinds: an undo says who is an
 * instructor or what assistants may do, or shows students a grade or hides it.
 */
export async function refusedUndos(db: Db, { courseId, role, can, now }: Viewer, ids: string[]): Promise<Set<string>> {
  if (role === 'instructor' || ids.length === 0) return new Set()
  const refused = [
    { of: rosterTables, is: saysInstructor },
    { of: ['courses'], is: saysAbilities },
    ...(can.release
      ? []
      : [
          { of: ['gradables'], is: showsColumn },
          { of: ['assignments'], is: showsGrades(now) },
        ]),
  ]
  const isRefused = sql.join(
    refused.map(({ is }) => sql`(${is})`),
    sql` or `,
  )
  const ofFinal = can.release ? sql`false` : sql`g.final_released`
  const { rows } = await sql<{ change_id: string }>`
    with r as (
      select course_id, change_id, table_name, key, (array_agg(after order by n desc))[1] as before,
        (array_agg(before order by n))[1] as after
      from change_rows where course_id = ${courseId} and change_id = any(${ids}::uuid[])
        and table_name = any(${refused.flatMap(({ of }) => of)})
      group by course_id, change_id, table_name, key)
    select change_id from r where ${isRefused}
    union
    select r.change_id from gradables g join change_rows r on r.course_id = g.course_id
      and g.id::text = case r.table_name when 'entries' then r.key->>'gradable_id' when 'gradables' then r.key->>'id' end
    where g.course_id = ${courseId} and g.final and ${ofFinal} and r.change_id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map(({ change_id }) => change_id))
}
