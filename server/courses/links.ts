import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type JoinLink, joinLinksMost } from '../../contract/staff/courses.ts'
import { giveTryBack, takeTry } from '../access/rateLimit.ts'
import { seed } from '../changes/change.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { notFound, Refusal } from '../errors.ts'
import type { LiveEvent } from '../live.ts'
import { enrolStudent, wrongTries } from './join.ts'

/* Links with which people join a course. See docs/decisions/040-courses.md. */

const DAY_MS = 86_400_000

interface LinkRow {
  id: string
  token: string
  created_at: Date
  expires_at: Date
  uses: number
}

const shownLink = (courseId: string, { id, token, created_at, expires_at, uses }: LinkRow): JoinLink => ({
  _id: id,
  location: `/join?course=${courseId}&link=${token}`,
  created_at: created_at.toISOString(),
  expires_at: expires_at.toISOString(),
  uses,
})

/** The valid links of a course, the newest first. */
export async function findLinks(db: Db, courseId: string, now: Date): Promise<JoinLink[]> {
  const { rows } = await sql<LinkRow>`
    select l.id, l.token, l.created_at, l.expires_at, (
      select count(*)::int from join_link_uses u where u.course_id = l.course_id and u.link_id = l.id) as uses
    from join_links l where l.course_id = ${courseId} and l.revoked_at is null and l.expires_at > ${now}
    order by l.created_at desc, l.id desc limit ${joinLinksMost}`.execute(db)
  return rows.map((row) => shownLink(courseId, row))
}

/** Adds a link of 128 random bits. Throws too_many. */
export async function addLink(
  trx: Db,
  { courseId, id, days, now }: { courseId: string; id: string; days: number; now: Date },
): Promise<void> {
  if ((await findLinks(trx, courseId, now)).length >= joinLinksMost)
    throw new Refusal('too_many', { message: `A course has at most ${joinLinksMost} links. Take one back first.` })
  const token = randomBytes(16).toString('base64url')
  await trx
    .insertInto('join_links')
    .values({
      ...{ course_id: courseId, id, token, created_at: now },
      expires_at: new Date(now.getTime() + days * DAY_MS),
    })
    .execute()
}

/** Takes a link back. Throws not_found. */
export async function revokeLink(trx: Db, courseId: string, id: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('join_links')
    .set({ revoked_at: now })
    .where('course_id', '=', courseId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

interface Asked {
  personId: string
  courseId: string
  token: string
  now: Date
}

/** The id of a valid link. A wrong one costs the person a try. Throws not_found and too_many. */
export async function checkLink(db: Kysely<DB>, { personId, courseId, token, now }: Asked): Promise<string> {
  const key = `join/person/${personId}`
  await takeTry(db, { key, ...wrongTries }, now)
  const { rows } = await sql<{ id: string }>`
    select l.id from join_links l join courses c on c.id = l.course_id
    where l.course_id = ${courseId} and l.token = ${token} and l.revoked_at is null and l.expires_at > ${now}
      and c.archived_at is null`.execute(db)
  if (!rows[0]) throw notFound()
  await giveTryBack(db, key)
  return rows[0].id
}

/**
 * Puts the person on the course as a student, unless they are on it already. Returns the live events for others; none: it
 * is not new.
 */
export async function joinByLink(db: Kysely<DB>, asked: Asked): Promise<LiveEvent[]> {
  const { personId, courseId, now } = asked
  const linkId = await checkLink(db, asked)
  return seed(db, async (trx) => {
    const events = await enrolStudent(trx, { courseId, personId, now })
    if (events.length === 0) return []
    await trx
      .insertInto('join_link_uses')
      .values({ course_id: courseId, link_id: linkId, person_id: personId, used_at: now })
      .onConflict((c) => c.doNothing())
      .execute()
    return events
  })
}
