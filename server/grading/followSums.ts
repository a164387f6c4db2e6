import { sql } from 'kysely'
import { differs } from '../changes/differs.ts'
import type { Db } from '../db/database.ts'
import { lockGrades } from './lock.ts'
import { renameWhole } from './renameWhole.ts'
import { sumAgain } from './sums.ts'

/*
 * Grades follow what they depend on: a change that corrects a key, moves a date or edits the rubric calculates the
 * affected grades anew, as a part of itself. So its undo restores both. See docs/decisions/052-grades-follow.md.
 */

interface Changed {
  courseId: string
  changeId: string
}

/** Columns of a sheet on which no score depends. */
const plain = [
  'position',
  'question',
  'explanation',
  'tags',
  'name',
  'kinds',
  'max_bytes',
  'max_files',
  'revision',
  'same',
]
/** Columns of an assignment on which all its scores depend; on the time limit through the dates of whoever has more time. */
const whole = ['due_at', 'time_limit', 'has_text', 'score', 'score_essay', 'score_file', 'deleted_at']

const of = (...tables: string[]) => sql`r.table_name = any(${tables})`
const parts = ['questions', 'question_sets', 'file_slots']

/** The works `s` of assignment `a` that are late by everybody's date: no other has a penalty that may change. */
const late = (courseId: string) => sql`
  submissions s join assignments a on a.course_id = s.course_id and a.id = s.assignment_id and s.submitted_at > a.due_at
  where s.course_id = ${courseId}`

/**
 * By table, the works that a change of its rows `r` affects: (assignment_id, work, item), with an item for all works
 * that have it.
 */
const causes: Record<string, (courseId: string) => ReturnType<typeof sql>> = {
  assignments: (courseId) => sql`
    select s.assignment_id, s.id as work, null::uuid as item from submissions s
    where s.course_id = ${courseId} and s.assignment_id in (
      select (coalesce(r.after, r.before)->>'assignment_id')::uuid from r
      where ${of(...parts)} and r.before - ${plain}::text[] is distinct from r.after - ${plain}::text[]
      union select (r.key->>'id')::uuid from r where ${of('assignments')} and r.before is not null and ${differs(...whole)})`,
  courses: (courseId) => sql`
    select s.assignment_id, s.id, null from ${late(courseId)}
      and exists (select from r where ${of('courses')} and ${differs('late_rule', 'zone')})`,
  exceptions: (courseId) => sql`
    select s.assignment_id, s.id, null from ${late(courseId)} and (s.assignment_id, s.owner_id) in (
        select (r.row->>'assignment_id')::uuid, (r.row->>'group_id')::uuid from r
        where ${of('exceptions')} and ${differs('due_at', 'extra_minutes')} and r.row->>'group_id' is not null)
    union all
    select s.assignment_id, s.id, null from ${late(courseId)} and s.id in (
      select n.submission_id from r join submission_people n on n.course_id = ${courseId}
        and n.person_id = (r.row->>'person_id')::uuid and n.assignment_id = (r.row->>'assignment_id')::uuid
      where ${of('exceptions')} and ${differs('due_at', 'extra_minutes')})
    union all
    select s.assignment_id, s.id, null from ${late(courseId)} and s.assignment_id in (
      select (r.row->>'assignment_id')::uuid from r
      where ${of('exceptions')} and ${differs('due_at', 'extra_minutes')} and r.row->>'section' is not null)`,
  accommodations: (courseId) =>
    ofPeople(courseId, sql`${of('accommodations')} and ${differs('time_percent', 'extra_days')}`),
  // The grades of a person who leaves stay as they are: what they were given counts again when they come back.
  roster: (courseId) => ofPeople(courseId, sql`${of('roster')} and r.after is not null and ${differs('section')}`),
  group_members: (courseId) => sql`
    select s.assignment_id, s.id, null from ${late(courseId)} and s.owner_id in (
      select (r.before->>'group_id')::uuid from r where ${of('group_members')} and r.before is not null
      union select (r.after->>'group_id')::uuid from r where ${of('group_members')} and r.after is not null)`,
  rubric_items: (courseId) => sql`
    select (r.row->>'assignment_id')::uuid, null::uuid, (r.key->>'id')::uuid from r
    where ${of('rubric_items')} and ${differs('points', 'part', 'deleted_at')} and (r.before is not null or exists (
      select from feedback f where f.course_id = ${courseId} and f.items @> array[(r.key->>'id')::uuid]))`,
  // A cell that is emptied has again what the parts add up to.
  feedback: (courseId) => sql`
    select s.assignment_id, s.id, null from r
    join submissions s on s.course_id = ${courseId} and s.id = (r.key->>'submission_id')::uuid
    where ${of('feedback')} and r.after is not null and (${differs('parts', 'items')}
      or (r.after->>'override' is null and (r.before->>'override' is not null
        or r.after->>'score' is null and r.before->>'score' is not null)))`,
}

/** The late works that count for the people whom some rows are about. */
const ofPeople = (courseId: string, isAbout: ReturnType<typeof sql>) => sql`
  select s.assignment_id, s.id, null from ${late(courseId)} and s.id in (
    select n.submission_id from r
    join submission_people n on n.course_id = ${courseId} and n.person_id = (r.row->>'person_id')::uuid where ${isAbout})`

interface Concerned {
  assignment_id: string
  works: string[]
  /** All works with one of these rubric items. */
  items: string[]
}

async function findConcerned(trx: Db, { courseId, changeId }: Changed, tables: string[]): Promise<Concerned[]> {
  const some = tables.flatMap((table) => causes[table]?.(courseId) ?? [])
  const { rows } = await sql<Concerned>`
    with r as (
      select table_name, key, before, after, coalesce(after, before) as row from change_rows
      where course_id = ${courseId} and change_id = ${changeId} and table_name = any(${[...Object.keys(causes), ...parts]})),
    concerned (assignment_id, work, item) as (${sql.join(some, sql` union all `)})
    select assignment_id, coalesce(array_agg(distinct work) filter (where work is not null), '{}') as works,
      coalesce(array_agg(distinct item) filter (where item is not null), '{}') as items
    from concerned group by 1 order by 1`.execute(trx)
  return rows
}

async function findHavingAny(trx: Db, courseId: string, items: string[]): Promise<string[]> {
  if (items.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select submission_id as id from feedback where course_id = ${courseId} and items && ${items}::uuid[]`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Calculates anew what a change affects; returns whether there is anything. @param touched the tables that the change
 * touched, with `assignments` for everything that belongs to one
 */
export async function followSums(trx: Db, changed: Changed, touched: string[]): Promise<boolean> {
  const { courseId } = changed
  const tables = touched.filter((table) => table in causes)
  if (tables.length === 0) return false
  if (tables.includes('assignments')) await renameWhole(trx, changed)
  const concerned = await findConcerned(trx, changed, tables)
  if (concerned.length === 0) return false
  const ids = concerned.map(({ assignment_id }) => assignment_id)
  await lockGrades(trx, courseId, ids, tables.every((table) => table === 'feedback') ? 'share' : 'alone')
  for (const { assignment_id: assignmentId, works, items } of concerned) {
    const having = await findHavingAny(trx, courseId, items)
    await sumAgain(trx, { courseId, assignmentId }, [...new Set([...works, ...having])].toSorted())
  }
  return true
}
