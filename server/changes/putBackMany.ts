import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

type Json = Record<string, unknown>

/** Columns that triggers keep and nobody writes. */
export const derived = ['revision', 'same']

/**
 * Columns whose values follow from others (server/grading/followSums.ts). Their present values block no undo, and their
 * new values follow from the restored rows.
 */
const following: Record<string, string[]> = { feedback: ['points', 'score'] }

export const follows = (table: string, column: string): boolean => following[table]?.includes(column) ?? false

/**
 * Whether a change touched only what follows from other rows: such columns, or the name under which the points of a
 * grade stand (server/grading/renameWhole.ts).
 */
export const isFollowing = ({ table_name, before, after }: RowChange): boolean =>
  table_name in following &&
  before !== null &&
  after !== null &&
  changedColumns(before, after).every(
    (name) => follows(table_name, name) || (name === 'parts' && isSame(pointsIn(before), pointsIn(after))),
  )

const pointsIn = ({ parts }: Json) => Object.values(parts as Json).toSorted()

/** One row before and after a change; null where it did not exist. */
export interface RowChange {
  table_name: string
  key: Json
  before: Json | null
  after: Json | null
  /** Its time of publication was to come before the change, and has passed: see `asDrafts`. */
  wasPlanned?: boolean
  /** What comes back is a draft. */
  draft?: boolean
}

/** Fewer rows than this are put back one by one. */
const FEW = 20
/** So many at once: triggers follow each row, and the database ends a statement that takes too long. */
const MOST = 5_000

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export const changedColumns = (before: Json, after: Json) =>
  Object.keys(after).filter((name) => !derived.includes(name) && !isSame(before[name], after[name]))

/** The columns that an undo writes, in a row that is there before and after the change or only after it. */
export function touchedColumns({ before, after, draft }: RowChange): string[] {
  if (!before) return Object.keys(after ?? {}).filter((name) => !derived.includes(name))
  return [...new Set([...changedColumns(before, after ?? {}), ...(draft ? ['publish_at'] : [])])]
}

/** Whether a change left a row as it was before, such as one that it wrote twice. */
export const isAsBefore = (row: RowChange): boolean =>
  row.before !== null && row.after !== null && touchedColumns(row).length === 0

/** The row that an undo writes. */
export const earlierRow = ({ before, draft }: RowChange) => (draft ? { ...before, publish_at: null } : before)

/** The columns that an undo writes, for rows that can be put back in one statement. */
const likeness = (row: RowChange) =>
  `${row.table_name} ${!row.before ? '+' : !row.after ? '-' : touchedColumns(row).sort().join()}`

/** Runs of successive rows of one table that a change touched in the same columns. */
export function runsOf(rows: RowChange[]): RowChange[][] {
  const runs: RowChange[][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last?.[0] && last.length < MOST && likeness(last[0]) === likeness(row)) last.push(row)
    else runs.push([row])
  }
  return runs
}

/**
 * Restores many rows in a few statements, if nothing at all is in the way. Otherwise it restores none, and the caller
 * restores row by row to find what is in the way.
 */
export async function putBackMany(trx: Transaction<DB>, rows: RowChange[]): Promise<boolean> {
  const [one] = rows
  if (!one || rows.length < FEW) return false
  await sql`savepoint put_back_many`.execute(trx)
  const done = await tryAll(trx, one, rows).catch((error: { code?: string }) => {
    // SQLSTATE class 23: a constraint is in the way.
    if (!error.code?.startsWith('23')) throw error
    return false
  })
  await sql.raw(done ? 'release savepoint put_back_many' : 'rollback to savepoint put_back_many').execute(trx)
  return done
}

async function tryAll(trx: Transaction<DB>, one: RowChange, rows: RowChange[]): Promise<boolean> {
  const table = sql.table(one.table_name)
  const names = Object.keys(one.key)
  const populated = (of: (row: RowChange) => Json | null) => sql`
    jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows.map(of))}::jsonb)`
  const isKey = sql.join(
    names.map((name) => sql`t.${sql.ref(name)} = k.${sql.ref(name)}`),
    sql` and `,
  )
  if (!one.after) {
    await sql`insert into ${table} select * from ${populated(earlierRow)}`.execute(trx)
    return true
  }
  const { rows: found } = await sql<{ row: Json }>`
    select to_jsonb(t) as row from ${table} t join ${populated(({ key }) => key)} k on ${isKey} for update of t`.execute(
    trx,
  )
  const keyOf = (row: Json) => JSON.stringify(names.map((name) => row[name]))
  const now = new Map(found.map(({ row }) => [keyOf(row), row]))
  const touched = touchedColumns(one)
  const asLeft = ({ key, after }: RowChange) => {
    const row = now.get(keyOf(key))
    return (
      row !== undefined && touched.every((name) => isSame(row[name], after?.[name]) || follows(one.table_name, name))
    )
  }
  if (!rows.every(asLeft)) return false
  if (one.before) {
    const set = sql.join(touched.map((name) => sql`${sql.ref(name)} = k.${sql.ref(name)}`))
    await sql`update ${table} t set ${set} from ${populated(earlierRow)} k where ${isKey}`.execute(trx)
    return true
  }
  if (
    await isAnyInUse(
      trx,
      one.table_name,
      populated(({ after }) => after),
    )
  )
    return false
  await sql`delete from ${table} t using ${populated(({ key }) => key)} k where ${isKey}`.execute(trx)
  return true
}

/** Whether a delete of these rows would cascade to others. */
async function isAnyInUse(trx: Transaction<DB>, table: string, rows: ReturnType<typeof sql>): Promise<boolean> {
  for (const { from, columns, to } of await referencesTo(trx, table)) {
    const refers = columns.map((column, i) => sql`c.${sql.ref(column)} = k.${sql.ref(to[i] ?? '')}`)
    const { rows: used } = await sql`
      select from ${rows} k join ${sql.table(from)} c on ${sql.join(refers, sql` and `)} limit 1`.execute(trx)
    if (used.length > 0) return true
  }
  return false
}

/** Rows that triggers write about a thing, which go with it. */
const followers = ['sheet_versions', 'scores', 'attendance_scores']

interface Reference {
  from: string
  columns: string[]
  to: string[]
}

/** The foreign keys that refer to a table, except those of rows that go with it. */
export async function referencesTo(trx: Transaction<DB>, table: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as "from",
      array(select attname::text from unnest(c.conkey) with ordinality as k (n, place)
        join pg_attribute on attrelid = c.conrelid and attnum = k.n order by place) as columns,
      array(select attname::text from unnest(c.confkey) with ordinality as k (n, place)
        join pg_attribute on attrelid = c.confrelid and attnum = k.n order by place) as "to"
    from pg_constraint c where c.contype = 'f' and c.confrelid = ${table}::regclass
      and c.conrelid::regclass::text <> all(${followers})`.execute(trx)
  return rows
}
