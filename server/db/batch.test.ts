import { AsyncLocalStorage } from 'node:async_hooks'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { afterwards } from '../testing/afterwards.ts'
import { useDatabase } from '../testing/database.ts'
import { makeCourse } from '../testing/world.ts'
import { askBatched, doBatched, type Work, waitingFor } from './batch.ts'
import { openDatabase } from './database.ts'

const { db: other, connection } = await useDatabase()

/** A pool that records its statements. */
function usePool(batch?: number) {
  const sent: string[] = []
  const db = openDatabase(connection, {
    connections: 5,
    prepare: true,
    batch,
    log: ({ query }) => void sent.push(query.sql),
  })
  afterwards(() => db.destroy())
  return { db, sent }
}

const numbers = Array.from({ length: 20 }, (_, n) => n)
/** As many rows as the number says. */
const rowsOf = (n: number) => sql<{ n: number; of: number }>`
  select n, ${n}::int as of from generate_series(1, ${n}::int) as n`
const answerTo = (n: number) => Array.from({ length: n }, (_, i) => ({ n: i + 1, of: n }))

test('those who ask at once each get their own rows, or none, with one statement', async () => {
  const { db, sent } = usePool()
  const answers = await Promise.all(numbers.map((n) => askBatched(db, rowsOf(n))))
  for (const n of numbers) expect(answers[n]).toEqual(answerTo(n))
  expect(sent).toHaveLength(1)
})

test('who asks something else is not waited for', async () => {
  const { db, sent } = usePool()
  const [one, another] = await Promise.all([
    askBatched(db, rowsOf(1)),
    askBatched(db, sql<{ word: string }>`select ${'w'}::text as word`),
  ])
  expect([one, another]).toEqual([[{ n: 1, of: 1 }], [{ word: 'w' }]])
  expect(sent).toHaveLength(2)
})

test('one statement answers so many, and the others come next', async () => {
  const { db, sent } = usePool(8)
  const answers = await Promise.all(numbers.map((n) => askBatched(db, rowsOf(n))))
  for (const n of numbers) expect(answers[n]).toMatchObject(answerTo(n))
  expect(sent).toHaveLength(3)
})

test('on a cluster each asks alone', async () => {
  const { db, sent } = usePool(1)
  const answers = await Promise.all(numbers.map((n) => askBatched(db, rowsOf(n))))
  for (const n of numbers) expect(answers[n]).toEqual(answerTo(n))
  expect(sent).toHaveLength(20)
  expect(sent.join()).not.toContain('unnest')
})

/** Answers after so long. */
const slow = (seconds: number) => sql<{ seconds: number }>`
  select ${seconds}::float as seconds from (select pg_sleep(${seconds}::float)) as slept`

test('while one statement is under way the next ones gather', async () => {
  const { db, sent } = usePool()
  const first = askBatched(db, sql<{ n: number }>`select ${0}::int as n from (select pg_sleep(0.015)) as slept`)
  await new Promise((done) => setImmediate(() => setImmediate(done)))
  const ask = (n: number) =>
    askBatched(db, sql<{ n: number }>`select ${n}::int as n from (select pg_sleep(0.015)) as slept`)
  const answers = await Promise.all([first, ...[1, 2, 3].map(ask)])
  expect(answers.map(([row]) => row?.n)).toEqual([0, 1, 2, 3])
  expect(sent).toHaveLength(2)
})

test('who waits for a statement that is under way is counted', async () => {
  const { db } = usePool()
  const asked = [askBatched(db, slow(0.3))]
  await new Promise((done) => setImmediate(() => setImmediate(done)))
  asked.push(...[1, 2, 3].map(() => askBatched(db, slow(0))))
  expect(waitingFor(db)).toBe(3)
  await Promise.all(asked)
  expect(waitingFor(db)).toBe(0)
})

test('a statement runs as the request of the first who asked, or as that of nobody', async () => {
  const request = new AsyncLocalStorage<string>()
  const ran: unknown[] = []
  const db = openDatabase(connection, {
    connections: 5,
    prepare: true,
    batch: 2,
    log: () => void ran.push(request.getStore()),
  })
  afterwards(() => db.destroy())
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => request.run(name, () => askBatched(db, rowsOf(1)))))
  // On a slow machine the second statement may end before the first, for which it does not wait.
  expect(ran).toHaveLength(3)
  expect(ran.filter((name) => name !== undefined)).toEqual(['a'])
})

test('a slow one is waited for by those who asked with it, not by those who come after', async () => {
  const { db } = usePool()
  const order: string[] = []
  const asked = async (name: string, seconds: number) => {
    await askBatched(db, slow(seconds))
    order.push(name)
  }
  const first = asked('slow', 1.5)
  await new Promise((done) => setImmediate(() => setImmediate(done)))
  await asked('quick', 0)
  expect(order).toEqual(['quick'])
  await first
})

test('what was written before it was asked is in the answer, whatever was under way', async () => {
  const { db } = usePool()
  const codeOf = (id: string, seconds: number) =>
    askBatched(
      db,
      sql<{ code: string }>`
        select code from (select pg_sleep(${seconds}::float)) as slept, courses where id = ${id}::uuid`,
    )
  const id = newId()
  const before = codeOf(id, 0.02)
  await new Promise((done) => setImmediate(() => setImmediate(done)))
  await makeCourse(other, { id, code: '2110101' })
  expect(await codeOf(id, 0)).toMatchObject([{ code: '2110101' }])
  await before
})

