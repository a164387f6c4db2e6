import { expect, test } from 'vitest'
import type { Assignment } from '../../../contract/assignments.ts'
import type { Question } from '../../../contract/questions.ts'
import { bodyOf, fieldsOf, nameOf, type QuestionFields, startOf } from './fields.ts'

const question: Question = {
  ...{ _id: 'q', question: 'Match', type: 'text', score: 2, kind: 'matching', credit: 'parts' },
  choices: ['stack', 'queue'].map((text, n) => ({ _id: `choice${'ab'[n]}`, text })),
  targets: [
    { _id: 'first', text: 'FIFO' },
    { _id: 'last', text: 'LIFO' },
    { _id: 'none', text: 'sorted' },
  ],
  key: { pairs: { choicea: 'last', choiceb: 'first' } },
}

/** The targets in the request, and the match of each choice. */
function sent(change: (fields: QuestionFields) => Partial<QuestionFields> = () => ({})) {
  const sheet = { assignment_questionset: [question], assignment_file: [], grouping_id: null } as unknown as Assignment
  const { values } = startOf(sheet)
  const fields = fieldsOf(question)
  const body = bodyOf({ ...values, [nameOf(question._id)]: { ...fields, ...change(fields) } })
  const [one] = body.assignment_questionset
  return [one?.targets, one?.choices?.map(({ target }) => target)]
}
const matches =
  (...texts: string[]) =>
  (fields: QuestionFields) => ({
    choices: fields.choices.map((choice, i) => ({ ...choice, match: texts[i] ?? '' })),
  })

test('the targets of a matching question keep their ids, which answers name', () => {
  const targets = [
    { _id: 'last', text: 'LIFO' },
    { _id: 'first', text: 'FIFO' },
    { _id: 'none', text: 'sorted' },
  ]
  expect(sent()).toEqual([targets, [0, 1]])
  expect(sent(matches('FIFO', 'LIFO'))).toEqual([
    [targets[1], targets[0], targets[2]],
    [0, 1],
  ])
})

test('a target that says the same in other words keeps its id, and one that is new has none', () => {
  expect(sent(matches('Last in, first out', 'FIFO'))[0]).toEqual([
    { _id: 'last', text: 'Last in, first out' },
    { _id: 'first', text: 'FIFO' },
    { _id: 'none', text: 'sorted' },
  ])
  expect(sent((fields) => ({ ...matches('FIFO', 'Shuffled')(fields), decoys: '' }))[0]).toEqual([
    { _id: 'first', text: 'FIFO' },
    { text: 'Shuffled' },
  ])
})

test('the end of the late rule is not saved as a closing date', () => {
  const end = '2026-09-14T03:00:00.000Z'
  const closing = (closes_at: string | null) => {
    const sheet = { assignment_closes: end, closes_at, assignment_questionset: [], assignment_file: [] }
    return bodyOf(startOf(sheet as unknown as Assignment).values).assignment_closes
  }
  expect([closing(null), closing('2026-09-30T03:00:00.000Z')]).toEqual([null, '2026-09-30T03:00:00.000Z'])
})
