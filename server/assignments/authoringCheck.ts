import { sql } from 'kysely'
import type { Check, Effect } from '../../contract/staff/assignments.ts'
import type { Db } from '../db/database.ts'
import { findChangedGrades } from '../grading/changed.ts'
import { followSums } from '../grading/followSums.ts'
import { sumsOf } from '../grading/sums.ts'
import type { HiddenNames } from '../hiddenNames/queries.ts'
import { isTyped } from './draftQueries.ts'

/* The effects of a change of an assignment on what students have done, in numbers. */

type Row = Record<string, unknown>

/** A row before and after the change; null: it did not exist. */
interface RowChange {
  table_name: string
  id: string
  before: Row | null
  after: Row | null
}

/** An effect before the count of the people it concerns: everyone with an answer to `name`, with `choice` if there is one. */
interface Open {
  kind: Effect['kind']
  title: string
  name?: string
  choices?: string[]
}

type Numbers = Pick<Check['check'], 'handed_in' | 'typing' | 'graded'>

interface Looked {
  courseId: string
  assignmentId: string
  /** The change that this transaction makes. */
  changeId: string
  /** Whether the person may know whose grades change. */
  mayGrade: boolean
  /** The names by which graders know the owners. */
  names: HiddenNames
}

export async function checkOf(trx: Db, { courseId, assignmentId, changeId, mayGrade, names }: Looked) {
  const { rows } = await sql<RowChange>`
    select table_name, key->>'id' as id, (array_agg(before order by n))[1] as before,
      (array_agg(after order by n desc))[1] as after
    from change_rows where course_id = ${courseId} and change_id = ${changeId}
    group by table_name, key order by min(n)`.execute(trx)
  const open = rows.flatMap(effectsOf)
  const { rows: counted } = await sql<Numbers & { counts: number[] }>`
    with work as (
      select s.id, s.owner_id, s.response from submissions s
      where s.course_id = ${courseId} and s.assignment_id = ${assignmentId})
    select (select count(distinct owner_id) from work)::integer as handed_in,
      (select count(*) from drafts d
        where d.course_id = ${courseId} and d.assignment_id = ${assignmentId} and ${isTyped} and (
          exists (select from people p where p.id = d.owner_id)
          or exists (select from groups g where g.course_id = d.course_id and g.id = d.owner_id)))::integer as typing,
      (select count(*) from work join feedback f on f.course_id = ${courseId} and f.submission_id = work.id)::integer as graded,
      coalesce((
        select array_agg((
          select count(distinct w.owner_id) from work w
          where (o.name is null or w.response ? o.name) and (o.choices is null or w.response->>o.name ~ o.choices)
        )::integer order by o.place)
        from unnest(${open.map(({ name }) => name ?? null)}::text[], ${open.map(({ choices }) => patternOf(choices))}::text[])
          with ordinality as o (name, choices, place)), '{}') as counts`.execute(trx)
  const { counts = [], ...numbers } = counted[0] ?? { handed_in: 0, typing: 0, graded: 0, counts: [] }
  const effects = open.map(({ kind, title }, i) => ({ kind, title, count: counts[i] ?? 0 }))
  await followSums(trx, { courseId, changeId }, ['assignments'])
  const changed = await findChangedGrades(trx, { courseId, changeId, names })
  const grades = mayGrade ? changed.grades : []
  const ids = grades.map(({ id }) => id)
  const isOther = changed.grades_changed > 0 || open.some(({ kind }) => kind === 'score_changed')
  const count = isOther ? await countAbove(trx, courseId, assignmentId) : 0
  return {
    ...{ ...numbers, ...changed, grades },
    effects: [...effects, { kind: 'above_most' as const, title: '', count }].filter(({ count }) => count > 0),
    /** The sums of these works with the change. */
    sums: await sumsOf(trx, { courseId, assignmentId }, ids),
  }
}

/** How many students have more than all the points of the assignment. */
async function countAbove(trx: Db, courseId: string, assignmentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from assignments a
    join graded_works w on w.course_id = a.course_id and w.assignment_id = a.id and w.score > a.score
    join roster r on r.course_id = w.course_id and r.person_id = w.person_id and r.role = 'student'
    where a.course_id = ${courseId} and a.id = ${assignmentId}`.execute(trx)
  return rows[0]?.count ?? 0
}

/** Ids of choices consist of small letters, so the pattern needs no escapes. */
const patternOf = (choices: string[] | undefined) => (choices ? `\\m(${choices.join('|')})\\M` : null)

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Pure. */
export function effectsOf({ table_name, id, before, after }: RowChange): Open[] {
  if (!before) return []
  const changed = (...columns: string[]) => columns.some((column) => !isSame(before[column], after?.[column]))
  if (table_name === 'assignments') {
    const title = String(before.name)
    return [
      ...(before.has_text === true && after?.has_text === false
        ? [{ kind: 'text_gone' as const, title, name: 'textbox' }]
        : []),
      ...(changed('grouping_id') ? [{ kind: 'owner_changed' as const, title }] : []),
      ...(changed('score') ? [{ kind: 'score_changed' as const, title }] : []),
    ]
  }
  if (table_name === 'file_slots')
    return after ? [] : [{ kind: 'slot_gone', title: String(before.name), name: `file-${id}` }]
  if (table_name === 'question_sets') {
    const title = String(before.name)
    return [
      ...(after && changed('draw') ? [{ kind: 'question_changed' as const, title }] : []),
      ...(after && changed('score') ? [{ kind: 'points_changed' as const, title }] : []),
    ]
  }
  const question = { title: String(before.question), name: `item-${id}` }
  if (!after) return [{ kind: 'question_gone', ...question }]
  const still = new Set(choicesOf(after).map(({ id }) => id))
  const gone = choicesOf(before).flatMap((choice) => (still.has(choice.id) ? [] : [choice.id]))
  return [
    ...(changed('question', 'kind', 'set_id') || isReworded(before, after)
      ? [{ kind: 'question_changed' as const, ...question }]
      : []),
    ...(gone.length > 0 && before.kind === after.kind
      ? [{ kind: 'choice_gone' as const, ...question, choices: gone }]
      : []),
    ...(before.kind === after.kind && (changed('key', 'credit') || !isSame(rightOf(before), rightOf(after)))
      ? [{ kind: 'key_changed' as const, ...question }]
      : []),
    ...(changed('score') ? [{ kind: 'points_changed' as const, ...question }] : []),
  ]
}

interface Option {
  id: string
  text: string
  correct?: boolean
}
const optionsIn = (list: unknown) => (list ?? []) as Option[]
const choicesOf = ({ options, targets }: Row) => [...optionsIn(options), ...optionsIn(targets)]
/** Whether a choice that stays has other words. */
function isReworded(before: Row, after: Row): boolean {
  const now = new Map(choicesOf(after).map(({ id, text }) => [id, text]))
  return choicesOf(before).some(({ id, text }) => (now.get(id) ?? text) !== text)
}
const rightOf = ({ options }: Row) =>
  optionsIn(options)
    .filter(({ correct }) => correct)
    .map(({ id }) => id)
    .toSorted()
