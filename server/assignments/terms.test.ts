import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LateRule } from '../../contract/staff/courses.ts'
import { ahead, start } from '../testing/clock.ts'
import {
  type Accommodation,
  type Allowance,
  addDays,
  type Dates,
  daysLate,
  type Exception,
  endOf,
  isLate,
  penaltyAt,
  type Terms,
  termsOf,
} from './terms.ts'

const plain: Dates = {
  ...{ publish_at: start, due_at: null, closes_at: null, attempts_allowed: 1, time_limit: null },
  ...{ late_rule: { kind: 'none' }, zone: 'Asia/Bangkok' },
}
const dueNow: Dates = { ...plain, due_at: start }
const exception = (given: Partial<Exception>): Exception => ({
  ...{ kind: 'person', id: 'e', person_id: 'ploy', due_at: null, closes_at: null, extra_attempts: 0, extra_minutes: 0 },
  ...given,
})
const granted = (given: Partial<Accommodation>): Accommodation => ({
  ...{ kind: 'accommodation', person_id: 'ploy', time_percent: 100, extra_days: 0 },
  ...given,
})

describe('without anything given', () => {
  test('the terms are the assignment’s, and no reason is told', () => {
    const a = { ...plain, due_at: start, closes_at: ahead({ days: 1 }), attempts_allowed: 2, time_limit: 30 }
    expect(termsOf(a)).toMatchObject({ opens: start, due: start, closes: ahead({ days: 1 }), attempts: 2, minutes: 30 })
    expect(termsOf(a).reasons).toEqual({})
  })
})

describe('of several exceptions', () => {
  const later = exception({ id: 'later', due_at: ahead({ days: 3 }) })
  const sooner = exception({
    kind: 'group',
    id: 'sooner',
    person_id: null,
    due_at: ahead({ days: 1 }),
    extra_attempts: 2,
  })

  test('the most generous counts for each term, with its reason', () => {
    const { due, attempts, reasons } = termsOf(dueNow, [later, sooner])
    expect({ due, attempts }).toEqual({ due: ahead({ days: 3 }), attempts: 3 })
    expect(reasons).toEqual({ due: { kind: 'person', id: 'later' }, attempts: { kind: 'group', id: 'sooner' } })
  })

  test('of two that give the same, what is given to more people is the reason', () => {
    const all = (['person', 'section', 'group'] as const).map((kind) =>
      exception({ kind, id: kind, due_at: ahead({ days: 1 }) }),
    )
    expect(termsOf(dueNow, all).reasons.due).toEqual({ kind: 'section', id: 'section' })
  })

  test('one that is due before everybody’s date gives nothing, nor one of what is never due', () => {
    const early = exception({ due_at: ahead({ days: -1 }) })
    expect(termsOf(dueNow, [early])).toEqual(termsOf(dueNow))
    expect(termsOf(plain, [later])).toEqual(termsOf(plain))
  })

  test('what is due later does not close before that', () => {
    const closing = { ...dueNow, closes_at: ahead({ days: 1 }) }
    const { closes, reasons } = termsOf(closing, [later])
    expect(closes).toEqual(ahead({ days: 3 }))
    expect(reasons.closes).toEqual({ kind: 'person', id: 'later' })
  })

  test('what is due later closes later by the late rule, and says why also where the closing date ends that', () => {
    const closing: Dates = { ...dueNow, closes_at: ahead({ days: 4 }), late_rule: { kind: 'bank', days: 2 } }
    expect(termsOf(closing)).toMatchObject({ closes: ahead({ days: 2 }), reasons: {} })
    const { closes, reasons } = termsOf(closing, [later])
    expect(closes).toEqual(ahead({ days: 4 }))
    expect(reasons.closes).toEqual({ kind: 'person', id: 'later' })
  })

  test('unlimited attempts stay so, and an assignment without a time limit gets none', () => {
    const free = { ...plain, attempts_allowed: 0 }
    expect(termsOf(free, [exception({ extra_attempts: 3, extra_minutes: 9 })])).toMatchObject({
      attempts: 0,
      minutes: null,
    })
  })
})

