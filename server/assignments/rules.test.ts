import { describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { ahead, start } from '../testing/clock.ts'
import { isTooMuch, whyNotSubmit } from './rules.ts'
import { isLate, termsOf } from './terms.ts'

const plain = {
  ...{ publish_at: null, due_at: null, closes_at: null, attempts_allowed: 1, time_limit: null },
  ...({ late_rule: { kind: 'none' }, zone: 'Asia/Bangkok' } as const),
}
const once = termsOf({ ...plain, due_at: start })
const closing = termsOf({ ...plain, due_at: start, closes_at: ahead({ hours: 1 }) })
const justAfter = ahead({ ms: 1 })
const own = { role: 'student', owner_id: newId(), used: 0, begun: null } as const

describe('why nothing would be taken', () => {
  test('is that there is no group, before all else that is true of a student', () => {
    expect(whyNotSubmit(closing, { ...own, owner_id: null, used: 1 }, ahead({ days: 1 }))).toBe('no_group')
  })

  test('is that no attempt is left, rather than that it is closed', () => {
    const closed = ahead({ hours: 1, ms: 1 })
    expect(whyNotSubmit(closing, { ...own, used: 1 }, closed)).toBe('attempts_used')
    expect(whyNotSubmit(closing, own, closed)).toBe('assignment_closed')
  })

  test('is nothing after the due date, until the very instant at which it closes', () => {
    expect(whyNotSubmit(closing, own, ahead({ hours: 1 }))).toBeNull()
    expect(whyNotSubmit(once, own, ahead({ days: 900 }))).toBeNull()
  })

  test('is nothing without dates and with unlimited attempts', () => {
    const free = termsOf({ ...plain, attempts_allowed: 0 })
    expect(whyNotSubmit(free, { ...own, used: 999 }, justAfter)).toBeNull()
  })

  test.each(['assistant', 'instructor'] as const)('is that an %s hands nothing in', (role) => {
    expect(whyNotSubmit(once, { ...own, role }, start)).toBe('not_student')
  })
})

test('work is late from just after the due date on, and never without one', () => {
  expect([isLate(once, start), isLate(once, justAfter)]).toEqual([false, true])
  expect(isLate({ ...once, due: null }, ahead({ days: 900 }))).toBe(false)
})

test('a draft is too much with more than 500 fields, or more than a million bytes', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`item-${i}`, { value: 'x', at: 1 }]))
  expect(isTooMuch(fields(500))).toBeUndefined()
  expect(isTooMuch(fields(501))?.code).toBe('too_large')
  // {"textbox":{"value":"…","at":1}}
  const least = 31
  expect(isTooMuch({ textbox: { value: 'x'.repeat(1_000_000 - least), at: 1 } })).toBeUndefined()
  expect(isTooMuch({ textbox: { value: 'x'.repeat(1_000_001 - least), at: 1 } })?.code).toBe('too_large')
  expect(isTooMuch({ textbox: { value: 'ก'.repeat(350_000), at: 1 } })?.code).toBe('too_large')
})
