import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spansMost } from '../../contract/staff/statistics.ts'
import { binsOf, correlation, percentsOf, summaryOf, timelineOf } from './numbers.ts'

test('a summary says where scores lie, and nothing of none', () => {
  expect(summaryOf([7, 1, 4, 10])).toEqual({
    ...{ count: 4, mean: 5.5, median: 5.5, deviation: 3.35, lowest: 1, highest: 10 },
  })
  expect(summaryOf([3])).toMatchObject({ mean: 3, median: 3, deviation: 0 })
  expect(summaryOf([])).toBe(null)
})

test('each percentage is in one bin, that of its lower edge, and 100 in the last', () => {
  const counts = (percents: number[]) => binsOf(percents).map(({ count }) => count)
  expect(counts([0, 9.99, 10, 99, 100])).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 2])
  expect(binsOf([100.5]).at(-1)).toEqual({ from: 100, to: null, count: 1 })
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 130, noNaN: true })), (percents) => {
      expect(counts(percents).reduce((sum, n) => sum + n, 0)).toBe(percents.length)
    }),
  )
})

test('of a maximum of nought there are no percentages', () => {
  expect(percentsOf([1, 2], 0)).toEqual([])
  expect(percentsOf([1, 2], 3)).toEqual([33.33, 66.67])
})

test('a correlation is 1 of what grows together, -1 of what does not, and none of what does not vary', () => {
  const pairs = (of: (n: number) => number) => Array.from({ length: 10 }, (_, n): [number, number] => [n, of(n)])
  expect(
    correlation(
      pairs((n) => 2 * n + 1),
      10,
    ),
  ).toBe(1)
  expect(
    correlation(
      pairs((n) => -n / 3),
      10,
    ),
  ).toBe(-1)
  expect(
    correlation(
      pairs(() => 0.1),
      10,
    ),
  ).toBe(null)
  expect(
    correlation(
      pairs((n) => n),
      11,
    ),
  ).toBe(null)
})

test('a time line has every day, and every week from Monday where that are too many days', () => {
  const on = (day: string, first = 1, again = 0) => ({ day, first, again })
  expect(timelineOf([on('2026-11-03', 2, 1), on('2026-11-01')])).toEqual({
    unit: 'day',
    items: [
      { from: '2026-11-01', first: 1, again: 0 },
      { from: '2026-11-02', first: 0, again: 0 },
      { from: '2026-11-03', first: 2, again: 1 },
    ],
  })
  const weeks = timelineOf([on('2026-11-25'), on('2026-11-29'), on('2026-11-30')], 'week')
  expect(weeks.items).toEqual([
    { from: '2026-11-23', first: 2, again: 0 },
    { from: '2026-11-30', first: 1, again: 0 },
  ])
  const long = timelineOf([on('2016-01-01'), on('2026-11-30')])
  expect([long.unit, long.items.length, long.items.at(-1)]).toEqual([
    'week',
    spansMost,
    { from: '2026-11-30', first: 1, again: 0 },
  ])
  expect(timelineOf([])).toEqual({ unit: 'day', items: [] })
})
