import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf, rowsInSight } from './rowsInSight.ts'

const heights = fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 1, maxLength: 300 })
const sum = (list: number[]) => list.reduce((a, b) => a + b, 0)

test('the rows that are drawn cover the part in sight and are few, however high each is', () => {
  fc.assert(
    fc.property(heights, fc.nat({ max: 60_000 }), (all, down) => {
      const top = Math.min(down, Math.max(0, sum(all) - 600))
      const { from, to } = rowsInSight(all, top, top + 600)
      expect(sum(all.slice(0, from))).toBeLessThanOrEqual(top)
      expect(to === all.length || sum(all.slice(0, to)) >= top + 600).toBe(true)
      expect(to - from).toBeLessThanOrEqual(600 / 20 + 2 + 16)
    }),
  )
})

test('of a list out of sight nothing is drawn but what has to be, and the list is as high as before', () => {
  const sixteen = Array.from({ length: 16 }, () => 50)
  expect(rowsInSight(sixteen, 900, 1500)).toEqual({ from: 16, to: 16 })
  expect(rowsInSight(sixteen, -1500, -900)).toEqual({ from: 0, to: 0 })
  fc.assert(
    fc.property(heights, fc.array(fc.nat({ max: 299 })), fc.nat({ max: 299 }), (all, some, from) => {
      const more = some.filter((row) => row < all.length)
      const pieces = piecesOf(all, { from: Math.min(from, all.length), to: Math.min(from + 8, all.length) }, more)
      const rows = pieces.flatMap((piece) => ('row' in piece ? [piece.row] : []))
      expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b))
      expect(rows).toEqual(expect.arrayContaining(more))
      const gaps = pieces.flatMap((piece) => ('gap' in piece ? [piece.gap] : []))
      expect(sum(gaps) + sum(rows.map((row) => all[row] ?? 0))).toBe(sum(all))
    }),
  )
})
