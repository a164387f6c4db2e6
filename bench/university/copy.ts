import { once } from 'node:events'
import type { Insertable } from 'kysely'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import type { Connection } from '../../server/db/database.ts'
import type { DB } from '../../server/db/schema.ts'

export type Table = Exclude<keyof DB, 'demo_provider_state' | 'rate_limits' | 'server_keys' | 'instructor_invitations'>
export type Add = <T extends Table>(table: T, row: Insertable<DB[T]>) => void

/** In characters, how much text of a table is buffered. */
const CHUNK = 256_000

interface Open {
  client: pg.Client
  stream: CopyStreamQuery
  columns: string[]
  text: string
  rows: number
}

/**
 * Rows for empty tables by COPY, each table on a connection of its own. All rows of a table name the same columns; a
 * column that the first row does not name gets its default.
 */
export class Copies {
  #of = new Map<Table, Open>()
  #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Starts copying into a table. Each of its rows has all `columns`. */
  async open<T extends Table>(table: T, columns: (keyof Insertable<DB[T]> & string)[]): Promise<void> {
    const client = new pg.Client({ ...this.#connection, application_name: 'raintree bench' })
    await client.connect()
    await client.query('set synchronous_commit = off')
    await client.query('begin')
    // Seeded, because no person makes it.
    await client.query("set local raintree.change = 'seed'")
    // Written in the transaction that empties the table, rows are frozen and need no second write.
    await client.query(`truncate only ${table}`)
    const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin with (freeze)`))
    this.#of.set(table, { client, stream, columns, text: '', rows: 0 })
  }

  add: Add = (table, row) => {
    const open = this.#of.get(table)
    if (!open) throw new Error(`Nothing is copied into ${table}.`)
    const values = row as Record<string, unknown>
    let line = ''
    for (const column of open.columns) line += line === '' ? asText(values[column]) : `\t${asText(values[column])}`
    open.text += `${line}\n`
    open.rows += 1
  }

  /** Sends buffered rows and waits where PostgreSQL is behind. Call it now and then. */
  async send(least = CHUNK): Promise<void> {
    for (const open of this.#of.values()) {
      if (open.text.length < least || open.text === '') continue
      const { text } = open
      open.text = ''
      if (!open.stream.write(text)) await once(open.stream, 'drain')
    }
  }

  /** Ends and commits everything. Returns the number of rows by table. */
  async end(): Promise<Record<string, number>> {
    await this.send(0)
    const counts: Record<string, number> = {}
    for (const [table, { client, stream, rows }] of this.#of) {
      stream.end()
      await once(stream, 'finish')
      await client.query('commit')
      await client.end()
      counts[table] = rows
    }
    return counts
  }
}

const special = /[\\\t\n\r]/
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }
const escaped = (text: string) => (special.test(text) ? text.replace(/[\\\t\n\r]/g, (c) => escapes[c] as string) : text)

/** The text form of a value for COPY. An array becomes one of PostgreSQL's; an object becomes JSON. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date) return value.toISOString()
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`
  if (Array.isArray(value)) return escaped(`{${value.map((v) => JSON.stringify(String(v))).join(',')}}`)
  return escaped(JSON.stringify(value))
}
