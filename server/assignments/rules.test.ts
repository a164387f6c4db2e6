import { describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { ahead, start } from '../testing/clock.ts'
import { isTooMuch, type Terms, whyNotSubmit } from './rules.ts'

const terms: Terms = { due_at: start, attempts_allowed: 1, owner_id: newId() }
const late = ahead({ ms: 1 })

describe('why nothing would be taken', () => {
  test('is that there is no group, before all else that is true of a student', () => {
    expect(whyNotSubmit({ ...terms, owner_id: null }, 'student', 1, late)).toBe('no_group')
  })

  test('is that no attempt is left, rather than that it is late', () => {
    expect(whyNotSubmit(terms, 'student', 1, late)).toBe('attempts_used')
    expect(whyNotSubmit(terms, 'student', 0, late)).toBe('assignment_closed')
  })

  test('is nothing at the very instant it is due', () => {
    expect(whyNotSubmit(terms, 'student', 0, start)).toBeNull()
  })

  test('is nothing without a due date and with unlimited attempts', () => {
    expect(whyNotSubmit({ ...terms, due_at: null, attempts_allowed: 0 }, 'student', 999, late)).toBeNull()
  })

  test.each(['assistant', 'instructor'] as const)('is that an %s hands nothing in', (role) => {
    expect(whyNotSubmit(terms, role, 0, start)).toBe('not_student')
  })
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
