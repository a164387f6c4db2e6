import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Curve } from '../../contract/staff/curve.ts'
import { bandsOf, curved, summaryOf } from './rules.ts'

const ten = { max: 10, capped: true }

test('points are added up to the maximum, and who has more keeps it', () => {
  const add: Curve = { kind: 'add', points: 1.5 }
  expect(curved(add, [0, 7.25, 9, 10, 11], ten)).toEqual([1.5, 8.75, 10, 10, 11])
  expect(curved(add, [9, 11], { ...ten, capped: false })).toEqual([10.5, 12.5])
})

test('the best has the maximum, and the others in proportion', () => {
  expect(curved({ kind: 'best' }, [2, 4, 8], ten)).toEqual([2.5, 5, 10])
  expect(curved({ kind: 'best' }, [1, 3], ten)).toEqual([3.33, 10])
  expect(curved({ kind: 'best' }, [0, 0], ten)).toEqual([0, 0])
  expect(curved({ kind: 'best' }, [], ten)).toEqual([])
})

test('the square root of the share is to the nearest hundredth', () => {
  expect(curved({ kind: 'root' }, [0, 2.5, 6.4, 5, 10], ten)).toEqual([0, 5, 8, 7.07, 10])
})

test('neither takes points where scores are above the maximum', () => {
  expect(curved({ kind: 'best' }, [7, 9, 10.5], ten)).toEqual([7, 9, 10.5])
  expect(curved({ kind: 'root' }, [6.4, 10, 10.5], ten)).toEqual([8, 10, 10.5])
  expect(curved({ kind: 'root' }, [3], { max: 0, capped: true })).toEqual([3])
})

test('the mean is brought up and down, but nobody below nought', () => {
  expect(curved({ kind: 'mean', mean: 6 }, [2, 4, 6], ten)).toEqual([4, 6, 8])
  expect(curved({ kind: 'mean', mean: 3 }, [0, 8], ten)).toEqual([0, 7])
  expect(curved({ kind: 'mean', mean: 2 }, [1.01, 3.02], ten)).toEqual([1, 3.01])
})

test('a summary has mean, median, least and most, and bands count each score once', () => {
  expect(summaryOf([3, 1, 8, 4])).toEqual({ mean: 4, median: 3.5, least: 1, most: 8 })
  expect(summaryOf([])).toEqual({ mean: null, median: null, least: null, most: null })
  const bands = bandsOf([0, 0.99, 9.99, 10, 12], [1, 1, 1, 1, 1], 10)
  expect(bands.map(({ before }) => before)).toEqual([2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
  expect(bands[1]).toEqual({ from: 10, before: 0, after: 5 })
})

const points = fc.integer({ min: 0, max: 20_000 }).map((n) => n / 100)
const curve = fc.oneof(
  points.map((points): Curve => ({ kind: 'add', points })),
  points.map((mean): Curve => ({ kind: 'mean', mean })),
  fc.constantFrom<Curve>({ kind: 'best' }, { kind: 'root' }),
)

test('no curve turns the order of two round, gives more than two decimals, or lowers whom it is meant to raise', () => {
  fc.assert(
    fc.property(curve, fc.array(points), points, fc.boolean(), (curve, scores, max, capped) => {
      const after = curved(curve, scores, { max, capped })
      expect(after).toHaveLength(scores.length)
      for (const [i, score] of scores.entries()) {
        const is = after[i] ?? Number.NaN
        expect(Math.round(is * 100) / 100).toBe(is)
        if (curve.kind !== 'mean') expect(is).toBeGreaterThanOrEqual(score)
        if (capped) expect(is).toBeLessThanOrEqual(Math.max(max, score))
        for (const [j, other] of scores.entries())
          if (score <= other) expect(is).toBeLessThanOrEqual(after[j] ?? Number.NaN)
      }
    }),
  )
})
