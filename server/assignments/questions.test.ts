import { beforeEach, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Assignment } from '../../contract/assignments.ts'
import { contract } from '../../contract/index.ts'
import { answerOfChoices, answerOfOrder, answerOfPairs, type Question } from '../../contract/questions.ts'
import { EditedSheet } from '../../contract/staff/questions.ts'
import { seed } from '../changes/change.ts'
import { found } from '../errors.ts'
import { newId } from '../ids.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { changeAssignment, enrol, makeAssignment, makeCourse, type Thing } from '../testing/world.ts'
import { writeQuestions, writeSlots } from './edit.ts'
import { keepSheetPictures } from './pictures.ts'
import { giveFeedback, makeUpload, worksheetOf } from './testing.ts'

/*
 * All kinds of questions through the API, answered as our own page answers them and as a client that knows two kinds
 * does.
 */

const server = await useServer()
const { db } = server

let course: Thing
let quiz: Thing
let ploy: SignedIn
let nat: SignedIn
let arthit: SignedIn

beforeEach(async () => {
  course = await makeCourse(db)
  ;[ploy, nat, arthit] = [await server.person(), await server.person(), await server.person()]
  await enrol(db, course, ploy)
  await enrol(db, course, nat)
  await enrol(db, course, arthit, 'instructor')
  quiz = await makeAssignment(db, course, { attempts_allowed: 0, has_text: false })
})

const write = (given: z.input<typeof EditedSheet>) =>
  seed(db, async (trx) => {
    const of = { courseId: course.id, assignmentId: quiz.id }
    const { slots, ...sheet } = EditedSheet.parse(given)
    await writeQuestions(trx, of, sheet)
    await writeSlots(trx, of, slots)
  })

const colours = { kind: 'several' as const, question: 'Which are colours?', score: 2 }
const sheetOfAll: z.input<typeof EditedSheet> = {
  questions: [
    { kind: 'one', question: 'Is it?', choices: [{ text: 'yes', correct: true }, { text: 'no' }] },
    { ...colours, choices: [{ text: 'red', correct: true }, { text: 'one' }, { text: 'blue', correct: true }] },
    { kind: 'number', question: 'How long?', value: '9.81', tolerance: '0.01', unit: 'm/s²' },
    { kind: 'short', question: 'Who?', accepted: ['Turing', 'Alan Turing'] },
    {
      ...{ kind: 'matching', question: 'Capitals', explanation: 'As on any **map**.' },
      targets: [{ text: 'Bangkok' }, { text: 'Vientiane' }, { text: 'Hanoi' }],
      choices: [
        { text: 'Laos', target: 1 },
        { text: 'Thailand', target: 0 },
      ],
    },
    { kind: 'ordering', question: 'Sort', choices: [{ text: 'first' }, { text: 'second' }, { text: 'third' }] },
    { kind: 'open', question: 'Why?' },
  ],
}

const ofKind = (sheet: Assignment, kind: Question['kind']): Question =>
  found(sheet.assignment_questionset.find((question) => question.kind === kind))
const itemOf = (sheet: Assignment, kind: Question['kind']) => `item-${ofKind(sheet, kind)._id}`
const idOf = (list: Question['choices'], text: string) => found(list?.find((one) => one.text === text))._id

/** The right answers to all kinds, as our page writes them. */
function rightOf(sheet: Assignment): Record<string, string> {
  const { choices, targets } = ofKind(sheet, 'matching')
  const order = ofKind(sheet, 'ordering').choices
  const several = ofKind(sheet, 'several').choices
  return {
    [itemOf(sheet, 'several')]: answerOfChoices([idOf(several, 'blue'), idOf(several, 'red')]),
    [itemOf(sheet, 'number')]: '9.81',
    [itemOf(sheet, 'short')]: 'Turing',
    [itemOf(sheet, 'matching')]: answerOfPairs([
      [idOf(choices, 'Thailand'), idOf(targets, 'Bangkok')],
      [idOf(choices, 'Laos'), idOf(targets, 'Vientiane')],
    ]),
    [itemOf(sheet, 'ordering')]: answerOfOrder(['first', 'second', 'third'].map((text) => idOf(order, text))),
    [itemOf(sheet, 'open')]: 'Because.',
  }
}

