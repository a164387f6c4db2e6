import { expect, test } from 'vitest'
import type { Grades } from '../../../contract/staff/gradebook.ts'
import { batchConflictOf, chosenOf } from './batchConflict.ts'

const table = {
  rows: ['Ploy', 'Dao'].map((first) => ({ _id: first.toLowerCase(), first, last: 'S', section: '', cells: [] })),
  columns: [{ _id: 'quiz', gradable_name: 'Quiz' }],
} as unknown as Grades
const item = (person_id: string, score: number) => ({ person_id, gradable_id: 'quiz', score, was: null })
const batch = { items: [item('ploy', 1), item('nat', 2), item('mali', 3), item('dao', 4)], reason: 'Read again' }
const conflict = batchConflictOf(
  batch,
  [
    { person_id: 'ploy', gradable_id: 'quiz', score: 7 },
    { person_id: 'nat', gradable_id: 'quiz', score: null, gone: true },
    { person_id: 'dao', gradable_id: 'quiz', score: null, closed: true },
  ],
  table,
)

test('what was not written is named with both values, and what left the table without a name', () => {
  expect(conflict.named.map(({ who, column, theirs, mine, lost }) => [who, column, theirs, mine, lost])).toEqual([
    ['Ploy S', 'Quiz', 7, 1, undefined],
    ['', 'Quiz', null, 2, 'gone'],
    ['Dao S', 'Quiz', null, 4, 'closed'],
  ])
  expect(conflict.rest).toBe(1)
})

test('the rest leaves what others wrote, all is written over it, and what is gone or closed is in neither', () => {
  expect(chosenOf(conflict, 'rest')).toEqual({ items: [item('mali', 3)], reason: 'Read again' })
  expect(chosenOf(conflict, 'all').items).toEqual([{ ...item('ploy', 1), was: 7 }, item('mali', 3)])
})
