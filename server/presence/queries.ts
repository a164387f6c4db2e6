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

/** What a person does in one tab. */
interface Report {
  doing: 'looking' | 'editing' | null
  place?: string
  tab?: string
}

/** Records that a person is there in one tab, or leaves it. Returns whether others see a difference. */
export async function setPresence(
  db: Db,
  { courseId, about, personId }: At,
  { doing, place = '', tab = '' }: Report,
  now: Date,
): Promise<boolean> {
  const person = sql`course_id = ${courseId} and about = ${about} and person_id = ${personId}`
  const editing = doing === 'editing'
  const change = doing
    ? sql`
      insert into presence (course_id, about, person_id, tab, editing, place, seen_at)
      values (${courseId}, ${about}, ${personId}, ${tab}, ${editing}, ${place}, ${now})
      on conflict (course_id, about, person_id, tab) do update
        set editing = excluded.editing, place = excluded.place, seen_at = excluded.seen_at`
    : sql`delete from presence where ${person} and tab = ${tab}`
  const { rows: before } = await sql<InTab>`
    with changed as (${change}) select tab, editing, place from presence where ${person} and ${isThere(now)}`.execute(
    db,
  )
  const after = [...before.filter((one) => one.tab !== tab), ...(doing ? [{ tab, editing, place }] : [])]
  return seenOf(before) !== seenOf(after)
}

interface InTab {
  tab: string
  editing: boolean
  place: string
}

/** What others see of a person in these tabs, as `findPresent` reads it. */
const seenOf = (tabs: InTab[]): string =>
  JSON.stringify([
    tabs.length > 0,
    tabs.some(({ editing }) => editing),
    tabs
      .map(({ place }) => place)
      .sort()
      .at(-1),
  ])

/** The other staff who are at the thing, editors first. A person with several tabs edits if one of them does. */
export async function findPresent(db: Db, { courseId, about, personId }: At, now: Date) {
  const { rows } = await sql<PresentRow>`
    select p.id as _id, p.first, p.last, p.email, p.img,
      case when bool_or(s.editing) then 'editing' else 'looking' end as doing, max(s.place collate "C") as place
    from presence s
    join roster r on r.course_id = s.course_id and r.person_id = s.person_id and r.role <> 'student'
    join people p on p.id = s.person_id and p.removed_at is null
    where s.course_id = ${courseId} and s.about = ${about} and s.person_id <> ${personId} and ${isThere(now)}
    group by p.id order by bool_or(s.editing) desc, p.first, p.last, p.id limit ${presentMost}`.execute(db)
  return rows.map(({ doing, place, ...person }) => ({ ...shownPerson(person), doing, place }))
}

type PresentRow = Parameters<typeof shownPerson>[0] & { doing: 'looking' | 'editing'; place: string }

const isThere = (now: Date) => sql`seen_at > ${new Date(now.getTime() - GONE_S * 1_000)}`

/** Whether person `p` is present. */
export const isPresent = ({ courseId, about }: Omit<At, 'personId'>, now: Date) => sql<boolean>`exists (
  select from presence where course_id = ${courseId} and about = ${about} and person_id = p.id and ${isThere(now)})`

export const sweepPresence = (db: Db, now: Date) =>
  sql`delete from presence where seen_at < ${new Date(now.getTime() - 3_600_000)}`.execute(db)
