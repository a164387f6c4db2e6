import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Submission } from '../../contract/assignments.ts'
import { EditedQuestion as FullQuestion } from '../../contract/staff/questions.ts'
import { seed } from '../changes/change.ts'
import { newId } from '../ids.ts'
import { digestOf } from '../receipts/receipt.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { changeAssignment, enrol, makeAssignment, makeCourse, type Thing } from '../testing/world.ts'
import { writeQuestions } from './edit.ts'
import { firstOptionId } from './options.ts'
import { makeQuestion, makeSlot, makeUpload, worksheetOf } from './testing.ts'

/* When staff change questions, students' submitted answers keep their meaning. */

const server = await useServer()
const { db } = server

let course: Thing
let ploy: SignedIn
let nat: SignedIn
let quiz: Thing
let item: string
let sheet: ReturnType<typeof worksheetOf>

beforeEach(async () => {
  course = await makeCourse(db)
  ;[ploy, nat] = [await server.person({ first: 'Ploy' }), await server.person({ first: 'Nat' })]
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
  quiz = await makeAssignment(db, course, { attempts_allowed: 0 })
  item = `item-${(await makeQuestion(db, course, quiz, ['red', 'green', 'blue'])).id}`
  sheet = worksheetOf(ploy, course, quiz)
})

/** The result in short. */
interface EditedQuestion {
  id?: string
  question: string
  score: number
  options?: { id?: string; text: string; correct: boolean }[]
}

const there = async (): Promise<EditedQuestion[]> => {
  const rows = await db
    .selectFrom('questions')
    .selectAll()
    .where('assignment_id', '=', quiz.id)
    .orderBy('position')
    .execute()
  return rows.map(({ id, question, score, options }) => ({
    ...{ id, question, score: Number(score) },
    ...(options !== null && { options: options as unknown as NonNullable<EditedQuestion['options']> }),
  }))
}
const write = (questions: EditedQuestion[]) =>
  seed(db, (trx) =>
    writeQuestions(
      trx,
      { courseId: course.id, assignmentId: quiz.id },
      { questions: questions.map(({ id, options, ...question }) => edited({ ...question, _id: id, options })) },
    ),
  )
const edited = ({ options, ...question }: Omit<EditedQuestion, 'id'> & { _id?: string | undefined }) =>
  FullQuestion.parse({
    ...question,
    kind: options ? 'one' : 'open',
    ...(options && { choices: options.map(({ id, ...option }) => ({ ...option, _id: id })) }),
  })
/** Changes the options of the first question. */
async function changeOptions(change: (o: NonNullable<EditedQuestion['options']>) => EditedQuestion['options']) {
  const [first, ...rest] = await there()
  if (!first?.options) throw new Error('it has no options')
  await write([{ ...first, options: change(first.options) ?? [] }, ...rest])
}
const reverse = () => changeOptions((options) => options.toReversed())
const remove = (text: string) => changeOptions((options) => options.filter((o) => o.text !== text))
const reword = (text: string, to: string) =>
  changeOptions((options) => options.map((o) => (o.text === text ? { ...o, text: to } : o)))

const textsOf = async () => (await sheet.my()).assignment_questionset[0]?.options?.map((o) => o.text)
/** The words of the option that a submission chose, as its person read them. */
async function readIn({ chosen, sheet: then }: Submission) {
  const questions = then?.assignment_questionset ?? (await sheet.my()).assignment_questionset
  const question = questions.find(({ _id }) => `item-${_id}` === item)
  return question?.options?.find(({ _id }) => _id === chosen[item])?.text
}