describe('a question of each kind', () => {
  test('that lost a choice takes what is left of an earlier attempt, as our page sends it', async () => {
    const ids = { _id: newId(), kind: 'several' as const, question: 'Which?' }
    const choices = [...'abc'].map((_id) => ({ _id, text: _id, correct: true }))
    await write({ questions: [{ ...ids, choices }] })
    const { submit, my, attempts } = worksheetOf(ploy, course, quiz)
    await submit({ [`item-${ids._id}`]: '[a,b]' })
    await write({ questions: [{ ...ids, choices: choices.filter(({ _id }) => _id !== 'b') }] })
    const { chosen } = found((await my()).my)
    expect(chosen).toEqual({ [`item-${ids._id}`]: '[a]' })
    await submit(chosen)
    expect((await attempts()).map((one) => one.chosen[`item-${ids._id}`])).toEqual(['[a]', '[a,b]'])
  })

  test('that got a choice takes an order from before with the new choice at its end, as our page shows it', async () => {
    const ids = { _id: newId(), kind: 'ordering' as const, question: 'Sort' }
    const choices = [...'abc'].map((_id) => ({ _id, text: _id }))
    await write({ questions: [{ ...ids, choices: choices.slice(0, 2) }] })
    const { save, draft, submit, my, versions } = worksheetOf(ploy, course, quiz)
    await save({ [`item-${ids._id}`]: { value: '[a,b]', at: 1 } })
    await write({ questions: [{ ...ids, choices }] })
    const { fields } = await draft()
    const { _id } = await submit({ [`item-${ids._id}`]: fields[`item-${ids._id}`]?.value ?? '' })
    expect((await my()).my?.chosen).toEqual({ [`item-${ids._id}`]: '[a,b,c]' })
    expect(await versions()).toEqual([])
    const work = { course_id: course.id, submission_id: _id }
    const { feedback } = await arthit.call(contract.submissions.work, { params: work })
    expect(feedback.parts.map(({ points }) => points)).toEqual(['1'])
  })

  test('keeps an order that is not handed in among the versions of the draft', async () => {
    const order = { _id: newId(), kind: 'ordering' as const, question: 'Sort' }
    const open = { _id: newId(), kind: 'open' as const, question: 'Why?' }
    await write({ questions: [{ ...order, choices: [...'ab'].map((_id) => ({ _id, text: _id })) }, open] })
    const { save, submit, versions } = worksheetOf(ploy, course, quiz)
    await save({ [`item-${order._id}`]: { value: '[a,b]', at: 1 } })
    await submit({ [`item-${open._id}`]: 'Because' })
    expect((await versions()).map(({ fields }) => fields)).toEqual([{ [`item-${order._id}`]: '[a,b]' }])
  })

  test('is an open text for a client that knows two kinds, and says no more than it must to who answers', async () => {
    await write(sheetOfAll)
    const { assignment_questionset: asked } = await worksheetOf(ploy, course, quiz).my()
    expect(asked.map(({ kind, type, options }) => [kind, type, options !== undefined])).toEqual([
      ['one', 'options', true],
      ['several', 'text', false],
      ['number', 'text', false],
      ['short', 'text', false],
      ['matching', 'text', false],
      ['ordering', 'text', false],
      ['open', 'text', false],
    ])
    for (const hidden of ['"correct"', '"key"', '"explanation"', 'Turing', '9.81', 'set_id'])
      expect(JSON.stringify(asked)).not.toContain(hidden)
    expect(ofKind({ assignment_questionset: asked } as Assignment, 'number').unit).toBe('m/s²')
  })

  test('is shown to staff with what is right', async () => {
    await write(sheetOfAll)
    const sheet = await worksheetOf(arthit, course, quiz).my()
    const { key, choices, targets, explanation } = ofKind(sheet, 'matching')
    expect(key?.pairs?.[idOf(choices, 'Laos')]).toBe(idOf(targets, 'Vientiane'))
    expect(explanation).toBe('As on any **map**.')
    expect(ofKind(sheet, 'number').key).toEqual({ value: '9.81', tolerance: '0.01' })
    expect(ofKind(sheet, 'short').key).toEqual({ accepted: ['Turing', 'Alan Turing'], match_case: false })
    const ordering = ofKind(sheet, 'ordering')
    expect(ordering.key?.order?.map((id) => ordering.choices?.find(({ _id }) => _id === id)?.text)).toEqual([
      'first',
      'second',
      'third',
    ])
  })

  test('is handed in and read back by ids, and by words for other clients', async () => {
    await write(sheetOfAll)
    const page = worksheetOf(ploy, course, quiz)
    const sheet = await page.my()
    const right = rightOf(sheet)
    await page.submit(right)
    const { my } = await page.my()
    for (const kind of ['several', 'matching', 'ordering'] as const)
      expect(my?.chosen[itemOf(sheet, kind)]).toBe(right[itemOf(sheet, kind)])
    const lines = (kind: Question['kind']) => my?.response[itemOf(sheet, kind)]?.split('\n').sort()
    expect(lines('several')).toEqual(['blue', 'red'])
    expect(lines('matching')).toEqual(['Laos = Vientiane', 'Thailand = Bangkok'])
    expect(my?.response[itemOf(sheet, 'ordering')]).toBe('first\nsecond\nthird')
    expect(my?.response[itemOf(sheet, 'number')]).toBe('9.81')
    expect(my?.chosen[itemOf(sheet, 'number')]).toBeUndefined()
  })

  test('is the same when another client hands in again what it was shown', async () => {
    await write(sheetOfAll)
    const page = worksheetOf(ploy, course, quiz)
    const first = await page.submit(rightOf(await page.my()))
    const { my } = await page.my()
    await page.submit(my?.response ?? {})
    const [second, earlier] = await page.attempts()
    expect(earlier?._id).toBe(first._id)
    expect(second?.chosen).toEqual(earlier?.chosen)
    expect(second?.response).toEqual(earlier?.response)
  })

  test('takes any words of another client and keeps them as they are', async () => {
    await write(sheetOfAll)
    const page = worksheetOf(ploy, course, quiz)
    const sheet = await page.my()
    const words = Object.fromEntries(
      (['several', 'number', 'short', 'matching', 'ordering', 'open'] as const).map((kind) => [
        itemOf(sheet, kind),
        `about ${kind}, [a]`,
      ]),
    )
    await page.submit(words)
    const { my } = await page.my()
    expect(my?.response).toEqual(words)
    expect(my?.chosen).toEqual({})
  })

  test('refuses an option that is not there', async () => {
    await write(sheetOfAll)
    const page = worksheetOf(ploy, course, quiz)
    const sheet = await page.my()
    for (const kind of ['several', 'ordering', 'matching'] as const) {
      const item = itemOf(sheet, kind)
      const gone = kind === 'matching' ? '[zzz=yyy]' : '[zzz]'
      expect(await page.refusedSubmit({ [item]: gone })).toEqual({ invalid: [item] })
    }
  })

  test('tells what is right and why once feedback is shown, and not before', async () => {
    await write(sheetOfAll)
    const page = worksheetOf(ploy, course, quiz)
    const { _id } = await page.submit(rightOf(await page.my()))
    expect(JSON.stringify(await page.my())).not.toContain('"explanation"')
    await giveFeedback(db, course, { _id })
    const sheet = await page.my()
    expect(ofKind(sheet, 'matching').explanation).toBe('As on any **map**.')
    expect(ofKind(sheet, 'short').key?.accepted).toEqual(['Turing', 'Alan Turing'])
    expect(ofKind(sheet, 'several').choices?.find(({ text }) => text === 'red')?.correct).toBe(true)
  })
})