describe('an accommodation', () => {
  test('adds days to the date of the section, where that has one of its own', () => {
    const section = exception({ kind: 'section', id: 's', due_at: ahead({ days: 2 }) })
    expect(termsOf(dueNow, [section, granted({ extra_days: 3 })]).due).toEqual(ahead({ days: 5 }))
    expect(termsOf(dueNow, [granted({ extra_days: 3 })]).due).toEqual(ahead({ days: 3 }))
  })

  test('does not add to what a person is given in this assignment: the later date counts', () => {
    const own = exception({ due_at: ahead({ days: 2 }) })
    expect(termsOf(dueNow, [own, granted({ extra_days: 3 })]).due).toEqual(ahead({ days: 3 }))
    expect(termsOf(dueNow, [own, granted({ extra_days: 1 })]).due).toEqual(ahead({ days: 2 }))
  })

  test('of a member moves the date of the group, and of another member’s section it does not', () => {
    const section = exception({ kind: 'section', id: 's', person_id: 'nat', due_at: ahead({ days: 2 }) })
    expect(termsOf(dueNow, [section, granted({ extra_days: 1 })]).due).toEqual(ahead({ days: 2 }))
  })

  test('gives its part of the time of a test, rounded up, or the minutes of an exception if they are more', () => {
    const quiz = { ...plain, time_limit: 45 }
    const half = granted({ time_percent: 150 })
    expect(termsOf(quiz, [half])).toMatchObject({ minutes: 68, reasons: { minutes: { kind: 'accommodation' } } })
    expect(termsOf(quiz, [half, exception({ extra_minutes: 30 })]).minutes).toBe(75)
    expect(endOf(termsOf(quiz, [half]), start)).toEqual(ahead({ ms: 68 * 60_000 }))
  })

  test('keeps the time of day of the course through the change to summer time', () => {
    const due_at = new Date('2026-03-28T22:59:00Z')
    const berlin = { ...plain, due_at, zone: 'Europe/Berlin' }
    // 23:59 by the clock of Berlin on both days; one of the days has 23 hours.
    expect(termsOf(berlin, [granted({ extra_days: 1 })]).due).toEqual(new Date('2026-03-29T21:59:00Z'))
    expect(daysLate({ due: due_at, zone: 'Europe/Berlin' }, new Date('2026-03-29T21:59:00Z'))).toBe(1)
    expect(daysLate({ due: due_at, zone: 'Europe/Berlin' }, new Date('2026-03-29T21:59:00.001Z'))).toBe(2)
  })
})

describe('more minutes than everybody', () => {
  const minutes = (n: number) => ahead({ minutes: n })
  const exam: Dates = { ...dueNow, closes_at: start, time_limit: 60 }
  const half = granted({ time_percent: 150 })
  const inFull = (terms: Terms) => [terms.due, terms.closes, terms.minutes]

  test('of an accommodation make the dates as much later, so that who begins last has them as well', () => {
    const terms = termsOf(exam, [half])
    expect(inFull(terms)).toEqual([minutes(30), minutes(30), 90])
    const reason = { kind: 'accommodation', id: 'ploy' }
    expect(terms.reasons).toEqual({ due: reason, closes: reason, minutes: reason })
    expect(endOf(terms, minutes(-60))).toEqual(minutes(30))
    expect(isLate(terms, minutes(30))).toBe(false)
    const both = termsOf(exam, [granted({ time_percent: 150, extra_days: 2 })])
    expect(both.due).toEqual(ahead({ days: 2, minutes: 30 }))
  })

  test('of an exception do so too, and a date that it names stays as it is written', () => {
    expect(inFull(termsOf(exam, [exception({ extra_minutes: 20 })]))).toEqual([minutes(20), minutes(20), 80])
    const dated = exception({ due_at: minutes(5), closes_at: minutes(5), extra_minutes: 20 })
    expect(inFull(termsOf(exam, [dated]))).toEqual([minutes(5), minutes(5), 80])
    const closing = exception({ closes_at: minutes(40), extra_minutes: 20 })
    expect(inFull(termsOf(exam, [closing]))).toEqual([minutes(20), minutes(40), 80])
  })

  test('of an accommodation count from the date of the section, and are not added to those of the section', () => {
    const section = exception({ kind: 'section', id: 's', due_at: minutes(600), closes_at: minutes(600) })
    expect(inFull(termsOf(exam, [section, half]))).toEqual([minutes(630), minutes(630), 90])
    const longer = exception({ kind: 'section', id: 's', extra_minutes: 20 })
    expect(inFull(termsOf(exam, [longer, half]))).toEqual([minutes(30), minutes(30), 90])
  })

  test('move what the late rule ends, and nothing of work without a time limit', () => {
    const refusing: Dates = { ...exam, closes_at: minutes(120), late_rule: { kind: 'refuse' } }
    expect(inFull(termsOf(refusing, [half]))).toEqual([minutes(30), minutes(30), 90])
    const bank: Dates = { ...exam, closes_at: null, late_rule: { kind: 'bank', days: 1 } }
    expect(inFull(termsOf(bank, [half]))).toEqual([minutes(30), ahead({ days: 1, minutes: 30 }), 90])
    const free = { ...exam, time_limit: null }
    expect(termsOf(free, [half, exception({ extra_minutes: 20 })])).toEqual(termsOf(free))
  })

  test('move the late days of a bank with the date that they count from, also where the clocks change between', () => {
    const due_at = new Date('2026-10-24T21:59:00Z')
    const bank: Dates = {
      ...exam,
      due_at,
      closes_at: null,
      zone: 'Europe/Berlin',
      late_rule: { kind: 'bank', days: 2 },
    }
    const terms = termsOf(bank, [exception({ extra_minutes: 10_080 })])
    expect(terms.due).toEqual(new Date('2026-10-31T21:59:00Z'))
    expect(terms.closes).toEqual(new Date('2026-11-02T21:59:00Z'))
    expect(daysLate(terms, terms.closes ?? start)).toBe(2)
  })
})

