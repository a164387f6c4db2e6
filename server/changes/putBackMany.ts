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
 * Restores many rows in a few statements, and returns those that it did not restore: the caller restores them one by one
 * to find what is in the way.
 */
export async function putBackMany(trx: Transaction<DB>, rows: RowChange[]): Promise<RowChange[]> {
  const [one] = rows
  if (!one || rows.length < FEW) return rows
  await sql`savepoint put_back_many`.execute(trx)
  try {
    const left = await putBackAll(trx, one, rows)
    await sql`release savepoint put_back_many`.execute(trx)
    return left
  } catch (error) {
    // SQLSTATE class 23: a constraint is in the way.
    if (!(error as { code?: string }).code?.startsWith('23')) throw error
    await sql`rollback to savepoint put_back_many`.execute(trx)
    return rows
  }
}

/** The rows of a table with these keys as they are now, locked, by `keyOf`. */
export async function presentRows(trx: Transaction<DB>, rows: RowChange[]): Promise<Map<string, Json>> {
  const [one] = rows
  if (!one) return new Map()
  const { rows: found } = await sql<{ row: Json }>`
    select to_jsonb(t) as row from ${sql.table(one.table_name)} t
    join ${populated(rows, ({ key }) => key)} k on ${isKey(one)} for update of t`.execute(trx)
  return new Map(found.map(({ row }) => [keyOf(one, row), row]))
}

/** The key in a row of the table of `one`. */
export const keyOf = ({ key }: RowChange, row: Json) => JSON.stringify(Object.keys(key).map((name) => row[name]))

const populated = (rows: RowChange[], of: (row: RowChange) => Json | null) => sql`
  jsonb_populate_recordset(null::${sql.table(rows[0]?.table_name ?? '')}, ${JSON.stringify(rows.map(of))}::jsonb)`

const isKey = ({ key }: RowChange) =>
  sql.join(
    Object.keys(key).map((name) => sql`t.${sql.ref(name)} = k.${sql.ref(name)}`),
    sql` and `,
  )

async function putBackAll(trx: Transaction<DB>, one: RowChange, rows: RowChange[]): Promise<RowChange[]> {
  const table = sql.table(one.table_name)
  if (!one.after) {
    const keys = sql.join(Object.keys(one.key).map((name) => sql.ref(name)))
    const { rows: inserted } = await sql<Json>`
      insert into ${table} select * from ${populated(rows, earlierRow)} on conflict do nothing returning ${keys}`.execute(
      trx,
    )
    const done = new Set(inserted.map((row) => keyOf(one, row)))
    return rows.filter(({ key }) => !done.has(keyOf(one, key)))
  }
  const now = await presentRows(trx, rows)
  const touched = touchedColumns(one)
  const isAsLeft = ({ key, after }: RowChange) => {
    const row = now.get(keyOf(one, key))
    return (
      row !== undefined && touched.every((name) => isSame(row[name], after?.[name]) || follows(one.table_name, name))
    )
  }
  const sorted = Map.groupBy(rows, isAsLeft)
  const [back, others = []] = [sorted.get(true), sorted.get(false)]
  if (!back) return rows
  if (one.before) {
    const set = sql.join(touched.map((name) => sql`${sql.ref(name)} = k.${sql.ref(name)}`))
    await sql`update ${table} t set ${set} from ${populated(back, earlierRow)} k where ${isKey(one)}`.execute(trx)
  } else {
    const last = populated(back, ({ after }) => after)
    if (await isAnyInUse(trx, one.table_name, last)) return rows
    await sql`delete from ${table} t using ${populated(back, ({ key }) => key)} k where ${isKey(one)}`.execute(trx)
  }
  return others
}

/** Whether a delete of these rows would cascade to others. */
async function isAnyInUse(trx: Transaction<DB>, table: string, rows: ReturnType<typeof sql>): Promise<boolean> {
  for (const { from, columns, to } of await referencesTo(trx, table)) {
    const refers = columns.map((column, i) => sql`c.${sql.ref(column)} = k.${sql.ref(to[i] ?? '')}`)
    const { rows: used } = await sql`
      select from ${rows} k join ${sql.table(from)} c on ${sql.join(refers, sql` and `)} ${unlessKept(table)}
      limit 1`.execute(trx)
    if (used.length > 0) return true
  }
  return false
}

/** Rows that triggers write about a thing, which go with it. */
const followers = ['sheet_versions', 'scores', 'attendance_scores']

/** Groups go with a place on the roster where its row of `roster_removed` has them, and come back with it. */
export const unlessKept = (table: string) =>
  table === 'roster'
    ? sql`and not exists (
        select from roster_removed w where w.course_id = c.course_id and w.person_id = c.person_id)`
    : sql``

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
