import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { useDatabase } from '../testing/database.ts'
import { makePerson } from '../testing/world.ts'
import type { Storage } from '../uploads/storage.ts'
import { sweep } from './sweep.ts'

const { db } = await useDatabase()
const config = { sessionIdleMs: 86_400_000 }
const soon = new Date(Date.now() + 86_400_000)
const longAgo = new Date(Date.now() - 30 * 86_400_000)

/** A store that does not answer, as may happen across a network. */
const away: Storage = {
  put: () => Promise.reject(new Error('the store is away')),
  open: () => Promise.reject(new Error('the store is away')),
  remove: () => Promise.reject(new Error('the store is away')),
  tryRoom: () => Promise.reject(new Error('the store is away')),
}

test('what cannot be removed is told of, stays, and keeps nothing else from being removed', async () => {
  const { id: owner_id } = await makePerson(db)
  const session = { person_id: owner_id, created_at: longAgo, expires_at: soon }
  await db
    .insertInto('sessions')
    .values([
      { ...session, token_hash: Buffer.from('idle'), seen_at: longAgo },
      { ...session, token_hash: Buffer.from('in use'), seen_at: new Date() },
      { ...session, token_hash: Buffer.from('expired'), seen_at: new Date(), expires_at: longAgo },
    ])
    .execute()
  const file = { filename: 'a.txt', media_type: 'text/plain', bytes: 1, sha256: Buffer.alloc(32), storage_key: 'ab-1' }
  await db
    .insertInto('uploads')
    .values({ id: newId(), owner_id, created_at: longAgo, ...file })
    .execute()
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'past', count: 1, resets_at: longAgo },
      { key: 'ahead', count: 1, resets_at: soon },
    ])
    .execute()

  await expect(sweep({ db, storage: away, config })).rejects.toMatchObject({ errors: [new Error('the store is away')] })
  const sessions = await db.selectFrom('sessions').select('token_hash').execute()
  expect(sessions.map((row) => row.token_hash.toString())).toEqual(['in use'])
  expect(await db.selectFrom('uploads').select('filename').execute()).toEqual([{ filename: 'a.txt' }])
  expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'ahead' }])
})

test('old sessions are found by index, however many there are', async () => {
  const { id } = await makePerson(db)
  await sql`
    insert into sessions (token_hash, person_id, seen_at, expires_at)
    select sha256(n::text::bytea), ${id}, now(), now() + interval '1 day' from generate_series(1, 20000) n`.execute(db)
  await sql`analyze sessions`.execute(db)
  const { rows } = await sql<Record<string, string>>`
    explain delete from sessions where expires_at < now() or seen_at < now() - 86400000 * interval '1 millisecond'`.execute(
    db,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('sessions_seen')
  expect(plan).not.toContain('Seq Scan')
})
