import { sql } from 'kysely'
import type { Accommodations } from '../../contract/staff/people.ts'
import type { Db } from '../db/database.ts'

export const noAccommodations: Accommodations = { time_percent: 100, extra_days: 0, note: '', revision: 0 }

/** The accommodations of these people in a course, by person. Everybody else has none. */
export async function accommodationsOf(
  db: Db,
  courseId: string,
  people: string[],
): Promise<Map<string, Accommodations>> {
  const { rows } = await sql<Accommodations & { person_id: string }>`
    select person_id, time_percent, extra_days, note, revision
    from accommodations where course_id = ${courseId} and person_id = any(${people}::uuid[])`.execute(db)
  return new Map(rows.map(({ person_id, ...granted }) => [person_id, granted]))
}

export const getAccommodations = async (db: Db, courseId: string, person: string): Promise<Accommodations> =>
  (await accommodationsOf(db, courseId, [person])).get(person) ?? noAccommodations

interface Granted extends Accommodations {
  courseId: string
  personId: string
  now: Date
}

/** Stores the accommodation of a person, if it still has the given revision; whether it did. */
export async function grant(trx: Db, { courseId, personId, revision, now, ...granted }: Granted): Promise<boolean> {
  const { time_percent, extra_days, note } = granted
  const { rows } = await sql`
    insert into accommodations as a (course_id, person_id, time_percent, extra_days, note, updated_at)
    select ${courseId}, ${personId}, ${time_percent}, ${extra_days}, ${note}, ${now}
    where ${revision === 0} or exists (
      select from accommodations where course_id = ${courseId} and person_id = ${personId})
    on conflict (course_id, person_id) do update set time_percent = excluded.time_percent,
      extra_days = excluded.extra_days, note = excluded.note, updated_at = excluded.updated_at
      where a.revision = ${revision}
    returning a.revision`.execute(trx)
  const [row] = rows as { revision: number }[]
  return row !== undefined && (revision > 0 || row.revision === 1)
}