describe('the rule for late work', () => {
  const percent: Dates = { ...dueNow, late_rule: { kind: 'percent', percent: 10, floor: 50 } }
  const kept = (terms: Dates, at: Date) => penaltyAt(termsOf(terms), at)

  test('takes nothing at the very instant, and a part for each day that has begun, down to the floor', () => {
    expect(kept(percent, start)).toBeNull()
    expect(kept(percent, ahead({ ms: 1 }))).toEqual({ days: 1, keeps: 90 })
    expect(kept(percent, ahead({ days: 1 }))).toEqual({ days: 1, keeps: 90 })
    expect(kept(percent, ahead({ days: 1, ms: 1 }))).toEqual({ days: 2, keeps: 80 })
    expect(kept(percent, ahead({ days: 60 }))).toEqual({ days: 60, keeps: 50 })
    expect(kept(dueNow, ahead({ days: 60 }))).toBeNull()
  })

  test('that refuses closes when it is due for the person, unless an exception closes later', () => {
    const refusing: Dates = { ...dueNow, closes_at: ahead({ days: 5 }), late_rule: { kind: 'refuse' } }
    expect(termsOf(refusing).closes).toEqual(start)
    expect(termsOf(refusing, [exception({ due_at: ahead({ days: 1 }) })]).closes).toEqual(ahead({ days: 1 }))
    const open = termsOf(refusing, [exception({ closes_at: ahead({ days: 2 }) })])
    expect([open.due, open.closes]).toEqual([start, ahead({ days: 2 })])
    expect(penaltyAt(open, ahead({ days: 1 }))).toBeNull()
  })

  test('of a bank closes when the days that are left are over, or when the assignment does', () => {
    const bank: Dates = { ...dueNow, late_rule: { kind: 'bank', days: 3 } }
    expect(termsOf(bank)).toMatchObject({ closes: ahead({ days: 3 }), lateDaysLeft: 3 })
    expect(termsOf(bank, [], 1)).toMatchObject({ closes: ahead({ days: 2 }), lateDaysLeft: 2 })
    expect(termsOf(bank, [], 9)).toMatchObject({ closes: start, lateDaysLeft: 0 })
    expect(termsOf({ ...bank, closes_at: ahead({ days: 1 }) }).closes).toEqual(ahead({ days: 1 }))
    expect(penaltyAt(termsOf(bank), ahead({ days: 1 }))).toEqual({ days: 1, keeps: 100 })
  })
})

