import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Connection, planning } from '../server/db/database.ts'
import type { Statement } from './statements.ts'

/* The same statements through PostgreSQL's own load tool: the most that the database can do. */

const run = promisify(execFile)

/** Its version; undefined when it is not installed. */
export const pgbenchVersion = (): Promise<string | undefined> =>
  run('pgbench', ['--version']).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )

interface Rate {
  /** Calls a second, each with all of its statements. */
  rate: number
  /** The mean, in ms. */
  mean: number
}

/** In bytes: an added or changed row takes more than this of the database's log. */
const WRITTEN = 100

interface Options {
  connections: number
  seconds: number
  /** Whether it changes rows: then it fails without a change. */
  writes: boolean
}

/** Runs the statements of many calls, in turns, prepared, on so many connections. */
export async function pgbench(
  connection: Connection,
  calls: Statement[][],
  { connections, seconds, writes }: Options,
): Promise<Rate> {
  const folder = await mkdtemp(join(tmpdir(), 'raintree-pgbench-'))
  try {
    const args = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', String(seconds)]
    for (const [n, statements] of calls.entries()) {
      const script = scriptOf(statements, `c${n}`)
      const path = join(folder, `${n}.sql`)
      await writeFile(path, script.text)
      args.push('-f', path, ...script.variables.flatMap(([name, value]) => ['-D', `${name}=${value}`]))
    }
    const before = await logged(connection)
    const { stdout } = await run('pgbench', connectArgs(connection, args), { env: environment(connection) })
    const [, tps = ''] = /tps = ([\d.]+)/.exec(stdout) ?? []
    const [, failed = '0'] = /number of failed transactions: (\d+)/.exec(stdout) ?? []
    if (failed !== '0') throw new Error(`pgbench: ${failed} transactions failed`)
    const each = ((await logged(connection)) - before) / (Number(tps) * seconds)
    if (writes && each < WRITTEN)
      throw new Error(`pgbench: the log has ${Math.round(each)} bytes for a call that writes`)
    return { rate: Math.round(Number(tps)), mean: Math.round((connections / Number(tps)) * 10_000) / 10 }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The size of the database's log in bytes. */
async function logged(connection: Connection): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    const { rows } = await client.query<{ n: string }>(`select pg_current_wal_insert_lsn() - '0/0' as n`)
    return Number(rows[0]?.n)
  } finally {
    await client.end()
  }
}

const connectArgs = ({ connectionString }: Connection, args: string[]) =>
  connectionString ? [...args, connectionString] : args

const environment = ({ host, port, user, password, database }: Connection) => ({
  ...process.env,
  // The settings of the product’s own connections.
  PGOPTIONS: `-c timezone=UTC ${planning}`,
  ...(host && { PGHOST: host, PGPORT: String(port), PGUSER: user, PGPASSWORD: password, PGDATABASE: database }),
})

interface Script {
  text: string
  variables: [name: string, value: string][]
}

/** The parameters of `submissions` that must be unique, by their place in the statement. */
const submission = /^\s*with made as \(\s*insert into submissions \(course_id, id, assignment_id, owner_id, attempt,/
/** pgbench's attempts have numbers from here on. */
export const firstAttempt = 1_000_000

/** The version that was read: after the first replacement the draft has another one. */
const sameVersion = /\s+and xmin = \$\d+::xid/

/** Parameters become variables; the id and the number of a submission and the version of a draft differ each time. */
function scriptOf(statements: Statement[], prefix: string): Script {
  const insert = statements.find(({ sql }) => submission.test(sql))
  const id = insert?.parameters[1]
  const attempt = insert?.parameters[4]
  const variables: Script['variables'] = []
  const lines = insert ? [`\\set n random(${firstAttempt}, 2000000000)`] : []
  for (const { sql, parameters } of statements) {
    const isInsert = submission.test(sql)
    const text = sql.replace(sameVersion, '').replace(/\$(\d+)/g, (_, place) => {
      const value = parameters[Number(place) - 1]
      if (value === null || value === undefined) return 'null'
      if (id !== undefined && value === id)
        return `('00000000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid`
      if (isInsert && value === attempt) return ':n'
      const name = `${prefix}_${variables.length}`
      variables.push([name, asText(value)])
      return `:${name}`
    })
    lines.push(`${text.replace(/\s+/g, ' ').trim()};`)
  }
  return { text: `${lines.join('\n')}\n`, variables }
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (Array.isArray(value)) return `{${value.map((v) => JSON.stringify(asText(v))).join(',')}}`
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
