import { expect, test } from 'vitest'
import { emptySheet, type Fields, nameOf, newQuestion, orderOf, questionsIn } from './fields.ts'
import { movedTo, outlineOf } from './outline.ts'

const sheet = (sets: Record<string, string>): Fields => ({
  ...emptySheet().values,
  sets: [{ _id: 'S', name: 'Hard', draw: 1, score: 1 }],
  order: orderOf(Object.keys(sets)),
  ...Object.fromEntries(
    Object.entries(sets).map(([id, set]) => [nameOf(id), { ...newQuestion('open'), question: id, set }]),
  ),
})
const shown = (values: Fields) =>
  questionsIn(values).map(({ id, question }) => (question.set ? `${id}/${question.set}` : id))
const after = (values: Fields, ids: string[], place: Parameters<typeof movedTo>[2]) =>
  shown({ ...values, ...movedTo(values, ids, place) } as Fields)

const four = sheet({ a: '', b: '', c: 'S', d: '' })

test('a sheet in lines has the questions of everyone, then those of each set', () => {
  const words = { question: (n: number) => `Question ${n}`, setName: 'Set' }
  const names = outlineOf(four, words).map(({ name, children }) => [name, children?.map((one) => one.name)])
  expect(names).toEqual([
    ['1. a', undefined],
    ['2. b', undefined],
    ['4. d', undefined],
    ['Hard', ['3. c']],
  ])
})

test('questions are put beside another, one or many, in the order that they had', () => {
  expect(after(four, ['d'], { before: 'a' })).toEqual(['d', 'a', 'b', 'c/S'])
  expect(after(four, ['a', 'b'], { after: 'd' })).toEqual(['c/S', 'd', 'a', 'b'])
  expect(after(four, ['b', 'a'], { before: 'b' })).toEqual(['a', 'b', 'c/S', 'd'])
})

test('questions come into a set, beside one of it, and out again', () => {
  expect(after(four, ['a'], { on: 'S' })).toEqual(['b', 'c/S', 'd', 'a/S'])
  expect(after(four, ['a'], { before: 'c' })).toEqual(['b', 'a/S', 'c/S', 'd'])
  expect(after(four, ['c'], { after: 'a' })).toEqual(['a', 'c', 'b', 'd'])
  expect(after(four, ['c'], { before: 'S' })).toEqual(['a', 'b', 'd', 'c'])
})

test('what is not there moves nothing', () => {
  expect(movedTo(four, ['x'], { before: 'a' })).toEqual({})
  expect(movedTo(four, ['a'], { before: 'x' })).toEqual({})
})
