import { hash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Me } from '../../contract/users.ts'
import { askBatched } from '../db/batch.ts'
import type { DB } from '../db/schema.ts'

/** The person who makes a request. */
export interface Viewer extends Omit<Me, 'token' | 'can' | 'seal_key'> {
  admin: boolean
  may_create: boolean
  /** The token they came with; kept for `users/me`, never logged. */
  token: string
}

export interface Sessions {
  /** Opens a session for a person and returns its token: 256 random bits. The database keeps only the hash. */
  open(personId: string): Promise<string>
  /** The person whose token an Authorization header carries (raw or `Bearer`); null without a valid session. */
  viewerOf(authorization: string | undefined): Promise<Viewer | null>
  /** Ends the session of a token, everywhere. */
  end(token: string): Promise<void>
  /** Forgets a cached session; called when another process ended it. */
  forget(tokenHash: string): void
  /** Forgets the cached sessions of a person; called when their account was removed. */
  forgetPerson(personId: string): void
  /** Forgets all cached sessions, when other processes may have ended some of them unheard. */
  forgetAll(): void
}

interface Row extends Omit<Me, '_id' | 'token' | 'can' | 'seal_key'> {
  id: string
  admin: boolean
  may_create: boolean
  seen_at: Date
}

interface Cached {
  viewer: Viewer | null
  until: number
}

/**
 * How long the cache is believed without asking the database. Ended sessions are announced, so this bounds only a lost
 * announcement.
 */
const CACHE_MS = 15_000
const CACHE_MOST = 20_000
/** The idle clock is written at most this often, so that reading costs no write. */
const TOUCH_MS = 3_600_000

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')

interface Options {
  db: Kysely<DB>
  now: () => Date
  idleMs: number
  maxMs: number
  /** Tells the other processes that a session ended. */
  announceEnd: (tokenHash: string) => Promise<void>
}

export function createSessions({ db, now, idleMs, maxMs, announceEnd }: Options): Sessions {
  const cache = new Map<string, Cached>()
  /** How many sessions have ended: a reading from before an end may be of that session, and is not cached. */
  let ends = 0

  async function read(token: string, tokenHash: Buffer): Promise<Viewer | null> {
    const at = now()
    // Every request asks this, so one statement serves several.
    const [row] = await askBatched(
      db,
      sql<Row>`select p.id, p.email, p.first, p.last, p.img, p.admin, p.may_create, s.seen_at
      from sessions s join people p on p.id = s.person_id
      where s.token_hash = ${tokenHash}::bytea and s.expires_at > ${at}::timestamptz
        and s.seen_at > ${new Date(at.getTime() - idleMs)}::timestamptz
        and p.removed_at is null`,
    )
    if (!row) return null
    if (at.getTime() - row.seen_at.getTime() > TOUCH_MS) {
      await db.updateTable('sessions').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute()
    }
    const { id, email, first, last, img, admin, may_create } = row
    return { _id: id, email, first, last, img, admin, may_create, token }
  }

  function forget(tokenHash: string): void {
    cache.delete(tokenHash)
    ends++
  }

  return {
    async open(personId) {
      const token = randomBytes(32).toString('base64url')
      const at = now()
      await db
        .insertInto('sessions')
        .values({
          token_hash: hashOf(token),
          person_id: personId,
          created_at: at,
          seen_at: at,
          expires_at: new Date(at.getTime() + maxMs),
        })
        .execute()
      return token
    },
    async viewerOf(authorization) {
      const token = authorization?.replace(/^Bearer\s+/i, '').trim()
      if (!token || token.length > 200) return null
      const key = hash('sha256', token, 'base64url')
      const kept = cache.get(key)
      if (kept && kept.until > now().getTime()) return kept.viewer
      const before = ends
      const viewer = await read(token, Buffer.from(key, 'base64url'))
      cache.delete(key)
      // The oldest entries go first; a wrong token is not cached, so that guessing cannot push people out.
      if (cache.size >= CACHE_MOST) cache.delete(cache.keys().next().value as string)
      if (viewer && ends === before) cache.set(key, { viewer, until: now().getTime() + CACHE_MS })
      return viewer
    },
    async end(token) {
      const tokenHash = hashOf(token)
      await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
      forget(tokenHash.toString('base64url'))
      await announceEnd(tokenHash.toString('base64url'))
    },
    forget,
    forgetPerson(personId) {
      for (const [key, { viewer }] of cache) if (viewer?._id === personId) cache.delete(key)
      ends++
    },
    forgetAll() {
      cache.clear()
      ends++
    },
  }
}

/** Removes sessions that nobody can use any more. */
export async function sweepSessions(db: Kysely<DB>, idleMs: number): Promise<void> {
  await sql`delete from sessions where expires_at < now() or seen_at < now() - ${idleMs} * interval '1 millisecond'`.execute(
    db,
  )
}
