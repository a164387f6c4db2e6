import { type Insertable, sql, type Updateable } from 'kysely'
import type { GradeForm } from '../../contract/staff/grading.ts'
import { wellFormed } from '../changes/change.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { gradersOf } from './graders.ts'

interface NewGrade {
  courseId: string
  id: string
  form: GradeForm
  points: string | null
  score: string | null
  by: string
  at: Date
  /** The revision that the grader saw; 0: there was no grade. */
  revision: number
}

/**
 * Saves a grade and removes the grader's draft, unless somebody else saved a grade since; returns the new revision,
 * null if it did not save.
 */
export async function saveGrade(
  trx: Db,
  { courseId, id, form, points, score, by, at, revision }: NewGrade,
): Promise<number | null> {
  const { parts, applied, override, override_reason, comment, members } = form
  const columns = sql`
    parts = excluded.parts, items = excluded.items, override = excluded.override,
    override_reason = excluded.override_reason, ${members ? sql`members = excluded.members,` : sql``} comment = excluded.comment, points = excluded.points,
    score = excluded.score, grader_id = excluded.grader_id, updated_at = excluded.updated_at`
  const { rows } = await sql<{ revision: number }>`
    with saved as (
      insert into feedback (course_id, submission_id, parts, items, override, override_reason, members, comment, points,
        score, grader_id, updated_at)
      select ${courseId}::uuid, ${id}::uuid, ${JSON.stringify(parts)}::jsonb, ${applied}::uuid[], ${override}::numeric,
        ${override_reason}, ${JSON.stringify(members ?? {}, wellFormed)}::jsonb, ${comment}, ${points}::numeric, ${score}::numeric, ${by}::uuid, ${at}::timestamptz
      where ${revision === 0} or exists (
        select from feedback where course_id = ${courseId} and submission_id = ${id})
      on conflict (course_id, submission_id) do update set ${columns} where feedback.revision = ${revision}
      returning revision),
    dropped as (
      delete from grade_drafts where course_id = ${courseId} and submission_id = ${id} and grader_id = ${by}
        and exists (select from saved))
    select revision from saved`.execute(trx)
  return rows[0]?.revision ?? null
}

export interface Sum {
  id: string
  points: string | null
  score: string | null
}

/** Stores new sums after something that they depend on changed. */
export const writeSums = (trx: Db, courseId: string, sums: Sum[]) =>
  sql`
    update feedback f set points = n.points, score = n.score
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as n (id uuid, points numeric, score numeric)
    where f.course_id = ${courseId} and f.submission_id = n.id
      and (f.points, f.score) is distinct from (n.points, n.score)`.execute(trx)

export const insertItem = (trx: Db, row: Insertable<DB['rubric_items']>) =>
  trx
    .insertInto('rubric_items')
    .values(row)
    .onConflict((c) => c.doNothing())
    .execute()

export type ItemChange = Pick<Updateable<DB['rubric_items']>, 'title' | 'points' | 'deleted_at'>

/** Changes an item of a rubric, unless somebody did since `revision`; whether it did. */
export async function updateItem(
  trx: Db,
  { courseId, id, revision }: { courseId: string; id: string; revision: number },
  columns: ItemChange,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('rubric_items')
    .set(columns)
    .where('course_id', '=', courseId)
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes an item of a rubric from every grade that has it. */
export const dropItem = (trx: Db, courseId: string, itemId: string) =>
  sql`
    update feedback set items = array_remove(items, ${itemId}::uuid)
    where course_id = ${courseId} and items @> array[${itemId}::uuid]`.execute(trx)

interface Typed {
  courseId: string
  id: string
  graderId: string
  fields: Record<string, string> | null
  at: Date
}

/** Keeps a grader's draft in place of their earlier one. @throws not_found */
export async function keepGradeDraft(db: Db, { courseId, id, graderId, fields, at }: Typed): Promise<void> {
  const kept =
    fields === null
      ? sql`
      delete from grade_drafts where course_id = ${courseId} and submission_id = ${id}::uuid and grader_id = ${graderId}`
      : sql`
      insert into grade_drafts (course_id, submission_id, grader_id, fields, updated_at)
      select course_id, id, ${graderId}::uuid, ${JSON.stringify(fields, wellFormed)}::jsonb, ${at}::timestamptz from work
      on conflict (course_id, submission_id, grader_id) do update
        set fields = excluded.fields, updated_at = excluded.updated_at`
  const { rows } = await sql`
    with work as materialized (
      select s.course_id, s.id from submissions s
      join assignments a on a.course_id = s.course_id and a.id = s.assignment_id and a.deleted_at is null
      where s.course_id = ${courseId} and s.id = ${id}::uuid),
    kept as (${kept})
    select from work`.execute(db)
  found(rows[0])
}

interface Division {
  courseId: string
  assignmentId: string
  people: string[]
  graders: string[]
}

/** Gives works to graders in turn, in the order of both. A person who may not grade gets none. */
export async function writeDivision(trx: Db, { courseId, assignmentId, people, graders }: Division): Promise<void> {
  const rows = [...new Set(people)].map((owner_id, n) => ({ owner_id, grader_id: graders[n % graders.length] ?? null }))
  await sql`
    with given as (
      select n.owner_id, n.grader_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (owner_id uuid, grader_id uuid)
      where n.grader_id in (${gradersOf(courseId)})),
    taken as (
      delete from divisions d where d.course_id = ${courseId} and d.assignment_id = ${assignmentId}
        and d.owner_id = any(${people}::uuid[]) and d.owner_id not in (select owner_id from given))
    insert into divisions (course_id, assignment_id, owner_id, grader_id)
    select ${courseId}::uuid, ${assignmentId}::uuid, owner_id, grader_id from given
    on conflict (course_id, assignment_id, owner_id) do update set grader_id = excluded.grader_id
      where divisions.grader_id <> excluded.grader_id`.execute(trx)
}
