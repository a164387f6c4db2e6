import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownMean } from './rules.ts'

const meanOf = (scores: number[], max: number) =>
  shownMean(
    {
      count: scores.length,
      mean: scores.length > 0 ? scores.reduce((sum, one) => sum + one, 0) / scores.length : null,
      best: scores.length > 0 ? Math.max(...scores) : null,
    },
    max,
  )

test('the mean of the class is told from five scores on, to the larger steps the fewer there are', () => {
  expect(meanOf([7, 7, 8, 9], 10)).toBe(null)
  expect(meanOf([7, 7, 8, 9, 10], 10)).toBe(8)
  expect(meanOf([7, 7, 7, 7, 7], 7)).toBe(7)
  const told = (count: number) => shownMean({ count, mean: 71.64, best: 98 }, 100)
  expect([30, 120, 2_000].map(told)).toEqual([70, 72, 71.65])
  // A bonus has no maximum.
  expect(meanOf([1, 2, 0, 0, 5], 0)).toBe(2)
})

test('one more score, whatever it is, leads to one of two neighbouring means', () => {
  const score = fc.integer({ min: 0, max: 1_000 }).map((hundredths) => hundredths / 100)
  fc.assert(
    fc.property(fc.array(score, { minLength: 4, maxLength: 200 }), (scores) => {
      const told = new Set(Array.from({ length: 41 }, (_, i) => meanOf([...scores, i / 4], 10)))
      expect(told.size).toBeLessThanOrEqual(2)
    }),
  )
})