describe('late days of a bank', () => {
  const bank: Dates = { ...dueNow, late_rule: { kind: 'bank', days: 3 } }
  const closesOf = (...all: Allowance[]) => termsOf(bank, all)
  const own = exception({ due_at: ahead({ days: 7 }), closes_at: ahead({ days: 8 }) })

  test('do not go past the closing date that an exception has with its due date', () => {
    expect(closesOf(own)).toMatchObject({ due: ahead({ days: 7 }), closes: ahead({ days: 8 }) })
    expect(closesOf(own).reasons.closes).toEqual({ kind: 'person', id: 'e' })
    expect(termsOf(bank, [own], 3).closes, 'which holds also where no days are left').toEqual(ahead({ days: 8 }))
    expect(closesOf(exception({ due_at: ahead({ days: 7 }) })).closes).toEqual(ahead({ days: 10 }))
  })

  test('are still those of everybody, and of another exception', () => {
    const early = exception({ due_at: ahead({ days: 1 }), closes_at: ahead({ days: 2 }) })
    expect(closesOf(early)).toMatchObject({ due: ahead({ days: 1 }), closes: ahead({ days: 3 }) })
    const section = exception({ kind: 'section', id: 's', due_at: ahead({ days: 6 }) })
    expect(closesOf(own, section)).toMatchObject({ due: ahead({ days: 7 }), closes: ahead({ days: 9 }) })
  })

  test('come with the extra days of an accommodation, as those of the section do', () => {
    const section: Exception = { ...own, kind: 'section' }
    const both = closesOf(section, granted({ extra_days: 2 }))
    expect(both).toMatchObject({ due: ahead({ days: 9 }), closes: ahead({ days: 10 }) })
  })
})

/* Properties. */

const zones = ['Asia/Bangkok', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
const zone = fc.constantFrom(...zones)
const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
const maybe = fc.option(instant)
const rule: fc.Arbitrary<LateRule> = fc.oneof(
  fc.constant<LateRule>({ kind: 'none' }),
  fc.constant<LateRule>({ kind: 'refuse' }),
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }), floor: fc.nat(100) }),
  fc.record({ kind: fc.constant('bank' as const), days: fc.integer({ min: 1, max: 30 }) }),
)
const inOrder = <T extends { due_at: Date | null; closes_at: Date | null }>(a: T): T =>
  a.due_at && a.closes_at && a.closes_at < a.due_at ? { ...a, due_at: a.closes_at, closes_at: a.due_at } : a
const dates: fc.Arbitrary<Dates> = fc
  .record({
    ...{ publish_at: maybe, due_at: maybe, closes_at: maybe, attempts_allowed: fc.nat(5) },
    ...{ time_limit: fc.option(fc.integer({ min: 1, max: 300 })), late_rule: rule, zone },
  })
  .map(inOrder)
const person = fc.constantFrom('ploy', 'nat', 'mali')
const anException: fc.Arbitrary<Allowance> = fc
  .record({
    ...{ kind: fc.constantFrom('person' as const, 'group' as const, 'section' as const), id: fc.uuid() },
    ...{ person_id: person, due_at: maybe, closes_at: maybe, extra_attempts: fc.nat(5), extra_minutes: fc.nat(90) },
  })
  .map(inOrder)
const anAccommodation: fc.Arbitrary<Allowance> = fc.record({
  ...{ kind: fc.constant('accommodation' as const), person_id: person },
  ...{ time_percent: fc.integer({ min: 100, max: 300 }), extra_days: fc.nat(20) },
})
const given = fc.array(fc.oneof(anException, anAccommodation), { maxLength: 6 })
const used = fc.nat(10)

const never = Number.POSITIVE_INFINITY
const asNumbers = ({ due, closes, attempts, minutes }: ReturnType<typeof termsOf>) => [
  due?.getTime() ?? never,
  closes?.getTime() ?? never,
  attempts || never,
  minutes ?? never,
]

