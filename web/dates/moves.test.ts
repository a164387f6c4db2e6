import { expect, test } from 'vitest'
import type { CourseDate } from '../../contract/staff/dates.ts'
import { changedOf, keyOf, shifted } from './moves.ts'

test('a date that is moved keeps its time of day when the clocks of the course change', () => {
  expect(shifted('2026-03-28T08:00:00.000Z', 1, 'Europe/Paris')).toBe('2026-03-29T07:00:00.000Z')
  expect(shifted('2026-03-28T08:00:00.000Z', 1, 'Asia/Bangkok')).toBe('2026-03-29T08:00:00.000Z')
  expect(shifted('2026-03-29T07:00:00.000Z', -1, 'Europe/Paris')).toBe('2026-03-28T08:00:00.000Z')
})

test('what was set to what it is already is no change', () => {
  const one = { _id: 'a', field: 'due_at', at: '2026-03-28T08:00:00.000Z' } as CourseDate
  expect(changedOf([one], { [keyOf(one)]: '2026-03-28T08:00:00Z' })).toEqual([])
  expect(changedOf([one], { [keyOf(one)]: '2026-03-29T08:00:00Z' })).toMatchObject([
    { _id: 'a', at: '2026-03-29T08:00:00Z' },
  ])
})