describe('a draft', () => {
  test('of two devices has the later choice, and both of what was typed', async () => {
    await write(sheetOfAll)
    const page = worksheetOf(ploy, course, quiz)
    const sheet = await page.my()
    const { choices } = ofKind(sheet, 'several')
    const [several, short] = [itemOf(sheet, 'several'), itemOf(sheet, 'short')]
    const chosen = (text: string, at: number) => ({ value: answerOfChoices([idOf(choices, text)]), at })
    await page.save({ [several]: chosen('red', 5), [short]: { value: 'Alan', at: 5, base: '' } })
    await page.save({ [several]: chosen('blue', 3), [short]: { value: 'Turing', at: 3, base: '' } })
    const { fields } = await page.draft()
    expect(fields[several]?.value).toBe(answerOfChoices([idOf(choices, 'red')]))
    expect(fields[short]?.value).toMatch(/Alan/)
    expect(fields[short]?.value).toMatch(/Turing/)
    expect((await page.versions()).map(({ kind, fields }) => [kind, fields[several]])).toContainEqual([
      'aside',
      answerOfChoices([idOf(choices, 'blue')]),
    ])
  })

  test('keeps what is chosen without the options that are gone', async () => {
    await write(sheetOfAll)
    const page = worksheetOf(ploy, course, quiz)
    const sheet = await page.my()
    const right = rightOf(sheet)
    await page.save(Object.fromEntries(Object.entries(right).map(([name, value]) => [name, { value, at: 1 }])))
    const { choices = [], ...several } = ofKind(sheet, 'several')
    const stay = choices.filter(({ text }) => text !== 'red').map(({ _id, text }) => ({ _id, text, correct: true }))
    await write({ questions: [{ _id: several._id, ...colours, choices: stay }] })
    const { fields } = await page.draft()
    expect(fields[`item-${several._id}`]).toEqual({ value: answerOfChoices([idOf(choices, 'blue')]), at: 2 })
  })
})

