import { sql } from 'kysely'
import { presentMost } from '../../contract/staff/presence.ts'
import type { Db } from '../db/database.ts'
import { shownPerson } from '../users/person.ts'

/* Presence: who looks at or edits a thing at this moment, such as a group's draft or an announcement. */

/** A person without a report for this long has left. A browser reports every 20 s. */
const GONE_S = 45

interface At {
  courseId: string
  /** The id of the thing. */
  about: string
  personId: string
}

/** Records that a person is there or leaves. Returns whether others see a difference. */
export async function setPresence(
  db: Db,
  { courseId, about, personId }: At,
  { doing, place = '' }: { doing: 'looking' | 'editing' | null; place?: string },
  now: Date,
): Promise<boolean> {
  const row = sql`course_id = ${courseId} and about = ${about} and person_id = ${personId}`
  const editing = doing === 'editing'
  const change = doing
    ? sql`
      insert into presence (course_id, about, person_id, editing, place, seen_at)
      values (${courseId}, ${about}, ${personId}, ${editing}, ${place}, ${now})
      on conflict (course_id, about, person_id) do update
        set editing = excluded.editing, place = excluded.place, seen_at = excluded.seen_at`
    : sql`delete from presence where ${row}`
  const { rows } = await sql<{ editing: boolean; place: string }>`
    with changed as (${change}) select editing, place from presence where ${row} and ${isThere(now)}`.execute(db)
  const [was] = rows
  return doing ? was?.editing !== editing || was.place !== place : was !== undefined
}

/** The other staff who are at the thing, editors first. */
export async function findPresent(db: Db, { courseId, about, personId }: At, now: Date) {
  const { rows } = await sql<PresentRow>`
    select p.id as _id, p.first, p.last, p.email, p.img, case when s.editing then 'editing' else 'looking' end as doing,
      s.place
    from presence s
    join roster r on r.course_id = s.course_id and r.person_id = s.person_id and r.role <> 'student'
    join people p on p.id = s.person_id and p.removed_at is null
    where s.course_id = ${courseId} and s.about = ${about} and s.person_id <> ${personId} and ${isThere(now)}
    order by s.editing desc, p.first, p.last, p.id limit ${presentMost}`.execute(db)
  return rows.map(({ doing, place, ...person }) => ({ ...shownPerson(person), doing, place }))
}

type PresentRow = Parameters<typeof shownPerson>[0] & { doing: 'looking' | 'editing'; place: string }

const isThere = (now: Date) => sql`seen_at > ${new Date(now.getTime() - GONE_S * 1_000)}`

/** Whether person `p` is present. */
export const isPresent = ({ courseId, about }: Omit<At, 'personId'>, now: Date) => sql<boolean>`exists (
  select from presence where course_id = ${courseId} and about = ${about} and person_id = p.id and ${isThere(now)})`

export const sweepPresence = (db: Db, now: Date) =>
  sql`delete from presence where seen_at < ${new Date(now.getTime() - 3_600_000)}`.execute(db)
