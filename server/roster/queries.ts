import { type RawBuilder, sql } from 'kysely'
import { mostRoster, type RosterPerson } from '../../contract/courses.ts'
import type { PendingPerson, Place, RemovedPerson } from '../../contract/staff/roster.ts'
import type { Db } from '../db/database.ts'
import { byName } from '../users/name.ts'
import { personJson } from '../users/person.ts'
import { isVouchedFor } from './trusted.ts'

/** Staff's view of roster row `r`. */
export const placeFields = sql`
  'role', r.role, 'section', r.section, 'joined_at', r.joined_at, 'revision', r.revision`

/** Everyone on the course with an account, by name; with more columns for its staff. */
export const findRoster = async (db: Db, courseId: string, forStaff: boolean): Promise<RosterPerson[]> => {
  const place = forStaff ? placeFields : sql`'role', r.role`
  const { rows } = await sql<{ person: RosterPerson }>`
    select ${personJson(place)} as person from roster r join people u on u.id = r.person_id
    where r.course_id = ${courseId} and u.removed_at is null
    order by ${byName('u')} limit ${mostRoster}`.execute(db)
  return rows.map(({ person }) => person)
}

const pending = (courseId: string, where: RawBuilder<unknown>) => sql<PendingPerson>`
  select id as _id, email, first, last, role, section, revision, added_at
  from roster_pending where course_id = ${courseId} and ${where} order by email limit ${mostRoster}`

export const findPending = async (db: Db, courseId: string): Promise<PendingPerson[]> =>
  (await pending(courseId, sql`true`).execute(db)).rows

/** People who were removed and are not back, the latest first. */
export const findRemoved = async (db: Db, courseId: string): Promise<RemovedPerson[]> => {
  const { rows } = await sql<{ person: RemovedPerson }>`
    select ${personJson(sql`${placeFields}, 'removed_at', r.removed_at`)} as person
    from roster_removed r join people u on u.id = r.person_id
    where r.course_id = ${courseId} and u.removed_at is null
    order by r.removed_at desc, r.person_id limit ${mostRoster}`.execute(db)
  return rows.map(({ person }) => person)
}

/** Of these ids, the people who are on the course, or will be once they sign in, in the order of the ids. */
export async function findPlaces(db: Db, courseId: string, ids: string[]): Promise<Place[]> {
  const { rows: here } = await sql<{ person: RosterPerson }>`
    select ${personJson(placeFields)} as person from roster r join people u on u.id = r.person_id
    where r.course_id = ${courseId} and r.person_id = any(${ids}::uuid[]) and u.removed_at is null`.execute(db)
  const { rows: waiting } = await pending(courseId, sql`id = any(${ids}::uuid[])`).execute(db)
  const byId = new Map<string, Place>([
    ...here.map(({ person }) => [person._id, person] as const),
    ...waiting.map((one) => [one._id, one] as const),
  ])
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The person with an address, from a course's view. */
export interface Known {
  /** The id of the person, or of a place for somebody who has not signed in yet; null: nobody. */
  id: string | null
  state: 'here' | 'pending' | 'removed' | 'elsewhere' | 'unknown'
  first: string
  last: string
  /** The place in the course; null: none. */
  role: RosterPerson['role'] | null
  /** Of a student who was removed, the one that they had. */
  section: string | null
  /** Whether their provider vouches for the address. */
  verified: boolean
}

/**
 * The person of each address, in small letters. The provider must vouch for the address (`trusted`: the issuer that
 * always does), or the person must be on the course.
 */
export async function findByEmail(
  db: Db,
  { courseId, trusted }: { courseId: string; trusted: string | undefined },
  emails: string[],
): Promise<Known[]> {
  const vouched = isVouchedFor(trusted)
  const { rows } = await sql<Known>`
    select coalesce(u.id, w.id) as id,
      case when u.here then 'here' when w.id is not null then 'pending' when u.removed then 'removed'
        when u.id is not null then 'elsewhere' else 'unknown' end as state,
      coalesce(u.first, w.first, '') as first, coalesce(u.last, w.last, '') as last,
      coalesce(u.role, w.role) as role, coalesce(u.section, w.section, case when u.studied then u.earlier end) as section,
      coalesce(u.verified, false) as verified
    from unnest(${emails}::text[]) with ordinality as f (email, n)
    left join lateral (
      select p.id, p.first, p.last, ${vouched} as verified, r.person_id is not null as here,
        x.person_id is not null as removed, r.role, r.section, x.role = 'student' as studied, x.section as earlier
      from people p
      left join roster r on r.course_id = ${courseId} and r.person_id = p.id
      left join roster_removed x on x.course_id = ${courseId} and x.person_id = p.id
      where lower(p.email) = f.email and p.removed_at is null and (r.person_id is not null or ${vouched})
      order by 4 desc, 5 desc, p.updated_at desc, p.id limit 1) u on true
    left join roster_pending w on w.course_id = ${courseId} and w.email = f.email
    order by f.n`.execute(db)
  return rows
}
