import { afterEach, describe, expect, test, vi } from 'vitest'
import { dateTime12, yearFirst } from '../meetings/dates.ts'
import {
  clock,
  countdown,
  date,
  dateTime,
  day,
  dayBefore,
  exact,
  number,
  percent,
  relative,
  shortDay,
} from './dates.ts'
import { chooseLanguage } from './index.ts'
import { th } from './th.ts'

/** By this machine's clock, whatever its zone. */
const at = (year: number, month: number, day: number, hour: number, minute: number) =>
  new Date(year, month - 1, day, hour, minute).toISOString()

const evening = at(2026, 9, 5, 17, 8)

test('D MMM YYYY, HH:mm has the day without a nought and the hour of 24', () => {
  expect(dateTime(evening)).toBe('5 Sep 2026, 17:08')
  expect(dateTime(at(2026, 12, 31, 0, 0))).toBe('31 Dec 2026, 00:00')
})

test('DD MMM YYYY, hh:mm has the day of two digits and the hour of 12 with am or pm', () => {
  expect(dateTime12(evening)).toBe('05 Sep 2026, 05:08 pm')
  expect(dateTime12(at(2026, 1, 2, 0, 30))).toBe('02 Jan 2026, 12:30 am')
  expect(dateTime12(at(2026, 1, 2, 12, 30))).toBe('02 Jan 2026, 12:30 pm')
})

describe('the same moment reads the same wherever it stands', () => {
  const formats = { dateTime, dateTime12, clock, exact, yearFirst: (iso: string) => yearFirst(iso, 'on') }
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  /** The minute of the day in a text. */
  function read(text: string): number {
    const [, hour, minute, half] = /(\d\d):(\d\d)(?::\d\d)?(?: (am|pm))?/.exec(text) as RegExpExecArray
    return ((Number(hour) % (half ? 12 : 24)) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute)
  }

  test.each(['Asia/Bangkok', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland'])('in %s', (zone) => {
    vi.stubEnv('TZ', zone)
    // Including the nights when clocks change.
    for (const day of ['2026-01-02', '2026-03-08', '2026-04-05', '2026-09-27', '2026-11-01', '2026-12-31']) {
      for (let minute = 0; minute < 1440; minute += 7) {
        const instant = new Date(Date.parse(day) + minute * 60_000)
        const told = instant.getHours() * 60 + instant.getMinutes()
        for (const [name, format] of Object.entries(formats)) {
          const text = format(instant.toISOString())
          if (read(text) !== told) expect.fail(`${name} says ${text} of ${instant.toString()}`)
        }
        // The specification wants the day before, at the same time of day.
        const before = new Date(instant)
        before.setDate(before.getDate() - 1)
        expect(read(dayBefore(instant.toISOString()))).toBe(before.getHours() * 60 + before.getMinutes())
      }
    }
  })
})

test('YYYY, MMM D on HH:mm begins with the year', () => {
  expect(yearFirst(evening, 'on')).toBe('2026, Sep 5 on 17:08')
})

test('D MMM, YYYY is the day alone', () => {
  expect(date(evening)).toBe('5 Sep, 2026')
})

test('the date of an upload is one day earlier, over the ends of months and years too', () => {
  expect(dayBefore(evening)).toBe('4 Sep 2026, 17:08')
  expect(dayBefore(at(2027, 1, 1, 9, 0))).toBe('31 Dec 2026, 09:00')
  expect(dayBefore(at(2028, 3, 1, 9, 0))).toBe('29 Feb 2028, 09:00')
})

test('a class has its weekday, and a title the instant in full with its zone', () => {
  expect(shortDay(evening)).toBe('Sat 5 Sep')
  expect(exact(evening)).toMatch(/^Saturday, 5 September 2026 at 17:08:00 GMT([+-]\d{1,2}(:\d\d)?)?$/)
})

test('a day is Today and Yesterday from midnight to midnight by the reader’s clock on the wall, and a date before', () => {
  const now = Date.parse(at(2026, 3, 1, 0, 10))
  const days = [at(2026, 3, 1, 0, 0), at(2026, 2, 28, 23, 59), at(2026, 2, 28, 0, 0), at(2026, 2, 27, 23, 59)]
  expect(days.map((iso) => day(iso, now))).toEqual(['Today', 'Yesterday', 'Yesterday', 'Fri 27 Feb'])
  // The server's clock may be a moment ahead.
  expect(day(at(2026, 3, 1, 0, 11), now)).toBe('Today')
})

test('a number has at most two decimals, rounded as on paper, and its thousands apart', () => {
  expect([0, 1, 2.5, 1.005, 9.995, 1 / 3, 999.999, 1_234_567.891, -1234.5].map(number)).toEqual([
    '0',
    '1',
    '2.5',
    '1.01',
    '10',
    '0.33',
    '1,000',
    '1,234,567.89',
    '-1,234.5',
  ])
})

test('a percentage has two decimals', () => {
  expect([0, 1 / 7, 2 / 3, 0.10005, 1].map(percent)).toEqual(['0.00%', '14.29%', '66.67%', '10.01%', '100.00%'])
})

test('a relative time is in the largest whole unit', () => {
  const now = Date.parse(evening)
  const before = (ms: number) => relative(new Date(now - ms).toISOString(), now)
  expect(before(3 * 3_600_000)).toBe('3 hours ago')
  expect(before(2 * 86_400_000 + 1)).toBe('2 days ago')
  expect(before(10_000)).toBe('now')
  expect(before(-37 * 3_600_000)).toBe('in 1 day')
  expect(before(13 * 86_400_000)).toBe('1 week ago')
})

test('a countdown has days up to two weeks, and the seconds of the last minute', () => {
  const now = Date.parse(evening)
  const until = (ms: number) => countdown(new Date(now + ms).toISOString(), now)
  expect(until(42_000)).toBe('in 42 seconds')
  expect(until(0)).toBe('in 0 seconds')
  expect(until(-1_000)).toBe('1 second ago')
  expect(until(9 * 86_400_000)).toBe('in 9 days')
  expect(until(15 * 86_400_000)).toBe('in 2 weeks')
})

test('Thai has no comma before a year, and the clock of 24 hours', async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await chooseLanguage('th')
  try {
    expect([date(evening), dateTime12(evening), yearFirst(evening, 'เวลา')]).toEqual([
      '5 ก.ย. 2026',
      '5 ก.ย. 2026, 17:08',
      '5 ก.ย. 2026 เวลา 17:08',
    ])
  } finally {
    await chooseLanguage('en')
    vi.unstubAllGlobals()
  }
})

test('Thai has its own months, days and words for how long ago', () => {
  const { shortMonths, shortDays, exact, ago, ahead } = th.dates
  expect([shortMonths.length, shortDays.length]).toEqual([12, 7])
  expect(exact(new Date(2026, 8, 5), '17:08:00 GMT+7')).toBe('วันเสาร์ที่ 5 กันยายน ค.ศ. 2026 เวลา 17:08:00 GMT+7')
  expect([ago(3, 'hour'), ago(1, 'year'), ahead(2, 'day')]).toEqual(['3 ชั่วโมงที่ผ่านมา', '1 ปีที่แล้ว', 'ในอีก 2 วัน'])
})
