import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { Refusal } from '../errors.ts'
import { start } from '../testing/clock.ts'
import { useDatabase } from '../testing/database.ts'
import { giveTryBack, takeTry } from './rateLimit.ts'

const { db } = await useDatabase()
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const limit = { key: 'key', most: 3, windowMs: 60_000 }
const take = (at = start, key = 'key') => takeTry(db, { ...limit, key }, at)

beforeEach(() => db.deleteFrom('rate_limits').execute())

test('so many tries may be made in a time, and then none until it is over', async () => {
  for (let i = 0; i < 3; i++) await take(later(i))
  const refusal = await take(later(20)).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({
    code: 'too_many',
    message: 'Too many tries. Try again in 40 seconds.',
    retryAfter: 40,
  })
  await expect(take(later(59.5))).rejects.toThrow('in 1 second')
  await take(later(60))
})

test('a refused try does not make the wait longer', async () => {
  for (let i = 0; i < 3; i++) await take()
  for (let i = 0; i < 5; i++) await expect(take(later(59))).rejects.toThrow('in 1 second')
  await take(later(60))
})

test('one key’s tries are not another’s', async () => {
  for (let i = 0; i < 3; i++) await take()
  await take(start, 'other')
})

test('a try that is given back may be made again, and no more than were taken', async () => {
  for (let i = 0; i < 3; i++) await take()
  await giveTryBack(db, 'key')
  await take()
  await expect(take()).rejects.toThrow(Refusal)
  for (let i = 0; i < 9; i++) await giveTryBack(db, 'key')
  for (let i = 0; i < 3; i++) await take()
  await expect(take()).rejects.toThrow(Refusal)
})

test('of fifty tries at one moment exactly as many as may be made are made', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => take()))
  expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(3)
})

test('counting waits for no disk, and what comes after it on the same line does', async () => {
  const waits = async (line: typeof db) =>
    (await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(line)).rows[0]?.synchronous_commit
  await db.connection().execute(async (line) => {
    await sql`set synchronous_commit = on`.execute(line)
    await line.transaction().execute(async (trx) => {
      await takeTry(trx, limit, start)
      expect(await waits(trx)).toBe('off')
    })
    await takeTry(line, limit, start)
    expect(await waits(line)).toBe('on')
    await sql`reset synchronous_commit`.execute(line)
  })
})
