import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { dayOf } from '../../bench/day.ts'
import { hasPlan } from '../../bench/plans.ts'
import { openRecorder, type Statement } from '../../bench/statements.ts'
import { fillUniversity } from '../../bench/university/fill.ts'
import { readWorld } from '../../bench/world.ts'
import { afterwards } from '../../server/testing/afterwards.ts'
import { useDatabase } from '../../server/testing/database.ts'
import { temporaryFolder } from '../../server/testing/processes.ts'
import { folderStorage } from '../../server/uploads/storage.ts'
import { isOfCourse, partitionedSchema, tables } from './partitioned.ts'

/*
 * The product on a schema that is partitioned by course, like on a cluster of PostgreSQL servers: a course's statements
 * touch one partition.
 */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const PARTITIONS = 8
const { connection } = await useDatabase()
const dataDir = await temporaryFolder()
const seed = 'partitions'
await fillUniversity({ connection, storage: folderStorage(`${dataDir}/files`) }, { seed, scale: 0.01, now: new Date() })

// Copies the rows into the other schema, which every later connection uses.
const mover = new pg.Client({ ...inject('superuser'), database: connection.database })
await mover.connect()
// The rows obeyed every rule in the first schema.
await mover.query('set session_replication_role = replica')
await mover.query(`set role ${connection.user}`)
await mover.query('create schema parted')
await mover.query('set search_path = parted')
await mover.query(partitionedSchema(PARTITIONS))
for (const { name } of tables()) await mover.query(`insert into parted.${name} select * from public.${name}`)
await mover.query('analyze')
await mover.query(`alter database ${connection.database} set search_path = parted`)
await mover.end()

const day = dayOf(await readWorld(connection, { seed, many: 6, handIns: 6 }))
const recorder = await openRecorder(connection, dataDir)
const client = new pg.Client(connection)
await client.connect()
afterwards(async () => {
  await recorder.close()
  await client.end()
})

interface Node {
  'Relation Name'?: string
  'Actual Loops'?: number
  Plans?: Node[]
}

/** The partitions that a statement touches, each as its table and its number, by running it and rolling it back. */
async function partsOf({ sql, parameters }: Statement): Promise<{ table: string; part: string }[]> {
  await client.query('begin')
  try {
    // A second insert of an existing row would fail; its plan shows the partitions.
    const { rows } = await client
      .query({ text: `explain (analyze, format json) ${sql}`, values: [...parameters] })
      .catch(async (error: { code?: string }) => {
        if (error.code !== '23505') throw error
        await client.query('rollback')
        return client.query({ text: `explain (format json) ${sql}`, values: [...parameters] })
      })
    return walk(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.query('rollback')
  }
}

function walk(node: Node): { table: string; part: string }[] {
  const inside = (node.Plans ?? []).flatMap(walk)
  const [, table, part] = /^(\w+)_p(\d+)$/.exec(node['Relation Name'] ?? '') ?? []
  // Pruned at run time: in the plan, but never executed.
  return table && part && node['Actual Loops'] !== 0 ? [{ table, part }, ...inside] : inside
}

test('what a course owns is in parts, and nothing else is', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'p' and relnamespace = 'parted'::regnamespace order by relname`,
  )
  expect(rows.map(({ name }) => name)).toEqual(
    tables()
      .filter(isOfCourse)
      .map(({ name }) => name)
      .sort(),
  )
  const others = tables().filter((table) => !isOfCourse(table))
  // These look up a person or a code, before the course is known.
  const known = ['instructor_invitations', 'jobs']
  for (const { name } of others.filter(({ name }) => !known.includes(name))) {
    const { rows } = await client.query(
      `select 1 from pg_attribute where attrelid = 'parted.${name}'::regclass and attname = 'course_id'`,
    )
    expect(rows, name).toEqual([])
  }
})

for (const { name, endpoint, asks } of day.filter(({ endpoint }) => endpoint.path.includes(':course_id'))) {
  test(`“${name}” happens in one part`, async () => {
    for (const ask of asks.slice(0, 3)) {
      const statements = (await recorder.statementsOf([ask()])).filter(hasPlan)
      expect(statements.length, endpoint.path).toBeGreaterThan(0)
      const touched = []
      for (const statement of statements) touched.push(...(await partsOf(statement)))
      expect(touched.length, name).toBeGreaterThan(0)
      expect([...new Set(touched.map(({ part }) => part))], JSON.stringify(touched)).toHaveLength(1)
    }
  })
}

test('a query that does not name its course is noticed', async () => {
  const touched = await partsOf({ sql: 'select count(*) from submissions where attempt = $1', parameters: [1] })
  expect(new Set(touched.map(({ part }) => part)).size).toBe(PARTITIONS)
})

test('the SQL for a cluster puts every table somewhere, the course’s by course', () => {
  const sql = readFileSync(join(import.meta.dirname, 'distribute.sql'), 'utf8')
  const placed = new Map(
    [...sql.matchAll(/^select create_(reference|distributed)_table\('(\w+)'(?:, '(\w+)')?/gm)].map(
      ([, kind, table = '', column]) => [table, kind === 'reference' ? 'everywhere' : column],
    ),
  )
  const local = ['server_keys', 'rate_limits', 'demo_provider_state', 'instructor_invitations', 'jobs']
  const known = [...placed.keys(), ...local]
  const names = tables().map(({ name }) => name)
  const missing = names.filter((name) => !known.includes(name))
  expect(missing, 'say in deploy/cluster/distribute.sql where each of these tables is').toEqual([])
  expect(known.sort()).toEqual(names.sort())
  for (const table of tables()) {
    const at = placed.get(table.name)
    if (isOfCourse(table)) expect(at, table.name).toBe('course_id')
    // A cluster can only enforce uniqueness that one partition can check.
    else if (at && at !== 'everywhere') expect(table.key, table.name).toContain(at)
  }
})
