import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type CourseDate, type Dated, type DateField, datesMost } from '../../contract/staff/dates.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { type DateColumn, dateColumns, placeOf } from './columns.ts'

interface Row extends Omit<CourseDate, 'at' | 'location'> {
  at: Date
}

/** The things of a column whose date is still of use: a published thing has no date of publication any more. */
const datesIn = (courseId: string, { thing, table, title, field }: DateColumn): RawBuilder<Row> => {
  const isPlanned =
    field === 'publish_at'
      ? sql`exists (select from publications p where p.course_id = t.course_id and p.subject_id = t.id)`
      : sql`${sql.ref(`t.${field}`)} is not null`
  // A deleted thing has no date.
  return sql`
    select t.id as _id, ${sql.lit(thing)} as thing, ${sql.lit(field)} as field, ${sql.ref(`t.${field}`)} as at,
      ${sql.ref(`t.${title}`)} as title, t.revision
    from ${sql.table(table)} t where t.course_id = ${courseId} and t.deleted_at is null and ${isPlanned}`
}

const shown = (courseId: string, { at, ...row }: Row): CourseDate => ({
  ...row,
  at: at.toISOString(),
  location: `/course/${courseId}/${placeOf[row.thing](row._id)}`,
})

/** The dates of a course, the earliest first, or the dates of some of its things. */
export async function findDates(db: Db, courseId: string, of?: string[]): Promise<CourseDate[]> {
  const all = sql.join(
    dateColumns.map((column) => datesIn(courseId, column)),
    sql` union all `,
  )
  const some = of ? sql`where d._id = any(${of}::uuid[])` : sql``
  const { rows } = await sql<Row>`
    select d.* from (${all}) d ${some} order by d.at, d._id, d.field limit ${datesMost}`.execute(db)
  return rows.map((row) => shown(courseId, row))
}

export interface Moved {
  _id: string
  thing: Dated
  field: DateField
  revision: number
  at: Date
}

/** Locks the things with these dates. Returns the ids of missing and newer ones. */
export async function lockDates(trx: Db, courseId: string, items: Moved[]): Promise<string[]> {
  const stale: string[] = []
  for (const [table, asked] of Map.groupBy(items, tableOf)) {
    const ids = [...new Set(asked.map(({ _id }) => _id))].sort()
    // In one order, so that two people who change the same dates do not wait for each other in a circle.
    const { rows } = await sql<{ id: string; revision: number }>`
      select id, revision from ${sql.table(table)}
      where course_id = ${courseId} and id = any(${ids}::uuid[]) and deleted_at is null
      order by id for no key update`.execute(trx)
    const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
    stale.push(...asked.filter(({ _id, revision }) => revisions.get(_id) !== revision).map(({ _id }) => _id))
  }
  return [...new Set(stale)]
}

/** Sets the dates, with one statement for each column. */
export async function moveDates(trx: Kysely<DB>, courseId: string, items: Moved[]): Promise<void> {
  for (const [column, asked] of Map.groupBy(items, columnOf)) {
    const { table, field, moves = [] } = column
    const by = (name: string) => sql`${sql.ref(name)} = ${sql.ref(`t.${name}`)} + (i.at - ${sql.ref(`t.${field}`)})`
    const set = sql.join([sql`${sql.ref(field)} = i.at`, ...moves.map(by)])
    await sql`
      update ${sql.table(table)} t set ${set}
      from unnest(${asked.map(({ _id }) => _id)}::uuid[], ${asked.map(({ at }) => at)}::timestamptz[]) as i (id, at)
      where t.course_id = ${courseId} and t.id = i.id and ${sql.ref(`t.${field}`)} is distinct from i.at`.execute(trx)
  }
}

const columnOf = ({ thing, field }: Moved): DateColumn => {
  const column = dateColumns.find((one) => one.thing === thing && one.field === field)
  if (!column) throw new Error(`A ${thing} has no ${field}.`)
  return column
}
const tableOf = (item: Moved): string => columnOf(item).table

/** Whether things of this kind have such a date. */
export const hasDate = ({ thing, field }: Pick<Moved, 'thing' | 'field'>): boolean =>
  dateColumns.some((one) => one.thing === thing && one.field === field)
