import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'

/** Up to this many students get a live event each; more get one event for the whole course. */
const MOST_ALONE = 20

/**
 * The live events after staff changed the attendance at classes: for each student concerned and for staff; with a
 * column of attendance in the gradebook, also for changed scores.
 */
export async function followAttendance(
  trx: Db,
  { courseId, changeId }: { courseId: string; changeId: string },
): Promise<LiveEvent[]> {
  const { rows } = await sql<{ schedule_id: string; people: string[] }>`
    select key->>'schedule_id' as schedule_id, array_agg(distinct key->>'person_id') as people
    from change_rows where course_id = ${courseId} and change_id = ${changeId} and table_name = 'attendance'
    group by 1`.execute(trx)
  const { rows: columns } = await sql<{ released: boolean }>`
    select bool_or(released) as released from gradables
    where course_id = ${courseId} and attendance_late is not null and deleted_at is null having count(*) > 0`.execute(
    trx,
  )
  const scores = columns.map(({ released }): LiveEvent => {
    const event = { kind: 'course_changed', course_id: courseId, parts: ['scores'] } as const
    return released ? event : { ...event, audience: 'staff' }
  })
  const taken = rows.flatMap(({ schedule_id, people }): LiveEvent[] => {
    const about = { kind: 'attendance_changed', course_id: courseId, schedule_id } as const
    if (people.length > MOST_ALONE) return [about]
    return [{ ...about, audience: 'staff' }, ...people.map((person_id) => ({ ...about, person_id }))]
  })
  return [...taken, ...scores]
}
