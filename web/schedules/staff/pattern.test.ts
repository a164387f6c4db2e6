import { describe, expect, test } from 'vitest'
import { authoring } from '../../i18n/en/authoring.ts'
import { newClassOf, wrongInPattern } from './fields.ts'
import { instantOf, localOf, timeIn } from './local.ts'
import { type Pattern, plan, weekdayOf } from './pattern.ts'

const t = authoring.classes

/** Mondays and Wednesdays of September 2026. */
const pattern: Pattern = {
  ...{ name: 'Lecture #', room: '204', day: '2026-09-07', from: '9', until: '10:30' },
  ...{ weekly: true, days: [1, 3], lastDay: '2026-09-30', corrected: {}, leftOut: [] },
}
const off = (holiday_first: string, holiday_last = holiday_first) => ({ holiday_first, holiday_last })
const daysOf = (changes: Partial<Pattern>, holidays: ReturnType<typeof off>[] = []) =>
  plan({ ...pattern, ...changes }, holidays).map(({ day }) => day.slice(5))

describe('a weekly pattern', () => {
  test('has the chosen days of the week from the first day to the last', () => {
    expect(daysOf({})).toEqual(['09-07', '09-09', '09-14', '09-16', '09-21', '09-23', '09-28', '09-30'])
    expect(daysOf({ day: '2026-09-08', lastDay: '2026-09-14' })).toEqual(['09-09', '09-14'])
    expect([weekdayOf('2026-09-07'), weekdayOf('2026-09-13')]).toEqual([1, 7])
  })

  test('leaves out the holidays, the last of several too', () => {
    const holidays = [off('2026-09-09'), off('2026-09-14', '2026-09-21')]
    expect(daysOf({}, holidays)).toEqual(['09-07', '09-23', '09-28', '09-30'])
  })

  test('numbers the classes that stay, and keeps what was corrected', () => {
    const corrected = { '2026-09-14': { day: '2026-09-15', room: '5' }, '2026-09-16': { name: 'Guest lecture' } }
    const classes = plan({ ...pattern, corrected, leftOut: ['2026-09-09'] }, [])
    expect(classes.slice(0, 4).map(({ name, day, room }) => [name, day, room])).toEqual([
      ['Lecture 1', '2026-09-07', '204'],
      ['Lecture 1', '2026-09-09', '204'],
      ['Lecture 2', '2026-09-15', '5'],
      ['Guest lecture', '2026-09-16', '204'],
    ])
    expect(classes.filter(({ isLeftOut }) => isLeftOut).map(({ key }) => key)).toEqual(['2026-09-09'])
  })

  test('is one class when it is not weekly', () => {
    expect(daysOf({ weekly: false })).toEqual(['09-07'])
    expect(daysOf({ day: '' })).toEqual([])
  })

  test('says what is wrong', () => {
    expect(wrongInPattern(pattern, [], t)).toEqual({})
    expect(wrongInPattern({ ...pattern, name: ' ', until: '9' }, [], t)).toEqual({
      name: t.needName,
      until: t.needLater,
    })
    expect(wrongInPattern({ ...pattern, days: [] }, [], t)).toEqual({ days: t.needDays })
    expect(wrongInPattern({ ...pattern, lastDay: '2026-09-06' }, [], t)).toEqual({ lastDay: t.needLast })
    expect(wrongInPattern({ ...pattern, days: [7], lastDay: '2026-09-12' }, [], t)).toEqual({ days: t.needAny })
    expect(wrongInPattern({ ...pattern, corrected: { '2026-09-14': { from: 'x' } } }, [], t)).toEqual({
      corrected: t.needTime,
    })
    const all = [1, 2, 3, 4, 5, 6, 7]
    expect(wrongInPattern({ ...pattern, days: all, lastDay: '2027-09-30' }, [], t)).toEqual({ lastDay: t.tooMany(200) })
  })
})

test('a time is read as people write it', () => {
  const read = ['9', '09:05', '9.30', '1330', ' 930 ', '0:00', '24:00', '9:60', 'noon', ''].map(timeIn)
  const none = [undefined, undefined, undefined, undefined]
  expect(read).toEqual(['09:00', '09:05', '09:30', '13:30', '09:30', '00:00', ...none])
})

test('days and hours are those of the course, before and after summer time', () => {
  const zone = 'Europe/Berlin'
  const at = (day: string) => newClassOf({ name: 'a', room: '', day, from: '9', until: '10' }, zone).schedule_start
  expect([at('2026-10-19'), at('2026-10-26')]).toEqual(['2026-10-19T07:00:00.000Z', '2026-10-26T08:00:00.000Z'])
  expect(localOf('2026-10-26T08:00:00.000Z', zone)).toEqual({ day: '2026-10-26', time: '09:00' })
  // Half past two does not exist on the last Sunday of March.
  expect(instantOf({ day: '2026-03-29', time: '02:30' }, zone)).toBe('2026-03-29T01:30:00.000Z')
  expect(localOf('2026-09-06T18:00:00.000Z', 'Asia/Bangkok')).toEqual({ day: '2026-09-07', time: '01:00' })
})
