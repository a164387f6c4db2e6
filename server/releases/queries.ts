import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { PlannedRelease } from '../../contract/staff/releases.ts'
import { plannedMost } from '../../contract/staff/releases.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'

interface Of {
  courseId: string
  assignmentId: string
}

const releases = (courseId: string, where: RawBuilder<unknown>) => sql<PlannedRelease>`
  select r.id as _id, r.release_at as at, coalesce(to_jsonb(cardinality(r.owners)), '"all"') as people, r.revision,
    case when x.id is not null then json_build_object('_id', x.id, 'first', x.first, 'last', x.last) end as by
  from planned_releases r
  left join publications p on p.course_id = r.course_id and p.subject_id = r.id
  left join changes h on h.course_id = r.course_id and h.id = r.id
  left join people x on x.id = coalesce(p.actor_id, h.actor_id) and x.removed_at is null
  where r.course_id = ${courseId} and ${where}
  order by r.release_at, r.id limit ${plannedMost}`

/** The releases that are to come, the next first. */
export const findPlanned = async (db: Db, { courseId, assignmentId }: Of): Promise<PlannedRelease[]> =>
  (await releases(courseId, sql`r.assignment_id = ${assignmentId}::uuid and p.subject_id is not null`).execute(db)).rows

/** One that was planned, also when it is done; undefined when it was cancelled. */
export const findRelease = async (db: Db, courseId: string, id: string): Promise<PlannedRelease | undefined> =>
  (await releases(courseId, sql`r.id = ${id}`).execute(db)).rows[0]

export const planRelease = (trx: Db, row: Insertable<DB['planned_releases']>) =>
  trx.insertInto('planned_releases').values(row).execute()

/** Gives a release another time, if it has that revision; whether it did. */
export async function moveRelease(trx: Db, courseId: string, { _id, revision }: Known, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update planned_releases set release_at = ${at}
    where course_id = ${courseId} and id = ${_id} and revision = ${revision} returning id`.execute(trx)
  return rows.length > 0
}

export async function cancelRelease(trx: Db, courseId: string, { _id, revision }: Known): Promise<boolean> {
  const { rows } = await sql`
    delete from planned_releases
    where course_id = ${courseId} and id = ${_id} and revision = ${revision} returning id`.execute(trx)
  return rows.length > 0
}

interface Known {
  _id: string
  revision: number
}

/** For how many people and groups a change released grades, or hid them; 0 when it does not exist. */
export async function countOf(db: Db, courseId: string, changeId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (about->>'count')::int as count from changes where course_id = ${courseId} and id = ${changeId}`.execute(db)
  return rows[0]?.count ?? 0
}
