import { expect, test } from 'vitest'
import type { LateRule } from '../../contract/staff/courses.ts'
import { exceptions as words } from '../i18n/en/authoring/exceptions.ts'
import { daysLater, isShut, isTakenAt, nothing, wrongIn } from './fields.ts'

test('some days later is the same time of day there, also over the night in which the clocks change', () => {
  // Clocks in Berlin go forward on 28 March 2027, at 01:00 UTC.
  const due = '2027-03-26T22:59:00.000Z'
  expect(daysLater(due, 1, 'Europe/Berlin', 0)).toBe('2027-03-27T22:59:00.000Z')
  expect(daysLater(due, 3, 'Europe/Berlin', 0)).toBe('2027-03-29T21:59:00.000Z')
  expect(daysLater(due, 3, 'Asia/Bangkok', 0)).toBe('2027-03-29T22:59:00.000Z')
})

test('where the due date is over, it is some days from now, in whole minutes', () => {
  const now = Date.parse('2026-11-26T10:00:40.500Z')
  expect(daysLater('2026-11-25T16:59:00.000Z', 7, 'Asia/Bangkok', now)).toBe('2026-12-03T10:00:00.000Z')
})

test('attempts alone are of no use once everybody’s work is taken no more', () => {
  const [past, now, ahead] = ['2026-11-25T16:59:00.000Z', '2026-11-26T10:00:00.000Z', '2026-11-27T10:00:00.000Z']
  const shut = (given: object, closes = past) => isShut({ ...nothing, ...given }, Date.parse(closes), Date.parse(now))
  expect([shut({ attempts: 1 }), shut({ minutes: 5 }), shut({ attempts: 1, due: past })]).toEqual([true, true, true])
  expect([shut({}), shut({ attempts: 1, due: ahead }), shut({ attempts: 1, closes: ahead })]).toEqual([
    false,
    false,
    false,
  ])
  expect(shut({ attempts: 1 }, ahead)).toBe(false)
  expect([shut({ minutes: 2_000 }), shut({ minutes: 2_000, closes: past })], 'minutes move its end').toEqual([
    false,
    true,
  ])
})

test('a date before everybody’s gives nothing, which stands at its field', () => {
  const [first, due, between, closes] = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'].map(
    (day) => `${day}T10:00:00.000Z`,
  ) as [string, string, string, string]
  const wrong = (given: object, late_rule?: LateRule) => {
    const whom = [{ kind: 'section' as const, id: '1', name: 'Section 1' }]
    const dates = { assignment_due: due, assignment_closes: closes, assignment_attempt: 0 }
    return wrongIn({ ...nothing, whom, ...given }, { ...dates, late_rule }, words)
  }
  expect(wrong({ due: first })).toEqual({ due: words.tooEarly })
  expect(wrong({ due: closes, closes: between })).toEqual({ closes: words.closesFirst })
  expect(wrong({ closes: between })).toEqual({ closes: words.closesEarly })
  expect([wrong({ due: between }), wrong({ closes })]).toEqual([{}, {}])
  // It gives time to whoever has used all late days of a bank.
  expect(wrong({ closes: between }, { kind: 'bank', days: 2 })).toEqual({})
  expect(wrong({ closes: first }, { kind: 'bank', days: 2 })).toEqual({ closes: words.closesEarly })
})

test('that nothing is given stands at a field that the assignment has', () => {
  const whom = [{ kind: 'section' as const, id: '1', name: 'Section 1' }]
  const wrong = (has: object) =>
    wrongIn(
      { ...nothing, whom },
      { assignment_due: null, assignment_closes: null, assignment_attempt: 0, ...has },
      words,
    )
  expect(wrong({ assignment_attempt: 1 })).toEqual({ attempts: words.needGift })
  expect(wrong({})).toEqual({ whom: words.needGift })
})

test('work is taken after a moment by a later date, by attempts while it is open, and by late days of a bank', () => {
  const [closed, due, at, ahead] = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28'].map(
    (day) => `${day}T10:00:00.000Z`,
  ) as [string, string, string, string]
  const taken = (given: object, assignment: object = {}) =>
    isTakenAt({ ...nothing, ...given }, { assignment_closes: closed, closes_at: closed, ...assignment }, Date.parse(at))
  expect([taken({ due: ahead }), taken({ closes: ahead })]).toEqual([true, true])
  expect([taken({ due }), taken({ attempts: 1 }), taken({ minutes: 60 }), taken({})]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect([taken({ attempts: 1 }, { assignment_closes: ahead }), taken({}, { assignment_closes: ahead })]).toEqual([
    true,
    false,
  ])
  expect(taken({ attempts: 1 }, { assignment_closes: null }), 'it never closes').toBe(true)
  expect(taken({ minutes: 2 * 24 * 60 + 1 }), 'minutes move its end').toBe(true)
  const bank = { closes_at: null, late_rule: { kind: 'bank', days: 2 } }
  expect([taken({ due }, bank), taken({ due, closes: due }, bank)], 'late days').toEqual([true, false])
})
