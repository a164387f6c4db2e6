import { expect, test } from 'vitest'
import type { Grades } from '../../../contract/staff/gradebook.ts'
import { batchConflictOf, chosenOf, refusedIn } from './batchConflict.ts'

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

test('cells that the server refuses by name are apart from the rest, and named with what was typed', () => {
  const { refused, rest } = refusedIn(batch, { 'items.0.score': 'is released', 'items.3.score': 'is released' })
  expect(rest).toEqual({ items: [item('nat', 2), item('mali', 3)], reason: 'Read again' })
  const { named, newer, lost } = batchConflictOf(refused, refused.items, table, 'final')
  expect(named.map(({ who, mine, lost }) => [who, mine, lost])).toEqual([
    ['Ploy S', 1, 'final'],
    ['Dao S', 4, 'final'],
  ])
  expect([newer.size, lost.size]).toEqual([0, 2])
  expect(refusedIn(batch, { reason: 'is too long' }).refused.items).toEqual([])
})
