import { type RawBuilder, sql } from 'kysely'
import type { RowChange } from '../changes/putBackMany.ts'
import type { Db } from '../db/database.ts'

/*
 * A section is its name, so what names it follows when it gets another one: rows at once, and what a change keeps of
 * them (its rows before and after it) when the change is undone. See docs/decisions/038-who-is-on-a-course.md.
 */

/** The name of a section, and its new one. */
export type Renamed = [section: string, to: string]

/** The authored tables with the name of a section of the course in the column `section`. */
export const sectionTables = ['announcements', 'exceptions', 'roster', 'roster_pending', 'roster_removed', 'topics']

/**
 * Addresses what names the sections to their new names, in the change that writes their students, and keeps the names
 * with it. `followSections` tells by the students that no other section gets the things.
 */
export async function rename(trx: Db, courseId: string, renamed: Renamed[]): Promise<void> {
  await readdress(trx, courseId, renamed, all)
  await keepNames(trx, courseId, renamed)
}

const keepNames = (trx: Db, courseId: string, renamed: Renamed[]) =>
  sql`
    update changes set about = about || ${JSON.stringify({ renamed })}::jsonb
    where course_id = ${courseId} and id = this_change()::uuid`.execute(trx)

interface Undone {
  changeId: string
  /** The names that it gave. */
  renamed: Renamed[]
  rows: KeptRow[]
}

/**
 * Takes the new names of a change back, in an undo that has put its rows back: also what was addressed to them since then,
 * and the students who came into them, have the old names again. A new name may be another one by now.
 */
export async function renameBack(trx: Db, courseId: string, { changeId, renamed, rows }: Undone): Promise<void> {
  const last = Math.max(...rows.map((row) => row.last))
  const since = await findNames(trx, courseId, last)
  const back = renamed.map(([section, to]): Renamed => [String(nameNow(since, to, last)), section])
  const came = cameSince(changeId)
  await readdress(trx, courseId, back, came)
  for (const table of ['roster', 'roster_pending'])
    await sql`
      update ${sql.table(table)} t set section = i.name from ${namesOf(back)}
      where t.course_id = ${courseId} and t.role = 'student' and t.section = i.section and ${came('t', table)}`.execute(
      trx,
    )
  await keepNames(trx, courseId, back)
}

const namesOf = (renamed: Renamed[]) => sql`
  unnest(${renamed.map(([section]) => section)}::text[], ${renamed.map(([, to]) => to)}::text[]) as i (section, name)`

/** Which rows of a table are meant. */
type Meant = (row: string, table: string) => RawBuilder<unknown>
const all: Meant = () => sql`true`

/** The rows that have got their section since a change, and not by the present one. */
const cameSince =
  (change: string): Meant =>
  (row, table) => {
    const of = (column: string) => sql.ref(`${row}.${column}`)
    const key = table === 'roster' || table === 'roster_removed' ? 'person_id' : 'id'
    return sql`exists (
      select from change_rows s where s.course_id = ${of('course_id')} and s.table_name = ${table}
        and s.key = jsonb_build_object('course_id', ${of('course_id')}, ${sql.lit(key)}, ${of(key)})
        and s.n > (select max(n) from change_rows u where u.course_id = s.course_id and u.change_id = ${change})
        and s.change_id <> this_change()::uuid and s.after->>'section' = ${of('section')}
        and s.before->>'section' is distinct from s.after->>'section')`
  }

/** Addresses rows to the new names. */
async function readdress(trx: Db, courseId: string, renamed: Renamed[], meant: Meant): Promise<void> {
  const names = namesOf(renamed)
  // What was removed, too, because an undo or a press may bring it back.
  for (const table of ['announcements', 'topics', 'roster_removed'])
    await sql`
      update ${sql.table(table)} t set section = i.name from ${names}
      where t.course_id = ${courseId} and t.section = i.section and ${meant('t', table)}`.execute(trx)
  // Of two sections that change names both may have an exception in an assignment: two rows cannot have one section.
  const { rows: crossing } = await sql<{ row: object }>`
    delete from exceptions e using ${names}
    where e.course_id = ${courseId} and e.section = i.section and ${meant('e', 'exceptions')} and exists (
      select from exceptions x
      where x.course_id = e.course_id and x.section = i.name and x.assignment_id = e.assignment_id
        and x.section = any(${renamed.map(([section]) => section)}::text[]) and ${meant('x', 'exceptions')})
    returning to_jsonb(e) || jsonb_build_object('section', i.name, 'id', gen_random_uuid()) as row`.execute(trx)
  await sql`
    update exceptions e set section = i.name from ${names}
    where e.course_id = ${courseId} and e.section = i.section and ${meant('e', 'exceptions')} and not exists (
      select from exceptions x
      where x.course_id = e.course_id and x.section = i.name and x.assignment_id = e.assignment_id)`.execute(trx)
  await sql`
    insert into exceptions
    select * from jsonb_populate_recordset(null::exceptions, ${JSON.stringify(crossing.map(({ row }) => row))}::jsonb)
    on conflict do nothing`.execute(trx)
}

/** A row of a change, with the places of its first and its last state among the rows of all changes. */
export interface KeptRow extends RowChange {
  first: number
  last: number
}

interface Names {
  /** The place of the change that gave them among the rows of all changes. */
  n: number
  renamed: Renamed[]
}

/** The names that changes after that place gave, the oldest first. */
async function findNames(trx: Db, courseId: string, after: number): Promise<Names[]> {
  const { rows } = await sql<Names>`
    select n, about->'renamed' as renamed from changes c cross join lateral (
      select min(n) as n from change_rows r where r.course_id = c.course_id and r.change_id = c.id) first
    where c.course_id = ${courseId} and c.about ? 'renamed' and n > ${after}
    order by n`.execute(trx)
  return rows
}

/** The present name of a section that had the name at place `of`. */
const nameNow = (since: Names[], name: unknown, of: number) =>
  since
    .filter(({ n }) => n > of)
    .reduce((now, { renamed }) => renamed.find(([section]) => section === now)?.[1] ?? now, name)

/** The rows of a change as they would be by the present names of the sections. */
export async function byPresentNames(trx: Db, courseId: string, rows: KeptRow[]): Promise<KeptRow[]> {
  if (!rows.some(({ table_name }) => sectionTables.includes(table_name))) return rows
  const since = await findNames(trx, courseId, Math.min(...rows.map(({ first }) => first)))
  if (since.length === 0) return rows
  const renamedRow = (row: RowChange['before'], of: number) =>
    row && { ...row, section: nameNow(since, row.section, of) }
  return rows.map((row) =>
    sectionTables.includes(row.table_name)
      ? { ...row, before: renamedRow(row.before, row.first), after: renamedRow(row.after, row.last) }
      : row,
  )
}
