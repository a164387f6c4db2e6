import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { mostRoster } from '../../contract/courses.ts'
import { columnsMost, type grading } from '../../contract/staff/gradebook.ts'
import type { Db } from '../db/database.ts'
import { notFound, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { isOut } from '../publishing/out.ts'
import { getSetup } from './queries.ts'
import { type ColumnRow, findColumns } from './tableQueries.ts'

type Body = z.output<typeof grading.setUp.body>

/** Writes the categories, the letters and which columns are in them. Throws conflict with what is there when they are newer. */
export async function writeSetup(
  trx: Db,
  { courseId, revision, now }: { courseId: string; revision: number; now: Date },
  { categories, letters, columns }: Body,
): Promise<void> {
  const current = await getSetup(trx, courseId)
  if (current.revision !== revision) throw new Refusal('conflict', { current })
  const known = new Set(current.categories.map(({ _id }) => _id))
  const strange = categories.findIndex(({ _id }) => _id !== undefined && !known.has(_id))
  if (strange >= 0) throw new Refusal('invalid', { fields: { [`categories.${strange}._id`]: 'is not there' } })
  const rows = categories.map((category, position) => ({ ...category, _id: category._id ?? newId(), position }))
  const kept = rows.map(({ _id }) => _id)
  await sql`
    update gradables set category_id = null
    where course_id = ${courseId} and category_id is not null and category_id <> all(${kept}::uuid[])`.execute(trx)
  await sql`
    update grade_categories set deleted_at = ${now}
    where course_id = ${courseId} and deleted_at is null and id <> all(${kept}::uuid[])`.execute(trx)
  if (rows.length > 0)
    await sql`
      insert into grade_categories (course_id, id, name, weight, drop_lowest, drop_highest, position)
      select ${courseId}, r._id, r.name, r.weight, r.drop_lowest, r.drop_highest, r.position
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
        (_id uuid, name text, weight numeric, drop_lowest smallint, drop_highest smallint, position smallint)
      on conflict (course_id, id) do update set name = excluded.name, weight = excluded.weight,
        drop_lowest = excluded.drop_lowest, drop_highest = excluded.drop_highest, position = excluded.position`.execute(
      trx,
    )
  await moveColumns(
    trx,
    courseId,
    columns.map(({ _id, category }, i) => {
      const category_id = category === null ? null : rows[category]?._id
      if (category_id === undefined)
        throw new Refusal('invalid', { fields: { [`columns.${i}.category`]: 'is not one of the categories' } })
      return { _id, category_id }
    }),
  )
  if (JSON.stringify(current.letters) === JSON.stringify(letters)) return
  await sql`
    insert into grade_schemes (course_id, letters) values (${courseId}, ${JSON.stringify(letters)})
    on conflict (course_id) do update set letters = excluded.letters`.execute(trx)
}

async function moveColumns(
  trx: Db,
  courseId: string,
  moved: { _id: string; category_id: string | null }[],
): Promise<void> {
  if (moved.length === 0) return
  await sql`
    update gradables g set category_id = r.category_id
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as r (_id uuid, category_id uuid)
    where g.course_id = ${courseId} and g.id = r._id and not g.final and g.deleted_at is null
      and g.category_id is distinct from r.category_id`.execute(trx)
}

type NewColumn = z.output<typeof grading.addColumn.body> & { _id: string; position: number }

export const insertColumn = (trx: Db, courseId: string, column: NewColumn) =>
  sql`
    insert into gradables (course_id, id, name, score, position, assignment_id, category_id, extra, zero_from,
      attendance_late, released)
    values (${courseId}, ${column._id}, ${column.gradable_name}, ${column.gradable_score}, ${column.position},
      ${column.assignment_id}, ${column.category_id ?? null}, ${column.extra ?? false}, ${column.zero_from ?? null},
      ${column.attendance_late ?? null}, ${column.released ?? column.assignment_id !== null})`.execute(trx)

/** Changes a column, unless somebody did since its revision; whether it did. */
export async function updateColumn(trx: Db, courseId: string, column: ColumnRow): Promise<boolean> {
  const { rows } = await sql`
    update gradables set name = ${column.gradable_name}, score = ${column.gradable_score},
      category_id = ${column.category_id}, extra = ${column.extra}, zero_from = ${column.zero_from},
      released = ${column.released}, attendance_late = ${column.attendance_late}
    where course_id = ${courseId} and id = ${column._id} and revision = ${column.revision} and deleted_at is null
    returning 1`.execute(trx)
  return rows.length > 0
}

/** Removes a column, unless somebody changed it since its revision; whether it did. */
export async function removeColumn(trx: Db, courseId: string, column: ColumnRow, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update gradables set deleted_at = ${now}
    where course_id = ${courseId} and id = ${column._id} and revision = ${column.revision} and deleted_at is null
    returning 1`.execute(trx)
  return rows.length > 0
}

/** @throws not_found */
export async function refuseUnlessThere(
  db: Db,
  courseId: string,
  table: 'assignments' | 'grade_categories',
  id: string,
): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(table)} where course_id = ${courseId} and id = ${id} and deleted_at is null`.execute(db)
  if (rows.length === 0) throw notFound()
}

/**
 * Puts a column after another one, or first; at the end, if that one is not there. The final grade stays the last. The
 * gradebook is locked: two who move columns would wait for each other's rows.
 */
export async function placeColumn(trx: Db, courseId: string, id: string, after: string | null): Promise<void> {
  const others = (await findColumns(trx, courseId)).filter(({ _id, final }) => _id !== id && !final)
  const place = after === null ? 0 : others.findIndex(({ _id }) => _id === after) + 1 || others.length
  const inOrder = others.map(({ _id }) => _id).toSpliced(place, 0, id)
  await sql`
    update gradables g set position = a.nth - 1
    from unnest(${inOrder}::uuid[]) with ordinality as a (id, nth)
    where g.course_id = ${courseId} and g.id = a.id and g.position <> a.nth - 1`.execute(trx)
}

export interface FinalGrade {
  person_id: string
  percent: number | null
  letter: string | null
}

/**
 * Tells everyone their final grade: a score that was entered by hand stays and gets the letter of now. The column is made
 * when there is none. Taken back, what was worked out goes.
 */
export async function writeFinal(
  trx: Db,
  courseId: string,
  released: boolean,
  grades: FinalGrade[],
  made: { id: string; name: string },
): Promise<void> {
  const column = await finalColumn(trx, courseId)
  const id = column?._id ?? made.id
  if (!column)
    await sql`
      insert into gradables (course_id, id, name, score, position, final)
      values (${courseId}, ${id}, ${made.name}, 100, 10000, true)`.execute(trx)
  // Of a person who has left the course, theirs stays.
  const without = grades.flatMap(({ person_id, percent }) => (percent === null ? [person_id] : []))
  await sql`
    delete from entries where course_id = ${courseId} and gradable_id = ${id} and reckoned
      and (${!released} or person_id = any(${without}::uuid[]))`.execute(trx)
  const known = grades.filter(({ percent }) => percent !== null)
  if (released && known.length > 0)
    await sql`
      insert into entries (course_id, person_id, gradable_id, score, letter, reckoned)
      select ${courseId}, r.person_id, ${id}, r.percent, r.letter, true
      from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as r (person_id uuid, percent numeric, letter text)
      order by r.person_id
      on conflict (course_id, person_id, gradable_id) do update set letter = excluded.letter,
        score = case when entries.reckoned then excluded.score else entries.score end`.execute(trx)
  await sql`
    update gradables set final_released = ${released}
    where course_id = ${courseId} and id = ${id} and final_released <> ${released}`.execute(trx)
}

const finalColumn = async (db: Db, courseId: string): Promise<ColumnRow | undefined> =>
  (await findColumns(db, courseId)).find(({ final }) => final)

interface PresentFinal {
  /** Null: excused. */
  percent: number | null
  letter: string | null
  /** Worked out, not entered by hand. */
  reckoned: boolean
  released: boolean
}

/** The final grades as they are, by the person. */
export async function findFinal(db: Db, courseId: string): Promise<Map<string, PresentFinal>> {
  const { rows } = await sql<PresentFinal & { person_id: string }>`
    select e.person_id, round(e.score * 100 / nullif(g.score, 0), 2) as percent, e.letter, e.reckoned,
      g.final_released as released
    from gradables g
    join entries e on e.course_id = g.course_id and e.gradable_id = g.id
    where g.course_id = ${courseId} and g.final and g.deleted_at is null limit ${mostRoster}`.execute(db)
  return new Map(rows.map(({ person_id, ...final }) => [person_id, final]))
}

/** The columns of assignments that students do not see, such as drafts: they see no score there. */
export async function findUnseen(db: Db, courseId: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select g.id from gradables g join assignments a on a.course_id = g.course_id and a.id = g.assignment_id
    where g.course_id = ${courseId} and g.deleted_at is null and not ${isOut('a')} limit ${columnsMost}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * The column of an assignment goes on having the points of its assignment, unless somebody gave it others: else a total
 * would be out of too much or too little. One that was removed does, too: its removal may be taken back.
 */
export const followPoints = (
  trx: Db,
  { courseId, assignmentId, before, after }: { courseId: string; assignmentId: string; before: number; after: number },
) =>
  sql`
    update gradables set score = ${after}
    where course_id = ${courseId} and assignment_id = ${assignmentId} and score = ${before}`.execute(trx)