describe('an answer', () => {
  test('is the option that was chosen, wherever that is now', async () => {
    await sheet.submit({ [item]: '0' })
    await reverse()
    expect(await textsOf()).toEqual(['blue', 'green', 'red'])
    const { my } = await sheet.my()
    expect(my?.response).toEqual({ [item]: '2' })
    expect(await readIn(my as Submission)).toBe('red')
    await changeOptions((options) => [{ text: 'white', correct: false }, ...options])
    expect((await sheet.my()).my?.response).toEqual({ [item]: '3' })
  })

  test('is given by the position that an option has at that moment, or by its id', async () => {
    await reverse()
    await sheet.submit({ [item]: '0' })
    const id = (await sheet.my()).assignment_questionset[0]?.options?.[2]?._id ?? ''
    await sheet.submit({ [item]: id })
    const [second, first] = await sheet.attempts()
    expect([await readIn(first as Submission), await readIn(second as Submission)]).toEqual(['blue', 'red'])
    expect(await sheet.refusedSubmit({ [item]: '3' })).toEqual({ invalid: [item] })
    expect(await sheet.refusedSubmit({ [item]: 'nothing' })).toEqual({ invalid: [item] })
  })

  test('names the option in the digest of its receipt, so that it says the same after any change', async () => {
    const { _id, digest } = await sheet.submit({ [item]: '1' })
    await reverse()
    const { chosen } = await sheet.attempt(_id)
    const work = { course: course.id, assignment: quiz.id, owner: ploy.id, attempt: 1, answers: chosen, files: {} }
    expect(digestOf(work)).toBe(digest)
    expect((await sheet.receipt(_id)).digest).toBe(digest)
  })

  test('stays readable in the words of then when its option has others, and when it is gone', async () => {
    const { _id } = await sheet.submit({ [item]: '1' })
    expect((await sheet.attempt(_id)).sheet).toBeUndefined()
    await reword('green', 'dark green')
    expect(await readIn(await sheet.attempt(_id))).toBe('green')
    await sheet.submit({ [item]: '1' })
    await remove('dark green')
    const attempts = await sheet.attempts()
    expect(await Promise.all(attempts.map(readIn))).toEqual(['dark green', 'green'])
    expect(await readIn(await sheet.attempt(_id))).toBe('green')
    // A client that names options by position sees no answer then.
    expect((await sheet.my()).my?.response).toEqual({})
  })

  test('stays readable when the whole question is gone, and one that came later is not in it', async () => {
    const open = `item-${(await makeQuestion(db, course, quiz)).id}`
    const slot = await makeSlot(db, course, quiz, 'Report')
    const file = `file-${slot.id}`
    const { location } = await makeUpload(db, ploy)
    const { _id } = await sheet.submit({ [item]: '2', [open]: 'because', [file]: location })
    await write([{ question: 'Another?', score: 1 }])
    await seed(db, (trx) => trx.deleteFrom('file_slots').where('id', '=', slot.id).execute())
    const then = await sheet.attempt(_id)
    expect(then.sheet?.assignment_questionset.map((q) => `item-${q._id}`).sort()).toEqual([item, open].sort())
    expect(then.sheet?.assignment_file).toEqual([{ _id: slot.id, slotname: 'Report' }])
    expect(then.response).toMatchObject({ [open]: 'because' })
    expect(await readIn(then)).toBe('blue')
    expect((await sheet.my()).my?.response).toEqual({ [file]: expect.any(String) })
  })

  test('never tells which option was right then, nor shows another’s sheet', async () => {
    const { _id } = await sheet.submit({ [item]: '1' })
    await reword('green', 'dark green')
    expect(JSON.stringify(await sheet.attempt(_id))).not.toContain('correct')
    await expect(worksheetOf(nat, course, quiz).attempt(_id)).rejects.toMatchObject({ status: 404 })
  })

  test('is taken by the sheet of its moment, however many change it meanwhile', async () => {
    const others = ['blue', 'green', 'red'].map((text) => reword(text, `${text}!`).catch(() => undefined))
    const handing = [sheet.submit({ [item]: '0' }), worksheetOf(nat, course, quiz).submit({ [item]: '2' })]
    await Promise.all([...others, ...handing])
    const [mine] = await sheet.attempts()
    expect(await readIn(mine as Submission)).toMatch(/^red/)
  })
})

