import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { holdGrades } from './hold.ts'
import { reckonAgain } from './sums.ts'

/*
 * Grades follow what they are made of: a change that corrects a key, moves a date or edits the rubric works out anew, as
 * part of itself, what it concerns. So an undo of it takes back both. See docs/decisions/052-grades-follow.md.
 */

interface Changed {
  courseId: string
  changeId: string
}

/** The tables of which a change may give works other grades. */
const causes = [
  ...['questions', 'question_sets', 'file_slots', 'assignments', 'rubric_items', 'feedback'],
  ...['exceptions', 'accommodations', 'courses', 'roster', 'group_members'],
]
/** Columns of a sheet that no score hangs on. */
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
/** Columns of an assignment that all scores of it hang on. */
const whole = ['due_at', 'has_text', 'score', 'score_essay', 'score_file', 'deleted_at']

const differs = (columns: string[]) =>
  sql.join(
    columns.map((name) => sql`r.before->${sql.lit(name)} is distinct from r.after->${sql.lit(name)}`),
    sql` or `,
  )

interface Concerned {
  assignment_id: string
  /** All works of the assignment. */
  whole: boolean
  /** Those that are late by everybody's date. */
  late: boolean
  /** These. */
  works: string[] | null
  /** Those that have one of these items of the rubric. */
  items: string[] | null
  /** Of the late ones, those of these people and groups. */
  owners: string[] | null
}

/** Which assignments a change concerns, and what of them. */
async function findConcerned(trx: Db, { courseId, changeId }: Changed): Promise<Concerned[]> {
  const of = (table: string) => sql`r.table_name = ${sql.lit(table)}`
  const { rows } = await sql<Concerned>`
    with r as (
      select table_name, key, before, after, coalesce(after, before) as row from change_rows
      where course_id = ${courseId} and change_id = ${changeId} and table_name = any(${causes})),
    people as (
      select (r.row->>'person_id')::uuid as id from r
      where (${of('accommodations')} and (${differs(['extra_days'])})) or (${of('roster')} and (${differs(['section'])}))
      union select (r.row->>'person_id')::uuid from r where ${of('group_members')}),
    owners as (
      select id from people
      union select (m.row->>'group_id')::uuid from (
        select r.before as row from r where ${of('group_members')} union all
        select r.after from r where ${of('group_members')}) m where m.row is not null
      union select m.group_id from people p join group_members m on m.course_id = ${courseId} and m.person_id = p.id),
    late as (
      select distinct s.assignment_id, s.owner_id from assignments a
      join submissions s on s.course_id = a.course_id and s.assignment_id = a.id and s.submitted_at > a.due_at
      where a.course_id = ${courseId} and (
        a.id in (select (r.row->>'assignment_id')::uuid from r where ${of('exceptions')} and (${differs(['due_at'])}))
        or exists (select from r where ${of('courses')} and (${differs(['late_rule', 'zone'])}))
        or s.owner_id in (select id from owners))),
    concerned as (
      select (r.row->>'assignment_id')::uuid as assignment_id, 'whole' as what, null::uuid as id from r
      where r.table_name in ('questions', 'question_sets', 'file_slots')
        and r.before - ${plain}::text[] is distinct from r.after - ${plain}::text[]
      union all
      select (r.key->>'id')::uuid, 'whole', null from r
      where ${of('assignments')} and r.before is not null and (${differs(whole)})
      union all
      select (r.row->>'assignment_id')::uuid, 'item', (r.key->>'id')::uuid from r
      where ${of('rubric_items')} and (${differs(['points', 'part', 'deleted_at'])}) and (r.before is not null or exists (
        select from feedback f where f.course_id = ${courseId} and f.items @> array[(r.key->>'id')::uuid]))
      union all
      select s.assignment_id, 'work', s.id from r
      join submissions s on s.course_id = ${courseId} and s.id = (r.key->>'submission_id')::uuid
      where ${of('feedback')} and r.after is not null and (
        r.before->'parts' is distinct from r.after->'parts' or r.before->'items' is distinct from r.after->'items'
        or (r.after->>'override' is null and r.before->>'override' is not null))
      union all
      select assignment_id, case when owner_id in (select id from owners) then 'owner' else 'late' end,
        case when owner_id in (select id from owners) then owner_id end from late)
    select assignment_id, bool_or(what = 'whole') as whole, bool_or(what = 'late') as late,
      array_agg(distinct id) filter (where what = 'work') as works,
      array_agg(distinct id) filter (where what = 'item') as items,
      array_agg(distinct id) filter (where what = 'owner') as owners
    from concerned group by 1 order by 1`.execute(trx)
  return rows
}

/** The graded works of the assignments that are concerned, by assignment. */
async function findWorksOf(trx: Db, courseId: string, concerned: Concerned[]): Promise<Map<string, string[]>> {
  const ids = (which: (one: Concerned) => boolean) => concerned.filter(which).map(({ assignment_id }) => assignment_id)
  const { rows } = await sql<{ assignment_id: string; ids: string[] }>`
    select s.assignment_id, array_agg(s.id order by s.id) as ids
    from feedback f join submissions s on s.course_id = f.course_id and s.id = f.submission_id
    join assignments a on a.course_id = s.course_id and a.id = s.assignment_id
    where f.course_id = ${courseId} and s.assignment_id = any(${ids(() => true)}::uuid[]) and (
      s.assignment_id = any(${ids((one) => one.whole)}::uuid[])
      or s.id = any(${concerned.flatMap(({ works }) => works ?? [])}::uuid[])
      or f.items && ${concerned.flatMap(({ items }) => items ?? [])}::uuid[]
      or (s.submitted_at > a.due_at and (s.assignment_id = any(${ids((one) => one.late)}::uuid[])
        or s.owner_id = any(${concerned.flatMap(({ owners }) => owners ?? [])}::uuid[]))))
    group by 1`.execute(trx)
  return new Map(rows.map((row) => [row.assignment_id, row.ids]))
}

/** Whether a change of these tables may concern grades. */
export const mayConcernGrades = (tables: string[]): boolean => tables.some((table) => causes.includes(table))

/** Works out anew what a change concerns; says whether that is anything. */
export async function followSums(trx: Db, { courseId, changeId }: Changed): Promise<boolean> {
  const concerned = await findConcerned(trx, { courseId, changeId })
  if (concerned.length === 0) return false
  const isOfWorks = concerned.every(({ whole, late, items, owners }) => !(whole || late || items || owners))
  await holdGrades(
    trx,
    courseId,
    concerned.map(({ assignment_id }) => assignment_id),
    isOfWorks ? 'share' : 'alone',
  )
  const works = isOfWorks
    ? new Map(concerned.map(({ assignment_id, works }) => [assignment_id, works ?? []]))
    : await findWorksOf(trx, courseId, concerned)
  for (const [assignmentId, ids] of works) await reckonAgain(trx, { courseId, assignmentId }, ids)
  return works.size > 0
}
