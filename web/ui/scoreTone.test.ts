import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gradeTone, type ScoreTone, scoreTone } from './scoreTone.ts'

const worstToBest: (ScoreTone | undefined)[] = ['red', 'orange', 'yellow', 'lime', 'green']

test.each([
  [0, 10, 'red'],
  [4.99, 10, 'red'],
  [5, 10, 'orange'],
  [5.99, 10, 'orange'],
  [6, 10, 'yellow'],
  [7, 10, 'lime'],
  [8, 10, 'green'],
  [10, 10, 'green'],
  [12, 10, 'green'],
  [-1, 10, 'red'],
])('a score of %d out of %d is %s', (score, max, tone) => {
  expect(scoreTone(score, max)).toBe(tone)
})

test('a score on a cutoff takes the better colour, whatever binary fractions make of it', () => {
  expect(scoreTone(5.6, 8)).toBe('lime')
  expect(scoreTone(4.2, 7)).toBe('yellow')
  expect(scoreTone(0.3, 0.5)).toBe('yellow')
})

test('without a maximum there is no colour', () => {
  expect(scoreTone(5, 0)).toBeUndefined()
  expect(scoreTone(5, -1)).toBeUndefined()
  expect(scoreTone(Number.NaN, 10)).toBeUndefined()
  expect(scoreTone(5, Number.NaN)).toBeUndefined()
})

test.each([
  ['A', 'green'],
  ['B', 'lime'],
  ['B+', 'lime'],
  ['C', 'yellow'],
  ['d+', 'orange'],
  ['F', 'red'],
  [' A ', 'green'],
  [4, 'green'],
  [3.6, 'green'],
  [3.59, 'lime'],
  [3.2, 'lime'],
  [3.19, 'yellow'],
  [3, 'yellow'],
  [2.99, 'orange'],
  [2, 'orange'],
  [1.99, 'red'],
  ['3.5', 'lime'],
  [0, 'red'],
])('a grade of %s is %s', (grade, tone) => {
  expect(gradeTone(grade)).toBe(tone)
})

test.each(['', ' ', 'E', 'W', 'S', 'AB', 'Infinity', 'Fail'])('the mark "%s" has no colour', (grade) => {
  expect(gradeTone(grade)).toBeUndefined()
})

const finite = (max: number) => fc.double({ min: 0, max, noNaN: true })

test('a better score never has a worse colour', () => {
  fc.assert(
    fc.property(finite(1000), finite(1000), fc.double({ min: 0.01, max: 1000, noNaN: true }), (a, b, max) => {
      const [low, high] = a < b ? [a, b] : [b, a]
      expect(worstToBest.indexOf(scoreTone(low, max))).toBeLessThanOrEqual(worstToBest.indexOf(scoreTone(high, max)))
    }),
  )
})

test('the colour depends on the ratio alone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 1, max: 100 }),
      fc.integer({ min: 1, max: 50 }),
      (score, max, times) => {
        expect(scoreTone(score * times, max * times)).toBe(scoreTone(score, max))
      },
    ),
  )
})

test('a numeric grade has the same colour as a number and as a text', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), (hundredths) => {
      const grade = hundredths / 100
      expect(gradeTone(String(grade))).toBe(gradeTone(grade))
      expect(worstToBest).toContain(gradeTone(grade))
    }),
  )
})
