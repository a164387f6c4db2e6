import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { LiveEvent } from '../live.ts'

export const gradebookTables = ['entries', 'gradables', 'grade_categories', 'grade_schemes']

/** The live events of a change of the gradebook: for staff alone, if no student sees any of it. */
export async function followGradebook(
  trx: Transaction<DB>,
  { courseId, changeId }: { courseId: string; changeId: string },
): Promise<LiveEvent[]> {
  const { rows } = await sql`
    select from change_rows r left join gradables g on g.course_id = r.course_id
      and g.id = case r.table_name when 'entries' then (r.key->>'gradable_id')::uuid
        when 'gradables' then (r.key->>'id')::uuid end
    where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = any(${gradebookTables})
      and (g.id is null or case when g.final then g.final_released or (r.before->>'final_released')::boolean
        else g.released or (r.before->>'released')::boolean end) limit 1`.execute(trx)
  const event = { kind: 'course_changed', course_id: courseId, parts: ['scores'] } as const
  return [rows.length > 0 ? event : { ...event, audience: 'staff' }]
}
