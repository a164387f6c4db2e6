import { sql } from 'kysely'
import type { QuestionKey } from '../../contract/questions.ts'
import type { EditedQuestion, EditedSet, EditedSlot } from '../../contract/staff/questions.ts'
import type { Db } from '../db/database.ts'
import { notFound, Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { withBareAddresses } from '../uploads/pictures.ts'
import { newOptionId } from './options.ts'

interface Of {
  courseId: string
  assignmentId: string
}

/**
 * Makes these the questions and sets of the assignment, in this order. Submissions keep the questions that they
 * answered (migration 046). An unknown `_id` belongs to a new question: the browser gives it, so that a repeated write
 * makes no second one. Throws not_found for an id of another assignment, and invalid with the fields.
 */
export async function writeQuestions(
  trx: Db,
  { courseId, assignmentId }: Of,
  { questions, sets = [] }: { questions: EditedQuestion[]; sets?: EditedSet[] },
): Promise<void> {
  const setRows = sets.map(({ _id = newId(), ...set }, position) => ({ ...set, id: _id, position }))
  const rows = questions.map((question, position) => {
    const set = question.set === undefined ? undefined : setRows[question.set]
    if (question.set !== undefined && !set) refuse(position, 'set', 'is not one of the sets')
    return { ...rowOf(question, position), id: question._id ?? newId(), position, set_id: set?.id ?? null }
  })
  // Writes sets first, because questions name them, and deletes sets last.
  const { rows: writtenSets } = await sql`
    insert into question_sets (course_id, assignment_id, id, position, name, draw, score)
    select ${courseId}, ${assignmentId}, s.id, s.position, s.name, s.draw, s.score
    from jsonb_to_recordset(${JSON.stringify(setRows)}::jsonb) as s (
      id uuid, position smallint, name text, draw smallint, score numeric)
    on conflict (course_id, id) do update set position = excluded.position, name = excluded.name, draw = excluded.draw,
      score = excluded.score where question_sets.assignment_id = excluded.assignment_id
    returning id`.execute(trx)
  refuseUnlessAll(writtenSets, setRows)
  await sql`
    delete from questions where course_id = ${courseId} and assignment_id = ${assignmentId}
      and id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
  const { rows: written } = await sql`
    insert into questions (course_id, assignment_id, id, position, question, kind, score, options, targets, unit, key,
      explanation, credit, set_id, tags)
    select ${courseId}, ${assignmentId}, q.id, q.position, q.question, q.kind, q.score, q.options, q.targets, q.unit, q.key,
      q.explanation, q.credit, q.set_id, q.tags
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as q (
      id uuid, position smallint, question text, kind text, score numeric, options jsonb, targets jsonb, unit text,
      key jsonb, explanation text, credit text, set_id uuid, tags text[])
    on conflict (course_id, id) do update set position = excluded.position, question = excluded.question,
      kind = excluded.kind, score = excluded.score, options = excluded.options, targets = excluded.targets,
      unit = excluded.unit, key = excluded.key, explanation = excluded.explanation, credit = excluded.credit,
      set_id = excluded.set_id, tags = excluded.tags where questions.assignment_id = excluded.assignment_id
    returning id`.execute(trx)
  refuseUnlessAll(written, rows)
  await sql`
    delete from question_sets where course_id = ${courseId} and assignment_id = ${assignmentId}
      and id <> all(${setRows.map(({ id }) => id)}::uuid[])`.execute(trx)
}

/** Makes these the file slots of the assignment, in this order. Throws not_found for an id of another assignment. */
export async function writeSlots(trx: Db, { courseId, assignmentId }: Of, slots: EditedSlot[]): Promise<void> {
  const rows = slots.map(({ _id = newId(), slotname, ...slot }, position) => {
    return { ...slot, id: _id, name: slotname, position }
  })
  await sql`
    delete from file_slots where course_id = ${courseId} and assignment_id = ${assignmentId}
      and id <> all(${rows.map(({ id }) => id)}::uuid[])`.execute(trx)
  const { rows: written } = await sql`
    insert into file_slots (course_id, assignment_id, id, position, name, kinds, max_bytes, max_files)
    select ${courseId}, ${assignmentId}, s.id, s.position, s.name, s.kinds, s.max_bytes, s.max_files
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as s (
      id uuid, position smallint, name text, kinds text[], max_bytes integer, max_files smallint)
    on conflict (course_id, id) do update set position = excluded.position, name = excluded.name,
      kinds = excluded.kinds, max_bytes = excluded.max_bytes, max_files = excluded.max_files
      where file_slots.assignment_id = excluded.assignment_id
    returning id`.execute(trx)
  refuseUnlessAll(written, rows)
}

/** The statement skips rows of another assignment. */
function refuseUnlessAll(written: unknown[], rows: unknown[]): void {
  if (written.length < rows.length) throw notFound()
}

const refuse = (position: number, field: string, words: string): never => {
  throw new Refusal('invalid', { fields: { [`assignment_questionset.${position}.${field}`]: words } })
}

type Named = { _id?: string | undefined; text: string }

/** Gives ids to things without one. */
const withIds = <T extends Named>(things: T[]) =>
  things.map(({ _id = newOptionId(), ...thing }) => ({ ...thing, id: _id }))

/** In the order of their random ids, so that the stored order does not tell the right answer. */
const inNoOrder = (things: { id: string; text: string }[]) =>
  things.map(({ id, text }) => ({ id, text })).toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The row of a question, without columns that its kind does not use. */
function rowOf(question: EditedQuestion, position: number) {
  const { kind, choices = [], targets = [], credit, unit, value = '', tolerance, accepted = [], match_case } = question
  const options = withIds(choices)
  const common = {
    ...{
      question: withBareAddresses(question.question),
      kind,
      score: question.score,
      explanation: withBareAddresses(question.explanation),
      tags: question.tags,
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
      const withTargets = withIds(targets)
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