describe('questions of a set', () => {
  const drawn = { name: 'Loops', draw: 2, score: 3 }
  const inSet = (n: number) => ({ kind: 'open' as const, question: `Loop ${n}?`, score: 9, set: 0 })
  const questions = [{ kind: 'open' as const, question: 'For all?' }, ...[1, 2, 3, 4, 5, 6].map(inSet)]

  test('are drawn for each who answers, the same each time, with the points of the set', async () => {
    await write({ sets: [drawn], questions })
    const asked = async (person: SignedIn) => (await worksheetOf(person, course, quiz).my()).assignment_questionset
    const mine = await asked(ploy)
    expect(mine.map(({ score }) => score)).toEqual([1, 3, 3])
    expect(await asked(ploy)).toEqual(mine)
    const draws = new Set([mine, await asked(nat)].map((list) => JSON.stringify(list.map(({ question }) => question))))
    for (let i = 0; draws.size === 1 && i < 10; i++) {
      const other = await server.person()
      await enrol(db, course, other)
      draws.add(JSON.stringify((await asked(other)).map(({ question }) => question)))
    }
    expect(draws.size).toBeGreaterThan(1)
    const staff = await worksheetOf(arthit, course, quiz).my()
    expect(staff.assignment_questionset).toHaveLength(7)
    expect(staff.assignment_sets).toMatchObject([drawn])
  })

  test('that are not drawn are no fields, and what a draft has of one is kept aside', async () => {
    await write({ sets: [drawn], questions })
    const page = worksheetOf(ploy, course, quiz)
    const mine = new Set((await page.my()).assignment_questionset.map(({ _id }) => _id))
    const all = (await worksheetOf(arthit, course, quiz).my()).assignment_questionset
    const other = `item-${found(all.find(({ _id }) => !mine.has(_id)))._id}`
    expect(await page.refusedSubmit({ [other]: 'x' })).toEqual({ invalid: [other] })
    expect((await page.save({ [other]: { value: 'typed', at: 1 } }, newId())).fields).toEqual({})
    expect((await page.versions()).map(({ kind, fields }) => [kind, fields])).toEqual([['aside', { [other]: 'typed' }]])
  })

  test('stay what they were in an attempt when the set changes', async () => {
    await write({ sets: [drawn], questions })
    const page = worksheetOf(ploy, course, quiz)
    const before = (await page.my()).assignment_questionset
    await page.submit(Object.fromEntries(before.map(({ _id, question }) => [`item-${_id}`, `To ${question}`])))
    await write({ questions: [{ kind: 'open', question: 'Another?' }] })
    const [attempt] = await page.attempts()
    expect(attempt?.sheet?.assignment_questionset).toEqual(before)
    expect(Object.values(attempt?.response ?? {}).sort()).toEqual(before.map(({ question }) => `To ${question}`).sort())
  })
})

