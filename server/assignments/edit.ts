import { sql } from 'kysely'
import type { QuestionKey } from '../../contract/questions.ts'
import type { EditedQuestion, EditedSet, EditedSlot } from '../../contract/staff/questions.ts'
import type { Db } from '../db/database.ts'
import { found, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { withBareAddresses } from '../uploads/pictures.ts'
import { newOptionId } from './options.ts'
import type { QuestionRow } from './sheet.ts'

interface Of {
  courseId: string
  assignmentId: string
}

/**
 * Makes these the questions and the sets of the assignment, in this order. What they were stays readable where they were
 * answered (migration 046). Throws not_found for an id of another assignment, or of an option of another question, and
 * invalid with the fields.
 */
export async function writeQuestions(
  trx: Db,
  { courseId, assignmentId }: Of,
  { questions, sets = [] }: { questions: EditedQuestion[]; sets?: EditedSet[] },
): Promise<void> {
  const { rows: before } = await sql<QuestionRow>`
    select * from questions where course_id = ${courseId} and assignment_id = ${assignmentId}`.execute(trx)
  const { rows: setsBefore } = await sql<{ id: string }>`
    select id from question_sets where course_id = ${courseId} and assignment_id = ${assignmentId}`.execute(trx)
  const there = new Map(before.map((question) => [question.id, question]))
  const setRows = sets.map(({ _id, ...set }, position) => ({ ...set, id: idAmong(setsBefore, _id), position }))
  const rows = questions.map((question, position) => {
    const had = question._id === undefined ? undefined : found(there.get(question._id))
    const set = question.set === undefined ? undefined : setRows[question.set]
    if (question.set !== undefined && !set) refuse(position, 'set', 'is not one of the sets')
    return { ...rowOf(question, had, position), id: question._id ?? newId(), position, set_id: set?.id ?? null }
  })
  // Sets first, for questions name them; those that are gone last.
  await sql`
    insert into question_sets (course_id, assignment_id, id, position, name, draw, score)
    select ${courseId}, ${assignmentId}, s.id, s.position, s.name, s.draw, s.score
    from jsonb_to_recordset(${JSON.stringify(setRows)}::jsonb) as s (
      id uuid, position smallint, name text, draw smallint, score numeric)
    on conflict (course_id, id) do update set position = excluded.position, name = excluded.name, draw = excluded.draw,
      score = excluded.score`.execute(trx)
  await sql`
    delete from questions where course_id = ${courseId} and assignment_id = ${assignmentId}
      and id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
  await sql`
    insert into questions (course_id, assignment_id, id, position, question, kind, score, options, targets, unit, key,
      explanation, credit, set_id)
    select ${courseId}, ${assignmentId}, q.id, q.position, q.question, q.kind, q.score, q.options, q.targets, q.unit, q.key,
      q.explanation, q.credit, q.set_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q (
      id uuid, position smallint, question text, kind text, score numeric, options jsonb, targets jsonb, unit text,
      key jsonb, explanation text, credit text, set_id uuid)
    on conflict (course_id, id) do update set position = excluded.position, question = excluded.question,
      kind = excluded.kind, score = excluded.score, options = excluded.options, targets = excluded.targets,
      unit = excluded.unit, key = excluded.key, explanation = excluded.explanation, credit = excluded.credit,
      set_id = excluded.set_id`.execute(trx)
  await sql`
    delete from question_sets where course_id = ${courseId} and assignment_id = ${assignmentId}
      and id <> all(${setRows.map(({ id }) => id)}::uuid[])`.execute(trx)
}

/** Makes these the file slots of the assignment, in this order. Throws not_found for an id of another assignment. */
export async function writeSlots(trx: Db, { courseId, assignmentId }: Of, slots: EditedSlot[]): Promise<void> {
  const { rows: before } = await sql<{ id: string }>`
    select id from file_slots where course_id = ${courseId} and assignment_id = ${assignmentId}`.execute(trx)
  const rows = slots.map(({ _id, slotname, ...slot }, position) => {
    return { ...slot, id: idAmong(before, _id), name: slotname, position }
  })
  await sql`
    delete from file_slots where course_id = ${courseId} and assignment_id = ${assignmentId}
      and id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
  await sql`
    insert into file_slots (course_id, assignment_id, id, position, name, kinds, max_bytes, max_files)
    select ${courseId}, ${assignmentId}, s.id, s.position, s.name, s.kinds, s.max_bytes, s.max_files
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (
      id uuid, position smallint, name text, kinds text[], max_bytes integer, max_files smallint)
    on conflict (course_id, id) do update set position = excluded.position, name = excluded.name,
      kinds = excluded.kinds, max_bytes = excluded.max_bytes, max_files = excluded.max_files`.execute(trx)
}

const idAmong = (before: { id: string }[], id: string | undefined): string =>
  id === undefined ? newId() : found(before.find((row) => row.id === id)).id

const refuse = (position: number, field: string, words: string): never => {
  throw new Refusal('invalid', { fields: { [`questions.${position}.${field}`]: words } })
}

type Named = { _id?: string | undefined; text: string }

/** With the ids that they had, or new ones. */
const withIds = <T extends Named>(things: T[], before: { id: string }[] | null | undefined) =>
  things.map(({ _id, ...thing }) => ({
    ...thing,
    id: _id === undefined ? newOptionId() : found(before?.find(({ id }) => id === _id)).id,
  }))

/** In the order of their ids, which are random: so what is kept says nothing of what is right. */
const inNoOrder = (things: { id: string; text: string }[]) =>
  things.map(({ id, text }) => ({ id, text })).toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** What a question is kept as, without what its kind has no use for. */
function rowOf(question: EditedQuestion, had: QuestionRow | undefined, position: number) {
  const { kind, choices = [], targets = [], credit, unit, value = '', tolerance, accepted = [], match_case } = question
  const options = withIds(choices, had?.options)
  const common = {
    ...{
      question: withBareAddresses(question.question),
      kind,
      score: question.score,
      explanation: withBareAddresses(question.explanation),
    },
    ...{ options: null as { id: string; text: string }[] | null, targets: null as typeof options | null, unit: '' },
    ...{ key: {} as QuestionKey, credit: 'all' },
  }
  switch (kind) {
    case 'one':
    case 'several':
      return {
        ...common,
        options: options.map(({ id, text, correct = false }) => ({ id, text, correct })),
        credit: kind === 'one' ? 'all' : credit,
      }
    case 'number':
      return { ...common, unit, key: { value, tolerance } }
    case 'short':
      return { ...common, key: { accepted, match_case } }
    case 'ordering':
      return { ...common, options: inNoOrder(options), key: { order: options.map(({ id }) => id) }, credit }
    case 'matching': {
      const withTargets = withIds(targets, had?.targets)
      const pairs = options.map(({ id, target }, i): [string, string] => {
        const right = withTargets[target ?? -1] ?? refuse(position, `choices.${i}.target`, 'is not one of the targets')
        return [id, right.id]
      })
      const inOrder = options.map(({ id, text }) => ({ id, text }))
      return {
        ...common,
        options: inOrder,
        targets: inNoOrder(withTargets),
        key: { pairs: Object.fromEntries(pairs) },
        credit,
      }
    }
    case 'open':
      return common
  }
}
