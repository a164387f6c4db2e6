import { type Kysely, sql, type Transaction } from 'kysely'
import type { Obstacle } from '../../contract/changes.ts'
import type { DB } from '../db/schema.ts'
import { found, Refusal } from '../errors.ts'
import { lockGradebook } from '../gradebook/cells.ts'
import { gradebookTables } from '../gradebook/follow.ts'
import { lockGradesOf } from '../grading/lock.ts'
import { keepTypedOfRows } from '../groups/writes.ts'
import type { LiveEvent } from '../live.ts'
import { asClaimed } from '../roster/claim.ts'
import { withPresentGroups } from '../roster/places.ts'
import { byPresentNames, type KeptRow, type Renamed, renameBack } from '../roster/renamed.ts'
import { type Changed, change } from './change.ts'
import { asDrafts, isLeftDraft, keepDrafts } from './drafts.ts'
import { followUp } from './follow.ts'
import {
  changedColumns,
  earlierRow,
  follows,
  isAsBefore,
  isFollowing,
  isSame,
  keyOf,
  presentRows,
  putBackMany,
  type RowChange,
  referencesTo,
  runsOf,
  touchedColumns,
  unlessKept,
} from './putBackMany.ts'
import { shownRow, shownValue } from './queries.ts'

type Json = Record<string, unknown>

/** Rolls the transaction back, so that an undo restores everything or nothing. */
export class UndoConflict extends Refusal {
  readonly obstacles: Obstacle[]
  constructor(obstacles: Obstacle[]) {
    super('conflict', { message: 'Something is in the way.', current: obstacles })
    this.obstacles = obstacles
  }
}

interface Asked {
  /** The id of the change that does the undo: see `NewChange`. */
  id?: string
  courseId: string
  changeId: string
  actorId: string
  at: Date
  /** Leaves grades, marks and exceptions that somebody has changed since. */
  leave?: boolean
}

/**
 * Tables whose rows say something of one person or group each. Of a change that wrote no others, one may stay while the
 * others are put back.
 */
const apart = ['entries', 'feedback', 'attendance', 'exceptions', 'accommodations']

type InTheWay = Omit<Obstacle, 'can_stay'>
/** Somebody wrote the row since. */
const isWritten = ({ reason }: InTheWay) => reason !== 'in_use' && reason !== 'taken'

/**
 * Undoes a change as a change of its own: restores the rows that it touched, column by column, and does what follows.
 * What would go out with it comes back as a draft (`asDrafts`). Returns the live events. Throws not_found, conflict for a
 * change whose rows are not kept any more, and `UndoConflict` where something is in the way, such as a row that somebody
 * has changed since. What an earlier undo left is put back once nothing is in the way of it any more.
 */
export async function undo(
  db: Kysely<DB>,
  { id, courseId, changeId, actorId, at, leave = false }: Asked,
): Promise<Changed<LiveEvent[]>> {
  const undone = found(await getChange(db, courseId, changeId))
  const { kind } = undone
  // The drafts of an undo are not those of its own undo, nor is what it left or what may be begun again by it.
  const { drafts: _, left: __, begun: ___, renamed, ...about } = undone.about as Json & { renamed?: Renamed[] }
  return change(db, { id, courseId, actorId, kind, about, undoes: changeId, at }, async (trx, ownId) => {
    const keepAbout = (more: Json) =>
      sql`
        update changes set about = about || ${JSON.stringify(more)}::jsonb
        where course_id = ${courseId} and id = ${ownId}`.execute(trx)
    const named = await byPresentNames(trx, courseId, await rowsOf(trx, courseId, changeId))
    const kept = await withPresentGroups(trx, courseId, await asClaimed(trx, courseId, named))
    const touched = asDrafts(kept, undone.created_at, at)
    let rows = touched.toReversed()
    if (rows.length === 0) throw new Refusal('conflict', { message: 'It can be undone for 30 days.', current: [] })
    // First, as whoever writes cells has it before the grades.
    if (rows.some(({ table_name }) => gradebookTables.includes(table_name))) await lockGradebook(trx, courseId)
    const graded = rows.flatMap(({ table_name, key }) => (table_name === 'feedback' ? [String(key.submission_id)] : []))
    if (graded.length > 0) await lockGradesOf(trx, courseId, graded, 'alone')
    rows = rows.filter((row) => !isFollowing(row) && !isAsBefore(row))
    if (undone.in_part) rows = await withoutBack(trx, rows)
    const begun = await keepTypedOfRows(trx, { courseId, now: at }, rows)
    if (begun.length > 0) await keepAbout({ begun })
    const all = rows.length
    const areApart = rows.every(({ table_name }) => apart.includes(table_name))
    // A row may refer to one that comes later, because triggers record a thing and its parts in the order in which they ran.
    for (let left = rows.length + 1; rows.length > 0 && rows.length < left; ) {
      left = rows.length
      const obstacles: InTheWay[] = []
      const waiting: RowChange[] = []
      for (const run of runsOf(rows)) {
        for (const row of await putBackMany(trx, run)) {
          const obstacle = await putBack(trx, row)
          if (obstacle) {
            obstacles.push(obstacle)
            waiting.push(row)
          }
        }
      }
      rows = waiting
      if (rows.length < left) continue
      const can_stay = areApart && rows.length < all && obstacles.every(isWritten)
      if (!leave || !can_stay)
        throw new UndoConflict(obstacles.map((one) => ({ ...one, key: shownRow(one.table, one.key), can_stay })))
      await keepAbout({ left })
    }
    if (renamed) await renameBack(trx, courseId, { changeId, renamed, rows: kept })
    await keepDrafts(trx, { courseId, changeId: ownId }, touched)
    return (await followUp(trx, { courseId, changeId: ownId, now: at })) ?? []
  })
}