test('options that are shuffled have the positions that each sees', async () => {
  await changeAssignment(db, quiz, { shuffle_options: true })
  const texts = ['a', 'b', 'c', 'd', 'e', 'f']
  await write({
    questions: [{ kind: 'one', question: '?', choices: texts.map((text) => ({ text, correct: text === 'a' })) }],
  })
  for (const person of [ploy, nat]) {
    const page = worksheetOf(person, course, quiz)
    const sheet = await page.my()
    const [question] = sheet.assignment_questionset
    const at = question?.options?.findIndex(({ text }) => text === 'c') ?? -1
    await page.submit({ [`item-${question?._id}`]: String(at) })
    const { my } = await page.my()
    expect(my?.chosen[`item-${question?._id}`]).toBe(idOf(question?.options, 'c'))
    expect(my?.response[`item-${question?._id}`]).toBe(String(at))
  }
})

describe('a slot', () => {
  test('takes several files, each under its own name, and of a client that knows one still one', async () => {
    await write({ slots: [{ slotname: 'Photos', max_files: 3 }] })
    const page = worksheetOf(ploy, course, quiz)
    const [slot] = (await page.my()).assignment_file
    expect(slot?.max_files).toBe(3)
    const name = `file-${slot?._id}`
    const [one, two] = [await makeUpload(db, ploy, 'one.jpg'), await makeUpload(db, ploy, 'two.jpg')]
    await page.submit({ [name]: one.location })
    await page.submit({ [`${name}-2`]: two.location })
    const { my } = await page.my()
    expect(my?.filenames).toEqual({ [name]: 'one.jpg', [`${name}-2`]: 'two.jpg' })
    expect(await page.refusedSubmit({ [`${name}-4`]: two.location })).toEqual({ invalid: [`${name}-4`] })
  })

  test('refuses a file of another kind, and one that is too large', async () => {
    await write({ slots: [{ slotname: 'Report', kinds: ['pdf'], max_bytes: 12 }] })
    const page = worksheetOf(ploy, course, quiz)
    const [slot] = (await page.my()).assignment_file
    expect(slot).toMatchObject({ kinds: ['pdf'], max_bytes: 12 })
    const name = `file-${slot?._id}`
    for (const filename of ['notes.txt', 'pdf', 'a long name.pdf'])
      expect(await page.refusedSubmit({ [name]: (await makeUpload(db, ploy, filename)).location })).toEqual({
        invalid: [name],
      })
    await page.submit({ [name]: (await makeUpload(db, ploy, 'Report.PDF')).location })
  })
})

describe('a picture', () => {
  test('in a question or its explanation opens for who reads it, and no file of anybody else does', async () => {
    const [own, other] = [await makeUpload(db, arthit, 'graph.png'), await makeUpload(db, nat, 'private.png')]
    const question = `![A graph](${own.location}) ![Not ours](${other.location})`
    await write({ questions: [{ kind: 'open', question, explanation: `![Again](${own.location})` }] })
    const of = { courseId: course.id, assignmentId: quiz.id, authorId: arthit.id }
    await db.transaction().execute((trx) => keepSheetPictures(trx, of))
    const page = worksheetOf(ploy, course, quiz)
    const [shown] = (await page.my()).assignment_questionset
    expect(shown?.question).toMatch(/graph\.png\?e=\d+&s=/)
    expect(shown?.question).toContain(`](${other.location})`)
    expect((await worksheetOf(arthit, course, quiz).my()).assignment_questionset[0]?.explanation).toContain('?e=')
    await page.submit({ [`item-${shown?._id}`]: 'I see it.' })
    await write({ questions: [{ kind: 'open', question: 'Without a picture' }] })
    const [attempt] = await page.attempts()
    expect(attempt?.sheet?.assignment_questionset[0]?.question).toContain('graph.png?e=')
  })
})
