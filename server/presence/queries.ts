import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/* Who is at something in a course that several may write at: a draft of a group, an announcement. */

/** Whoever has not been heard of for so long has gone. A browser tells so every 20 s. */
const GONE_S = 45

interface At {
  courseId: string
  /** The id of what they are at. */
  about: string
  personId: string
}

/** The person is there, or leaves. Answers whether that is new to others. */
export async function setPresence(
  db: Db,
  { courseId, about, personId }: At,
  here: boolean,
  now: Date,
): Promise<boolean> {
  const row = sql`course_id = ${courseId} and about = ${about} and person_id = ${personId}`
  const change = here
    ? sql`
      insert into presence (course_id, about, person_id, seen_at) values (${courseId}, ${about}, ${personId}, ${now})
      on conflict (course_id, about, person_id) do update set seen_at = excluded.seen_at`
    : sql`delete from presence where ${row}`
  const { rows } = await sql<{ was: boolean }>`
    with changed as (${change}) select exists (select from presence where ${row} and ${isThere(now)}) as was`.execute(
    db,
  )
  return rows[0]?.was !== here
}

const isThere = (now: Date) => sql`seen_at > ${new Date(now.getTime() - GONE_S * 1_000)}`

/** Whether person `p` is there. */
export const isPresent = ({ courseId, about }: Omit<At, 'personId'>, now: Date) => sql<boolean>`exists (
  select from presence where course_id = ${courseId} and about = ${about} and person_id = p.id and ${isThere(now)})`

export const sweepPresence = (db: Db, now: Date) =>
  sql`delete from presence where seen_at < ${new Date(now.getTime() - 3_600_000)}`.execute(db)
