import pg from 'pg'
import type { Statement } from './statements.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  /** Of `explain analyze`; the mean of its loops. */
  'Rows Removed by Join Filter'?: number
  'Actual Loops'?: number
  Plans?: Node[]
}

/** How a table is read. */
interface Reading {
  table: string
  /** Absent: a sequential scan of the whole table. */
  index?: string
  /** Whether it looks up a part of the table or index, not the whole. */
  bounded: boolean
}

/** The tables that a course owns, with their pages of 8 kB: those whose primary key begins with the course. */
async function courseTables(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; pages: number }>(`
    select c.conrelid::regclass::text as name, t.relpages as pages from pg_constraint c
    join pg_class t on t.oid = c.conrelid
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'p' and a.attname = 'course_id'`)
  return new Map(rows.map((row) => [row.name, row.pages]))
}

/** Below so many pages PostgreSQL rightly reads all of a table. */
const SMALL = 8

/**
 * The course-owned tables that a statement scans, or would scan if they were large: a table of a few pages counts only
 * without an index for the look-up.
 */
export async function readsThrough(client: pg.Client, statement: Statement): Promise<string[]> {
  const owned = await courseTables(client)
  await client.query('set random_page_cost = 1.1')
  const unbounded = async (counts: (pages: number) => boolean) => {
    const readings = await readingsOf(client, statement)
    const found = readings.filter(({ table, bounded }) => !bounded && owned.has(table) && counts(owned.get(table) ?? 0))
    return found.map(({ table }) => table)
  }
  const large = await unbounded((pages) => pages >= SMALL)
  await client.query('set enable_seqscan = off')
  const small = await unbounded((pages) => pages < SMALL)
  await client.query('reset enable_seqscan')
  return [...new Set([...large, ...small])]
}

/**
 * How many pairs of rows a statement compares in vain, planned without its parameters: where PostgreSQL expects few
 * rows on either side, it may compare each with each.
 */
export async function comparedInVain(client: pg.Client, { sql, parameters }: Statement): Promise<number> {
  await client.query(`set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1; prepare analyzed as ${sql}`)
  const known = parameters.length > 0 ? `(${parameters.map(literalOf).join(', ')})` : ''
  const { rows } = await client.query(`explain (analyze, format json) execute analyzed${known}`)
  await client.query('deallocate analyzed; reset plan_cache_mode')
  return pairsIn(rows[0]['QUERY PLAN'][0].Plan)
}

const pairsIn = (node: Node): number =>
  (node['Rows Removed by Join Filter'] ?? 0) * (node['Actual Loops'] ?? 0) +
  (node.Plans ?? []).reduce((sum, child) => sum + pairsIn(child), 0)

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join()}}`)
  return pg.escapeLiteral(String(value))
}

/** Whether it reads or writes rows, and so has a plan. */
export const hasPlan = ({ sql }: Statement): boolean => /^\s*(select|insert|update|delete|with)\b/i.test(sql)

/** The plans of a statement: for its parameters, and the generic one of a prepared statement after some runs. */
async function readingsOf(client: pg.Client, { sql, parameters }: Statement): Promise<Reading[]> {
  const own = await client.query({ text: `explain (format json) ${sql}`, values: [...parameters] })
  // Not `explain (generic_plan)`, which PostgreSQL has from 16 on only.
  await client.query(`set plan_cache_mode = force_generic_plan; prepare once_for_all as ${sql}`)
  const unknown = parameters.length > 0 ? `(${parameters.map(() => 'null').join(', ')})` : ''
  const generic = await client.query(`explain (format json) execute once_for_all${unknown}`)
  await client.query('deallocate once_for_all; reset plan_cache_mode')
  return [own, generic].flatMap(({ rows }) => walk(rows[0]['QUERY PLAN'][0].Plan))
}

function walk(node: Node, above?: Node): Reading[] {
  const inside = (node.Plans ?? []).flatMap((child) => walk(child, node))
  const table = node['Relation Name'] ?? above?.['Relation Name']
  const bounded = node['Index Cond'] !== undefined
  switch (node['Node Type']) {
    case 'Seq Scan':
    case 'Sample Scan':
      return [{ table: table ?? '', bounded: false }, ...inside]
    case 'Index Scan':
    case 'Index Only Scan':
    case 'Bitmap Index Scan':
      return [{ table: table ?? '', index: node['Index Name'], bounded }, ...inside]
    default:
      return inside
  }
}
