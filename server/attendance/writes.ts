import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { tableOf } from '../db/tableOf.ts'
import { found, Refusal } from '../errors.ts'
import { countingCode, students } from './queries.ts'

/* Staff's writes of the attendance at a class, each in the transaction of a change. */

interface At {
  courseId: string
  scheduleId: string
  now: Date
}

export interface Marked {
  person_id: string
  /** Undefined: it stays as it counts. */
  code?: 1 | 2 | 3 | null | undefined
  excused: boolean
  note?: string | undefined
  revision?: number | undefined
}

/** Two people who mark the same class write one after the other. Throws not_found when the class is gone. */
export async function lockClass(trx: Db, { courseId, scheduleId }: At): Promise<void> {
  const { rows } = await sql`
    select from schedules where course_id = ${courseId} and id = ${scheduleId} and deleted_at is null
    for no key update`.execute(trx)
  found(rows[0])
}

/**
 * The students whose attendance staff changed after the given revisions. Who has left the course is not one:
 * `markStudents` refuses them.
 */
export async function findNewer(trx: Db, { courseId, scheduleId }: At, items: Marked[]): Promise<string[]> {
  const asked = items.filter(({ revision }) => revision !== undefined)
  const { rows } = await sql<{ person_id: string }>`
    select i.person_id from ${tableOf(
      asked.map(({ person_id, revision }) => ({ person_id, revision })),
      { person_id: 'uuid', revision: 'int' },
    )}
    join roster r on r.course_id = ${courseId} and r.person_id = i.person_id and r.role = 'student'
    left join attendance a
      on a.course_id = ${courseId} and a.person_id = i.person_id and a.schedule_id = ${scheduleId}
    where coalesce(a.revision, 0) <> i.revision`.execute(trx)
  return rows.map(({ person_id }) => person_id)
}

/** Throws invalid when a person is no student of the course. */
export async function markStudents(trx: Db, { courseId, scheduleId, now }: At, items: Marked[]): Promise<void> {
  const rows = items.map(({ person_id, code, excused, note = null }) => ({
    ...{ person_id, code: code ?? null, stays: code === undefined, excused, note },
  }))
  const types = { person_id: 'uuid', code: 'smallint', stays: 'boolean', excused: 'boolean', note: 'text' }
  const { numAffectedRows = 0n } = await sql`
    insert into attendance (course_id, schedule_id, person_id, code, excused, note, recorded_at)
    select r.course_id, ${scheduleId}::uuid, r.person_id, case when i.stays then ${countingCode} else i.code end, i.excused,
      coalesce(i.note, a.note, ''), ${now}
    from ${tableOf(rows, types)}
    join roster r on r.course_id = ${courseId} and r.person_id = i.person_id and r.role = 'student'
    left join attendance a
      on a.course_id = r.course_id and a.person_id = r.person_id and a.schedule_id = ${scheduleId}
    left join attendance_marks m
      on m.course_id = r.course_id and m.person_id = r.person_id and m.schedule_id = ${scheduleId}
    on conflict (course_id, person_id, schedule_id) do update
      set code = excluded.code, excused = excluded.excused, note = excluded.note, recorded_at = excluded.recorded_at`.execute(
    trx,
  )
  if (numAffectedRows < items.length)
    throw new Refusal('invalid', { fields: { items: 'Somebody is no student of this course.' } })
}

const theRest = ({ courseId, scheduleId }: At) => sql`${students(courseId, scheduleId)} and stands.code is null`

/** The students without attendance at a class. */
export async function findUnmarked(db: Db, at: At): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select r.person_id as id ${theRest(at)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Marks all students without attendance. */
export const markUnmarked = (trx: Db, at: At, code: 1 | 2 | 3) =>
  sql`
    insert into attendance (course_id, schedule_id, person_id, code, recorded_at)
    select r.course_id, ${at.scheduleId}::uuid, r.person_id, ${code}::smallint, ${at.now} ${theRest(at)}
    on conflict (course_id, person_id, schedule_id) do update
      set code = excluded.code, recorded_at = excluded.recorded_at`.execute(trx)