test.each<[string, unknown[], (value: unknown) => RawBuilder<{ value: unknown }>]>([
  [
    'texts',
    ['', 'a,b', '{"}', 'it\'s \\ "so"', 'null', 'ภาษาไทย', '👩‍🏫', null],
    (v) => sql`select ${v}::text as value`,
  ],
  ['bytes', [Buffer.from([0, 255, 92]), Buffer.alloc(0)], (v) => sql`select ${v}::bytea as value`],
  [
    'instants',
    [new Date(0), new Date('2026-11-22T10:00:00.123Z'), null],
    (v) => sql`select ${v}::timestamptz as value`,
  ],
  ['numbers', [0, -1.5, 1e12, null], (v) => sql`select ${v}::numeric as value`],
  ['truths', [true, false, null], (v) => sql`select ${v}::bool as value`],
  ['ids', [newId(), null], (v) => sql`select ${v}::uuid as value`],
])('%s arrive as they would alone', async (_, values, question) => {
  const { db, sent } = usePool()
  const answers = await Promise.all(values.map((value) => askBatched(db, question(value))))
  expect(answers.map(([row]) => row?.value)).toEqual(values)
  expect(sent).toHaveLength(1)
})

test('what is wrong with the question of one is told to nobody else', async () => {
  const { db } = usePool()
  const ask = (text: string) => askBatched(db, sql<{ n: number }>`select ${text}::text::int as n`)
  const [one, wrong, two] = await Promise.allSettled([ask('1'), ask('one'), ask('2')])
  expect([one, two]).toMatchObject([{ value: [{ n: 1 }] }, { value: [{ n: 2 }] }])
  expect(wrong).toMatchObject({ status: 'rejected', reason: { code: '22P02' } })
})

test('what is wrong with all of them is told to each, and the next ones are asked anew', async () => {
  const { db } = usePool()
  const ask = (n: number) => askBatched(db, sql<{ n: number }>`select ${n}::int as n from not_yet`)
  for (const { status } of await Promise.allSettled([ask(1), ask(2)])) expect(status).toBe('rejected')
  await sql`create table not_yet ()`.execute(other)
  await sql`insert into not_yet default values`.execute(other)
  expect(await Promise.all([ask(1), ask(2)])).toMatchObject([[{ n: 1 }], [{ n: 2 }]])
})

test('what could not be asked for many is refused by the first who asks', async () => {
  const { db, sent } = usePool()
  for (const question of [
    sql`select 1`,
    sql`select 1 from courses where id = ${newId()}`,
    sql`select ${'{1,2}'}::int[] as many`,
    sql`select ${1.5}::numeric(5, 2) as n`,
    sql`select ${1.5}::double precision as n`,
  ]) {
    expect(() => askBatched(db, question)).toThrow('no type')
  }
  expect(() => askBatched(db, sql`select ${['a', 'b']}::text as word`)).toThrow('an array')
  expect(sent).toEqual([])
})

describe('what is written by several at once', () => {
  /** Writes words, each at most once; `ran` counts the words of each statement. */
  async function aWriter() {
    const { db } = usePool()
    const ran: number[] = []
    const table = sql.table(`words_${newId().replaceAll('-', '')}`)
    await sql`create table ${table} (word text primary key)`.execute(db)
    const write = async (words: string[]) => {
      ran.push(words.length)
      await sql`insert into ${table} select unnest(${words}::text[])`.execute(db)
      return words
    }
    const work: Work<string, string[]> = {
      alone: (_, word) => write([word]),
      together: async (_, words) => (await write(words)).map((word) => [word]),
    }
    const kept = async () => (await sql<{ word: string }>`select word from ${table} order by 1`.execute(db)).rows
    return { ran, save: (word: string) => doBatched(db, work, word), kept }
  }

  test('is written together, and each hears of their own', async () => {
    const { ran, save } = await aWriter()
    expect(await Promise.all(['a', 'b', 'c'].map(save))).toEqual([['a'], ['b'], ['c']])
    expect(ran).toEqual([3])
  })

  test('is kept but for that of one which cannot be', async () => {
    const { ran, save, kept } = await aWriter()
    await save('b')
    const all = await Promise.allSettled(['a', 'b', 'c'].map(save))
    expect(all).toMatchObject([{ value: ['a'] }, { reason: { code: '23505' } }, { value: ['c'] }])
    expect(await kept()).toEqual([{ word: 'a' }, { word: 'b' }, { word: 'c' }])
    expect(ran).toEqual([1, 3, 1, 1, 1])
  })

  test.each(['40P01', '40001'])('is written one by one when all was taken back (%s)', async (code) => {
    const { db } = usePool()
    const raise = sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`)
    const work: Work<string, string> = {
      alone: async (_, word) => word,
      async together() {
        await raise.execute(db)
        return []
      },
    }
    expect(await Promise.all(['a', 'b'].map((word) => doBatched(db, work, word)))).toEqual(['a', 'b'])
  })
})