const getChange = (db: Kysely<DB>, courseId: string, id: string) =>
  db
    .selectFrom('changes as c')
    .select(['kind', 'about', 'created_at'])
    .select(
      sql<boolean>`exists (select from changes u where u.course_id = c.course_id and u.undoes = c.id and u.about ? 'left')`.as(
        'in_part',
      ),
    )
    .where('course_id', '=', courseId)
    .where('id', '=', id)
    .executeTakeFirst()

/** The rows without those that are as they were before the change, because an earlier undo put them back. */
async function withoutBack(trx: Transaction<DB>, rows: RowChange[]): Promise<RowChange[]> {
  const isBack = new Set<RowChange>()
  for (const [table, some] of Map.groupBy(rows, ({ table_name }) => table_name)) {
    const present = await presentRows(trx, some)
    for (const row of some) {
      const now = present.get(keyOf(row, row.key))
      const { before } = row
      const columns = row.after ? touchedColumns(row) : changedColumns({}, before ?? {})
      if (
        before && now
          ? columns.every((name) => isSame(now[name], before[name]) || follows(table, name))
          : !before && !now
      )
        isBack.add(row)
    }
  }
  return rows.filter((row) => !isBack.has(row))
}

/** Each row once, before and after the change, in the order in which the change first touched them. */
async function rowsOf(trx: Transaction<DB>, courseId: string, changeId: string): Promise<KeptRow[]> {
  const { rows } = await sql<KeptRow>`
    select table_name, key, (array_agg(before order by n))[1] as before, (array_agg(after order by n desc))[1] as after,
      min(n) as first, max(n) as last
    from change_rows where course_id = ${courseId} and change_id = ${changeId}
    group by table_name, key order by min(n)`.execute(trx)
  return rows.filter(({ before, after }) => before || after)
}

async function putBack(trx: Transaction<DB>, row: RowChange): Promise<InTheWay | undefined> {
  const now = await currentOf(trx, row)
  const { table_name: table, key, before, after } = row
  if (!after) return now ? { table, key, reason: 'there' } : attempt(trx, row, insertion(row))
  if (!now) return { table, key, reason: 'gone' }
  const touched = touchedColumns(row)
  const isLeft = now.publish_at === null && after.publish_at && (await isLeftDraft(trx, row))
  // It was out as the change left it, and is not now.
  if (isLeft && row.wasPlanned && touched.includes('publish_at')) row.draft = true
  const columns = Object.fromEntries(
    touched
      .filter((name) => !isSame(now[name], after[name]) && !follows(table, name) && !(isLeft && name === 'publish_at'))
      .map((name) => [name, { left: shownValue(table, name, after[name]), now: shownValue(table, name, now[name]) }]),
  )
  if (Object.keys(columns).length > 0) return { table, key, reason: 'changed', columns }
  if (before) return attempt(trx, row, updating(row, touched))
  if (await isInUse(trx, row)) return { table, key, reason: 'in_use' }
  return attempt(trx, row, sql`delete from ${sql.table(table)} where ${isRow(key)}`)
}

const earlierOf = (row: RowChange) =>
  sql`jsonb_populate_record(null::${sql.table(row.table_name)}, ${JSON.stringify(earlierRow(row))}::jsonb)`

const insertion = (row: RowChange) => sql`insert into ${sql.table(row.table_name)} select * from ${earlierOf(row)}`

const updating = (row: RowChange, columns: string[]) => sql`
  update ${sql.table(row.table_name)}
  set ${sql.join(columns.map((name) => sql`${sql.ref(name)} = earlier.${sql.ref(name)}`))}
  from ${earlierOf(row)} as earlier where ${isRow(row.key, row.table_name)}`

/** Compares keys as text, so that one statement serves every type. */
const isRow = (key: Json, table?: string) =>
  sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.ref(table ? `${table}.${name}` : name)} = ${value}`),
    sql` and `,
  )

/** Locks the row: when two people undo a change at once, the second one gets the conflict. */
async function currentOf(trx: Transaction<DB>, { table_name, key }: RowChange): Promise<Json | undefined> {
  const { rows } = await sql<{ row: Json }>`
    select to_jsonb(t) as row from ${sql.table(table_name)} t where ${isRow(key, 't')} for update`.execute(trx)
  return rows[0]?.row
}

/**
 * SQLSTATE foreign_key_violation (its parent is gone), unique_violation (another row has its name) and check_violation
 * (a later row has its place).
 */
const reasons: Record<string, Obstacle['reason']> = { '23503': 'gone', '23505': 'taken', '23514': 'in_use' }

async function attempt(
  trx: Transaction<DB>,
  { table_name: table, key }: RowChange,
  statement: ReturnType<typeof sql>,
): Promise<InTheWay | undefined> {
  await sql`savepoint put_back`.execute(trx)
  try {
    await statement.execute(trx)
    await sql`release savepoint put_back`.execute(trx)
    return undefined
  } catch (error) {
    const reason = reasons[(error as { code?: string }).code ?? '']
    if (!reason) throw error
    await sql`rollback to savepoint put_back`.execute(trx)
    return { table, key, reason }
  }
}

/** Whether a delete would cascade to other rows: an undo must not remove the work of students. */
async function isInUse(trx: Transaction<DB>, { table_name, key }: RowChange): Promise<boolean> {
  for (const { from, columns, to } of await referencesTo(trx, table_name)) {
    const refers = sql.join(
      columns.map((column, i) => sql`c.${sql.ref(column)} = ${key[to[i] ?? '']}`),
      sql` and `,
    )
    const { rows } = await sql`
      select from ${sql.table(from)} c where ${refers} ${unlessKept(table_name)} limit 1`.execute(trx)
    if (rows.length > 0) return true
  }
  return false
}