describe('whatever is given', () => {
  test('in whatever order it is looked at, the terms and the reasons are the same', () => {
    fc.assert(
      fc.property(dates, given, used, (a, all, days) => {
        expect(termsOf(a, all.toReversed(), days)).toEqual(termsOf(a, all, days))
      }),
    )
  })

  test('one more makes no term worse', () => {
    fc.assert(
      fc.property(dates, given, fc.oneof(anException, anAccommodation), used, (a, all, one, days) => {
        const [before, after] = [asNumbers(termsOf(a, all, days)), asNumbers(termsOf(a, [...all, one], days))]
        before.forEach((term, i) => {
          expect(after[i]).toBeGreaterThanOrEqual(term)
        })
      }),
    )
  })

  test('who has more minutes has all of them, whenever everybody may begin, and is late by as much later', () => {
    // A date that somebody wrote for them stays as it is.
    const undated = anException.map((one) => ({ ...one, due_at: null, closes_at: null }))
    const begins = fc.tuple(fc.array(fc.oneof(undated, anAccommodation), { maxLength: 6 }), instant)
    fc.assert(
      fc.property(dates, begins, used, (a, [all, begun], days) => {
        const [everybodys, own] = [termsOf(a, [], days), termsOf(a, all, days)]
        const more = ((own.minutes ?? 0) - (everybodys.minutes ?? 0)) * 60_000
        if (everybodys.due && own.due) expect(own.due.getTime()).toBeGreaterThanOrEqual(everybodys.due.getTime() + more)
        if (everybodys.closes && begun > everybodys.closes) return
        const theirs = endOf(own, begun).getTime() - endOf(everybodys, begun).getTime()
        expect(theirs).toBeGreaterThanOrEqual(more)
      }),
    )
  })

  test('more minutes change nothing of work without a time limit', () => {
    fc.assert(
      fc.property(dates, given, used, (timed, all, days) => {
        const a = { ...timed, time_limit: null }
        const without = all.map((one) => ({ ...one, time_percent: 100, extra_minutes: 0 }))
        expect(termsOf(a, all, days)).toEqual(termsOf(a, without, days))
      }),
    )
  })

  test('a reason is told just where due, attempts and minutes are better than everybody’s', () => {
    fc.assert(
      fc.property(dates, given, used, (a, all, days) => {
        const [everybodys, own] = [termsOf(a, [], days), termsOf(a, all, days)]
        const better = asNumbers(own).map((term, i) => term > (asNumbers(everybodys)[i] ?? 0))
        expect([own.reasons.due, own.reasons.attempts, own.reasons.minutes].map(Boolean)).toEqual([
          better[0],
          better[2],
          better[3],
        ])
        if (better[1]) expect(own.reasons.closes).toBeDefined()
      }),
    )
  })

  test('nothing closes before it is due, and what comes at the instant is in time', () => {
    fc.assert(
      fc.property(dates, given, used, (a, all, days) => {
        const terms = termsOf(a, all, days)
        if (!terms.due) return
        if (terms.closes) expect(terms.closes.getTime()).toBeGreaterThanOrEqual(terms.due.getTime())
        expect(isLate(terms, terms.due)).toBe(false)
        expect(penaltyAt(terms, terms.due)).toBeNull()
        expect(isLate(terms, new Date(terms.due.getTime() + 1))).toBe(true)
      }),
    )
  })

  test('who hands in later keeps no more, and never less than the floor', () => {
    fc.assert(
      fc.property(dates, given, instant, fc.nat(400 * 86_400_000), (a, all, at, more) => {
        const terms = termsOf(a, all)
        const keeps = (then: Date) => penaltyAt(terms, then)?.keeps ?? 100
        const floor = a.late_rule.kind === 'percent' ? a.late_rule.floor : 100
        const then = new Date(at.getTime() + more)
        expect(keeps(then)).toBeLessThanOrEqual(keeps(at))
        expect(keeps(then)).toBeGreaterThanOrEqual(Math.min(floor, 100))
      }),
    )
  })

  test('a day more is the same time of day in the zone, and so many days late is within them', () => {
    const clockIn = (at: Date, timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(at)
    // At noon no clock is put forward or back.
    const noon = fc.tuple(instant, zone).map(([at, timeZone]) => {
      const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(at))
      return { at: new Date(at.getTime() + (12 - hour) * 3_600_000), zone: timeZone }
    })
    fc.assert(
      fc.property(noon, fc.integer({ min: 1, max: 400 }), ({ at, zone: timeZone }, days) => {
        const then = addDays(at, days, timeZone)
        if (clockIn(at, timeZone).startsWith('12')) expect(clockIn(then, timeZone)).toBe(clockIn(at, timeZone))
        expect(then > at).toBe(true)
        const late = daysLate({ due: at, zone: timeZone }, then)
        expect(addDays(at, late, timeZone).getTime()).toBeGreaterThanOrEqual(then.getTime())
        if (late > 1) expect(addDays(at, late - 1, timeZone).getTime()).toBeLessThan(then.getTime())
      }),
    )
  })
})
