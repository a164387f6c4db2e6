import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Change, ChangedRow } from '../../contract/changes.ts'
import type { Db } from '../db/database.ts'
import { falling, pageOf } from '../db/page.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { derived } from './putBackMany.ts'

type Row = Omit<Change, 'at'> & { at: Date }

const order = falling([
  [sql`c.created_at`, 'timestamptz'],
  [sql`c.id`, 'uuid'],
])

/** An undo of the change `c`, which nobody has undone in turn. */
const isItsUndo = sql`u.course_id = c.course_id and u.undoes = c.id
  and not exists (select from changes r where r.course_id = u.course_id and r.undoes = u.id and not r.about ? 'left')`

const changesOf = (courseId: string, where: RawBuilder<unknown>, more = sql``) => sql<Row>`
  select c.id as _id, c.kind, c.about, c.created_at as at, c.undoes${more},
    case when p.id is not null then json_build_object('_id', p.id, 'first', p.first, 'last', p.last) end as actor,
    (select u.id from changes u where ${isItsUndo} and not u.about ? 'left'
      order by u.created_at desc, u.id desc limit 1) as undone_by,
    exists (select from changes u where ${isItsUndo} and u.about ? 'left') as undone_in_part
  from changes c left join people p on p.id = c.actor_id and p.removed_at is null
  where c.course_id = ${courseId} and ${where}`

/**
 * A page of the history: of the course, of some kinds, or `of` one thing; with whether the rows of each change are still
 * kept.
 */
export async function findChanges(
  db: Kysely<DB>,
  courseId: string,
  { limit, after, of, kinds }: { limit: number; after?: string; of?: string; kinds: string[] | undefined },
) {
  const isAbout = sql`c.id in (select change_id from change_things where course_id = ${courseId} and thing_id = ${of}::uuid)`
  const isOfKind = kinds ? sql`c.kind = any(${kinds})` : sql`true`
  const where = sql`${order.after(after)} and ${of ? isAbout : sql`true`} and ${isOfKind}`
  const isKept = sql`exists (select from change_rows k where k.course_id = c.course_id and k.change_id = c.id)`
  const { rows } = await sql<Row & { cursor: string; kept: boolean }>`
    ${changesOf(courseId, where, sql`, ${order.cursor} as cursor, ${isKept} as kept`)} order by ${order.order} limit ${limit + 1}`.execute(
    db,
  )
  return pageOf(rows, limit)
}

/** Who made the last change of a thing; undefined: nobody, or their account was removed. */
export async function findLastActor(
  db: Db,
  { courseId, thingId }: { courseId: string; thingId: string },
): Promise<{ _id: string; first: string; last: string } | undefined> {
  const { rows } = await sql<{ _id: string | null; first: string; last: string }>`
    select p.id as _id, p.first, p.last
    from change_things t join changes c on c.course_id = t.course_id and c.id = t.change_id
    left join people p on p.id = c.actor_id and p.removed_at is null
    where t.course_id = ${courseId} and t.thing_id = ${thingId}
    order by c.created_at desc, c.id desc limit 1`.execute(db)
  const [{ _id, ...name } = { _id: null, first: '', last: '' }] = rows
  return _id === null ? undefined : { _id, ...name }
}

/**
 * Changes that concerned a person, as JSON: their place, their accommodation, and their own exceptions; newest first.
 * The rows of a change stay for 30 days.
 */
export function changesOfPerson(courseId: string, personId: string) {
  const key = { course_id: courseId, person_id: personId }
  const theirs = changesOf(
    courseId,
    // As an array, which PostgreSQL reads once and not again for each change of the course.
    sql`c.id = any (array(
      (select change_id from change_rows
        where course_id = ${courseId} and table_name in ('roster', 'roster_removed', 'accommodations')
          and key = ${JSON.stringify(key)}::jsonb
        order by n desc limit 100)
      union all (select change_id from change_rows
        where course_id = ${courseId} and table_name = 'exceptions'
          and coalesce(after, before)->>'person_id' = ${personId}
        order by n desc limit 100)))
      order by c.created_at desc, c.id desc limit 50`,
  )
  return sql`(select coalesce(json_agg(c order by c.at desc, c._id desc), '[]') from (${theirs}) c)`
}

export const getChange = async (db: Kysely<DB>, courseId: string, id: string): Promise<Row> =>
  found((await changesOf(courseId, sql`c.id = ${id}`).execute(db)).rows[0])

/** Columns with secrets or with names that may be hidden: the history says that they changed, without their values. */
const secret: Record<string, string[]> = {
  courses: ['join_password_hash'],
  instructor_invitations: ['password_hash'],
  join_links: ['token'],
  planned_releases: ['owners'],
  divisions: ['owner_id'],
  feedback: ['members'],
}

/** A value of a column as the history shows it. */
export const shownValue = (table: string, column: string, value: unknown) =>
  secret[table]?.includes(column) && value !== null ? '•••' : value

/** The columns of a row as the history shows them. */
export const shownRow = (table: string, row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, shownValue(table, column, value)]))

/** The most rows in one response. */
const MOST_ROWS = 1_000

/**
 * The rows of a change before and after it, limited to the columns that it changed, and how many more there are; `without`
 * those of some tables.
 */
export async function findRows(
  db: Kysely<DB>,
  courseId: string,
  changeId: string,
  without: string[],
): Promise<{ rows: ChangedRow[]; more: number }> {
  const { rows } = await sql<ChangedRow & { all: number }>`
    select table_name as table, key, (array_agg(before order by n))[1] as before,
      (array_agg(after order by n desc))[1] as after, (count(*) over ())::integer as all
    from change_rows
    where course_id = ${courseId} and change_id = ${changeId} and table_name <> all(${without}::text[])
    group by table_name, key order by min(n) limit ${MOST_ROWS}`.execute(db)
  const shown = rows.map(({ before, after, all: _, ...row }) => {
    const names = Object.keys(after ?? before ?? {}).filter(
      (name) =>
        !(name in row.key) &&
        !derived.includes(name) &&
        JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
    )
    const of = (whole: ChangedRow['before']) =>
      whole && shownRow(row.table, Object.fromEntries(names.map((name) => [name, whole[name]])))
    return { ...row, key: shownRow(row.table, row.key), before: of(before), after: of(after) }
  })
  return { rows: shown, more: (rows[0]?.all ?? 0) - rows.length }
}
