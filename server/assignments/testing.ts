import { createHash } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { SubmissionForm } from '../../contract/assignments.ts'
import type { DraftSave } from '../../contract/drafts.ts'
import { contract } from '../../contract/index.ts'
import { seed } from '../changes/change.ts'
import type { DB } from '../db/schema.ts'
import { newId } from '../ids.ts'
import { addressOf, CallFailed, type Client } from '../testing/client.ts'
import type { Thing } from '../testing/world.ts'
import { locationOf } from '../uploads/location.ts'
import { firstOptionId } from './options.ts'

/* Rows and calls for the tests of worksheets. */

type Db = Kysely<DB>
const calls = contract.assignments

/** With `options`, the first is the right one; without, the answer is a text. */
export async function makeQuestion(db: Db, course: Thing, assignment: Thing, options?: string[]): Promise<Thing> {
  const id = newId()
  const ids = { course_id: course.id, id, assignment_id: assignment.id }
  const answers =
    options && JSON.stringify(options.map((text, i) => ({ id: firstOptionId(i), text, correct: i === 0 })))
  const row = { position: 0, question: 'Why?', kind: options ? 'one' : 'open', score: 2.5, options: answers }
  await seed(db, (trx) =>
    trx
      .insertInto('questions')
      .values({ ...ids, ...row })
      .execute(),
  )
  return { id }
}

/** Puts questions into a set of which each owner is asked some. */
export async function makeSet(
  db: Db,
  course: Thing,
  assignment: Thing,
  questions: Thing[],
  draw: number,
): Promise<Thing> {
  const id = newId()
  const set = { course_id: course.id, id, assignment_id: assignment.id, position: 0, name: 'Set', draw, score: 2.5 }
  await seed(db, async (trx) => {
    await trx.insertInto('question_sets').values(set).execute()
    const ids = questions.map((question) => question.id)
    await trx.updateTable('questions').set({ set_id: id }).where('id', 'in', ids).execute()
  })
  return { id }
}

/** Asks each owner so many questions of the set from now on. */
export const drawOf = (db: Db, set: Thing, draw: number) =>
  seed(db, (trx) => trx.updateTable('question_sets').set({ draw }).where('id', '=', set.id).execute())

export async function makeSlot(db: Db, course: Thing, assignment: Thing, name = 'Report'): Promise<Thing> {
  const id = newId()
  const ids = { course_id: course.id, id, assignment_id: assignment.id }
  await seed(db, (trx) =>
    trx
      .insertInto('file_slots')
      .values({ ...ids, position: 0, name })
      .execute(),
  )
  return { id }
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** A file whose bytes are its name. */
export async function makeUpload(db: Db, owner: Thing, filename = 'report.pdf'): Promise<Thing & { location: string }> {
  const id = newId()
  const file = { filename, media_type: 'application/pdf', bytes: filename.length, sha256: sha256(filename) }
  await db
    .insertInto('uploads')
    .values({ id, owner_id: owner.id, storage_key: id, ...file })
    .execute()
  return { id, location: locationOf(id) }
}

export async function giveFeedback(
  db: Db,
  course: Thing,
  submission: { _id: string },
  data: Partial<Insertable<DB['feedback']>> = {},
) {
  const ids = { course_id: course.id, submission_id: submission._id }
  await seed(db, (trx) =>
    trx
      .insertInto('feedback')
      .values({ ...ids, score: 7.5, comment: 'Well done', show: true, ...data })
      .execute(),
  )
}

export const showFeedback = (db: Db, submissionId: string, show = true) =>
  seed(db, (trx) => trx.updateTable('feedback').set({ show }).where('submission_id', '=', submissionId).execute())

/** One assignment as one person works on it. */
export function worksheetOf(person: Client, course: Thing, assignment: Thing) {
  const params = { course_id: course.id, asgn_id: assignment.id }
  return {
    my: () => person.call(calls.my, { params }),
    submit: (body: SubmissionForm) => person.call(calls.submit, { params, body }),
    /** With an Idempotency-Key: the status and the whole reply. */
    async submitOnce(key: string, body: SubmissionForm, query: { attempt?: string } = {}) {
      const headers = { 'idempotency-key': key }
      const answer = await person.raw('POST', addressOf(calls.submit, params, query), { payload: body, headers })
      return { status: answer.statusCode, ...answer.json() }
    },
    /** The refusal of a submission: `invalid` with the names of the fields, or the code. */
    async refusedSubmit(body: SubmissionForm): Promise<string | Record<string, string[]>> {
      const failure = await person.call(calls.submit, { params, body }).catch((error: unknown) => error)
      if (!(failure instanceof CallFailed)) throw new Error('it was not refused', { cause: failure })
      return failure.fields ? { [failure.code]: Object.keys(failure.fields) } : failure.code
    },
    attempts: async () => (await person.call(calls.attempts, { params })).items,
    attempt: (submission_id: string) => person.call(calls.attempt, { params: { ...params, submission_id } }),
    receipt: (submission_id: string) => person.call(calls.receipt, { params: { ...params, submission_id } }),
    draft: () => person.call(calls.draft, { params }),
    /** One save; with an `id` to repeat it. */
    save: (fields: DraftSave['fields'], id: string = newId(), owner_id?: string) =>
      person.call(calls.saveDraft, { params, body: { saves: [{ id, fields }], ...(owner_id && { owner_id }) } }),
    versions: async () => (await person.call(calls.draftVersions, { params })).items,
  }
}
