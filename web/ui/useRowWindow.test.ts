import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowOf } from './useRowWindow.ts'

test('the rows that are drawn cover the window and are few, wherever it stands', () => {
  const n = fc.nat({ max: 5_000 })
  fc.assert(
    fc.property(n, n, (count, down) => {
      const [row, height] = [56, 320]
      const top = Math.min(down * 20, Math.max(0, count * row - height))
      const { from, to } = windowOf(count, row, top, height)
      expect(from * row).toBeLessThanOrEqual(top)
      expect(to === count || to * row >= top + height).toBe(true)
      expect(to - from).toBeLessThanOrEqual(20)
    }),
  )
})