describe('a draft', () => {
  test('keeps its choice through a change of the order, and loses it with the option', async () => {
    await sheet.save({ [item]: { value: '0', at: 1 } })
    await reverse()
    const { fields } = await sheet.draft()
    expect(fields[item]?.value).toBe(firstOptionId(0))
    await remove('red')
    expect((await sheet.draft()).fields[item]).toEqual({ value: '', at: 2 })
    expect(await sheet.refusedSubmit({ [item]: fields[item]?.value ?? '' })).toEqual({ invalid: [item] })
  })

  test('of a device that was offline while the order changed means what its page showed', async () => {
    await reverse()
    // A page from before options had ids names the first option, which was red.
    expect((await sheet.save({ [item]: { value: '0', at: 1 } })).fields[item]?.value).toBe(firstOptionId(0))
    // A page of today names it by its id.
    expect((await sheet.save({ [item]: { value: firstOptionId(2), at: 2 } })).fields[item]?.value).toBe(
      firstOptionId(2),
    )
    await sheet.submit({ [item]: firstOptionId(2) })
    expect((await sheet.my()).my?.response).toEqual({ [item]: '0' })
  })

  test('of a device that typed into a question that is gone is kept aside, once, and the rest of it lands', async () => {
    const open = `item-${(await makeQuestion(db, course, quiz)).id}`
    await write((await there()).filter(({ id }) => `item-${id}` === item))
    const typed = { [open]: { value: 'my words', at: 5 }, [item]: { value: firstOptionId(1), at: 5 } }
    const id = newId()
    for (let i = 0; i < 2; i++) {
      expect((await sheet.save(typed, id)).fields).toEqual({ [item]: { value: firstOptionId(1), at: 5 } })
    }
    expect((await sheet.versions()).map(({ kind, fields }) => [kind, fields])).toEqual([
      ['aside', { [open]: 'my words' }],
    ])
    const unknown = { [`item-${newId()}`]: { value: 'x', at: 1 } }
    await expect(sheet.save(unknown)).rejects.toMatchObject({ status: 400 })
  })

  test('of a device that typed a text that is asked no longer is kept aside, and the rest of it lands', async () => {
    await changeAssignment(db, quiz, { has_text: true })
    await sheet.save({ textbox: { value: 'my words', at: 1 } })
    await changeAssignment(db, quiz, { has_text: false })
    const chosen = { [item]: { value: firstOptionId(1), at: 5 } }
    const { fields } = await sheet.save({ textbox: { value: 'my words, and more', at: 5 }, ...chosen })
    expect(fields).toMatchObject(chosen)
    expect((await sheet.versions()).map(({ kind, fields }) => [kind, fields])).toEqual([
      ['aside', { textbox: 'my words, and more' }],
    ])
  })
})

describe('questions that are written anew', () => {
  test('keep their ids, in the order given', async () => {
    await makeQuestion(db, course, quiz)
    const [one, two] = await there()
    await write([{ question: 'First', score: 1 }, two as EditedQuestion, one as EditedQuestion])
    const now = await there()
    expect(now.map(({ id }) => id).slice(1)).toEqual([two?.id, one?.id])
    expect(now[0]?.question).toBe('First')
  })

  test('take no id of another assignment', async () => {
    const other = await makeAssignment(db, course)
    const foreign = await makeQuestion(db, course, other, ['x'])
    await expect(write([{ id: foreign.id, question: '?', score: 1 }])).rejects.toMatchObject({ code: 'not_found' })
  })

  test('need an id for each option, which no other of the question has', async () => {
    const options = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ id, text: 'x', correct: false })))
    const set = (json: string) =>
      seed(db, (trx) =>
        trx.updateTable('questions').set({ options: json }).where('assignment_id', '=', quiz.id).execute(),
      )
    for (const wrong of [options('a', 'a'), options('1'), JSON.stringify([{ text: 'x' }])]) {
      await expect(set(wrong)).rejects.toMatchObject({ constraint: 'questions_options_have_ids' })
    }
    await set(options('a', 'b'))
  })
})

