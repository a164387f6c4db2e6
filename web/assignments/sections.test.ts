import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { endOfWeek, nextChange, sectionsOf } from './sections.ts'

const due = (at: Date | null) => ({ assignment_due: at?.toISOString() ?? null }) as AssignmentSummary
const instant = fc.date({ min: new Date(2020, 0), max: new Date(2035, 0), noInvalidDate: true })

test('the week ends where its Sunday does, in the reader’s zone', () => {
  const monday = new Date(2026, 10, 30).getTime()
  expect(endOfWeek(new Date(2026, 10, 23).getTime())).toBe(monday)
  expect(endOfWeek(new Date(2026, 10, 29, 23, 59).getTime())).toBe(monday)
})

test('each of them is in one section, in the order that it came in', () => {
  fc.assert(
    fc.property(fc.array(fc.option(instant)), instant, (dates, at) => {
      const rank = (d: Date | null) => d?.getTime() ?? Number.POSITIVE_INFINITY
      const items = dates.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).map(due)
      const sections = sectionsOf(items, at.getTime())
      expect(sections.flatMap((one) => one.items)).toEqual(items)
      const order = ['overdue', 'thisWeek', 'later', 'noDate']
      expect(sections.map((one) => one.name)).toEqual(order.filter((n) => sections.some((one) => one.name === n)))
    }),
  )
})

test('nothing moves from one section to another before the next change', () => {
  fc.assert(
    fc.property(fc.array(fc.option(instant), { minLength: 1 }), instant, (dates, at) => {
      const items = dates.map(due)
      const change = nextChange(items, at.getTime())
      const until = change === null ? new Date(2036, 0).getTime() : Date.parse(change)
      const names = (now: number) => items.map((one) => sectionsOf([one], now)[0]?.name)
      if (until > at.getTime()) expect(names(until - 1)).toEqual(names(at.getTime()))
    }),
  )
})
