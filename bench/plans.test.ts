import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { afterwards } from '../server/testing/afterwards.ts'
import { useDatabase } from '../server/testing/database.ts'
import { temporaryFolder } from '../server/testing/processes.ts'
import { folderStorage } from '../server/uploads/storage.ts'
import { dayOf } from './day.ts'
import { addStatements, type HotStatements, missingStatements, writeStatements } from './hotStatements.ts'
import { comparedInVain, hasPlan, readsThrough } from './plans.ts'
import { staffDayOf } from './staffDay.ts'
import { openRecorder } from './statements.ts'
import { fillUniversity } from './university/fill.ts'
import { readWorld } from './world.ts'

/*
 * Every statement of a student's day on a university that is large enough for PostgreSQL to prefer an index where there
 * is one: planned for its parameters, and as a prepared statement that is planned once for all.
 */

vi.setConfig({ testTimeout: 120_000 })

const { connection } = await useDatabase()
const dataDir = await temporaryFolder()
const seed = 'plans'
await fillUniversity({ connection, storage: folderStorage(`${dataDir}/files`) }, { seed, scale: 0.04, now: new Date() })
const world = await readWorld(connection, { seed, many: 20, handIns: 20 })
const day = dayOf(world)
const recorder = await openRecorder(connection, dataDir)
const client = new pg.Client(connection)
await client.connect()
afterwards(async () => {
  await recorder.close()
  await client.end()
})

const hot: HotStatements = new Map()

test('the day has someone for each call', () => {
  for (const { name, asks } of day) expect(asks.length, name).toBeGreaterThan(0)
})

for (const { name, asks } of day) {
  test(`“${name}” looks up what it needs of each table of a course, in few statements`, async () => {
    for (const ask of asks.slice(0, 3)) {
      const statements = await recorder.statementsOf([ask()])
      // The first request also reads the shared part of the answer.
      const again = await recorder.statementsOf([ask()])
      expect(again.length, again.map((s) => s.sql).join('\n')).toBeLessThanOrEqual(2)
      addStatements(hot, name, [...statements, ...again])
      for (const statement of statements.filter(hasPlan)) {
        expect(await readsThrough(client, statement), statement.sql).toEqual([])
      }
    }
  })
}

test('all of these statements can be read in bench/statements.sql', () => {
  if (process.env.WRITE_STATEMENTS) writeStatements(hot)
  expect(missingStatements(hot), 'run `npm run sql`').toEqual([])
})

/** A batched statement. */
const forMany = /\bfrom unnest\(/

/** Answered from the cache, and not a batched question. */
const alone = ['home: me', 'find']
/** The batched writes, besides the reads. */
const written: Record<string, RegExp> = { 'save a draft': /^\s*update drafts/ }

for (const { name, asks } of day.filter((call) => !alone.includes(call.name))) {
  test(`“${name}” does so too when several ask at once`, async () => {
    const several = () => asks.slice(0, 4).map((ask) => ask())
    // So that each person has something to write.
    if (written[name]) await recorder.statementsOf(several())
    const statements = await recorder.statementsOf(several())
    const asked = statements.filter(({ sql }) => forMany.test(sql))
    const wanted = [/^\s*select/, ...(written[name] ? [written[name]] : [])]
    const seen = wanted.filter((one) => asked.some(({ sql }) => one.test(sql)))
    expect(seen, statements.map((s) => s.sql).join('\n')).toEqual(wanted)
    for (const statement of asked) expect(await readsThrough(client, statement), statement.sql).toEqual([])
  })
}

/** Far fewer than all students of a large course times their works. */
const MOST_IN_VAIN = 5_000

for (const { name, asks } of staffDayOf({ ...world, instructors: world.lecturers }).filter(({ writes }) => !writes)) {
  test(`staff: “${name}” compares no long list with another, row by row`, async () => {
    const [ask] = asks
    const statements = ask ? await recorder.statementsOf([ask()]) : []
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements.filter(hasPlan))
      expect(await comparedInVain(client, statement), statement.sql).toBeLessThan(MOST_IN_VAIN)
  })
}

test('a session is looked up by an index too', async () => {
  // A person may be there with two of their courses.
  const asks = [...new Map(day[0]?.asks.map((ask) => [ask().token, ask()])).values()].slice(0, 3)
  // The new server has seen nobody yet.
  const other = await openRecorder(connection, dataDir)
  afterwards(() => other.close())
  const one = await other.statementsOf(asks.slice(0, 1), { strange: true })
  const several = await other.statementsOf(asks.slice(1), { strange: true })
  expect([one.length, several.filter(({ sql }) => forMany.test(sql)).length]).toEqual([1, 1])
  for (const { sql, parameters } of [...one, ...several]) {
    const { rows } = await client.query({ text: `explain ${sql}`, values: [...parameters] })
    expect(JSON.stringify(rows)).not.toContain('Seq Scan')
  }
})

test('a table without an index is noticed', async () => {
  await client.query('create temporary table diary as select * from submissions')
  await client.query('alter table diary add primary key (course_id, id)')
  await client.query('analyze diary')
  const sql = 'select count(*) from diary where owner_id = $1'
  const parameters = ['00000000-0000-7000-8000-000000000000']
  expect(await readsThrough(client, { sql, parameters })).toEqual(['diary'])
})