test('whatever staff change and students hand in, every attempt reads as it did when it was handed in', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('submit' as const), at: fc.nat() }),
    fc.record({ do: fc.constant('draft' as const), at: fc.nat() }),
    fc.record({ do: fc.constantFrom('reverse', 'remove', 'add', 'reword', 'drop', 'ask'), at: fc.nat() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      quiz = await makeAssignment(db, course, { attempts_allowed: 0 })
      await makeQuestion(db, course, quiz, ['red', 'green', 'blue'])
      const [mine, page] = [worksheetOf(ploy, course, quiz), worksheetOf(nat, course, quiz)]
      const seen = new Map<string, Record<string, string | undefined>>()
      let typed: Record<string, string> = {}
      let n = 0
      for (const { do: what, at } of steps) {
        const { assignment_questionset: asked } = await page.my()
        const choices = asked.filter((q) => q.options && q.options.length > 0)
        if (what === 'submit' || what === 'draft') {
          if (choices.length === 0) continue
          const position = (q: (typeof choices)[number]) => at % (q.options?.length ?? 1)
          const textOf = (q: (typeof choices)[number]) => [`item-${q._id}`, q.options?.[position(q)]?.text] as const
          const read = Object.fromEntries(choices.map(textOf))
          if (what === 'submit') {
            const form = Object.fromEntries(choices.map((q) => [`item-${q._id}`, String(position(q))]))
            seen.set((await mine.submit(form))._id, read)
            typed = {}
          } else {
            typed = Object.fromEntries(choices.map((q) => [`item-${q._id}`, q.options?.[position(q)]?._id ?? '']))
            await mine.save(Object.fromEntries(Object.entries(typed).map(([k, value]) => [k, { value, at: ++n }])))
          }
          continue
        }
        const questions = await there()
        const k = at % Math.max(questions.length, 1)
        const changed = questions.flatMap((q, i) => {
          if (i !== k) return [q]
          const { options = [] } = q
          const o = at % Math.max(options.length, 1)
          if (what === 'reverse') return [{ ...q, options: options.toReversed() }]
          if (what === 'remove') return [{ ...q, options: options.filter((_, j) => j !== o) }]
          if (what === 'add') return [{ ...q, options: [{ text: `new ${++n}`, correct: false }, ...options] }]
          if (what === 'reword')
            return [{ ...q, options: options.map((one, j) => (j === o ? { ...one, text: `other ${++n}` } : one)) }]
          return what === 'drop' ? [] : [q]
        })
        const fresh = { question: `More ${++n}?`, score: 1, options: [{ text: `only ${n}`, correct: true }] }
        await write(what === 'ask' ? [fresh, ...changed] : changed)
      }
      const now = await mine.my()
      for (const attempt of await mine.attempts()) {
        const questions = attempt.sheet?.assignment_questionset ?? now.assignment_questionset
        const read = questions.flatMap((q) => {
          const name = `item-${q._id}`
          const chosen = attempt.chosen[name]
          return chosen === undefined ? [] : [[name, q.options?.find((o) => o._id === chosen)?.text] as const]
        })
        expect(Object.fromEntries(read)).toEqual(seen.get(attempt._id))
        // It also shows the position of an option that is still there.
        for (const q of now.assignment_questionset) {
          const position = attempt.response[`item-${q._id}`]
          const place = q.options?.findIndex((o) => o._id === attempt.chosen[`item-${q._id}`]) ?? -1
          expect(position).toBe(place < 0 ? undefined : String(place))
        }
      }
      const { fields } = await mine.draft()
      for (const q of now.assignment_questionset) {
        const id = typed[`item-${q._id}`]
        const isThere = q.options?.some((o) => o._id === id)
        expect(fields[`item-${q._id}`]?.value || undefined).toBe(isThere ? id : undefined)
      }
    }),
    { numRuns: 25 },
  )
})
