import { afterEach, expect, test } from 'vitest'
import { bodyOf, dayOf, startOfDay } from './columnFields.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

test('a day stays the same day however often it is read and saved, on either side of Greenwich', () => {
  for (const there of ['Asia/Bangkok', 'America/New_York', 'Pacific/Auckland', 'UTC']) {
    process.env.TZ = there
    for (const day of ['2026-11-25', '2026-03-08', '2027-01-01']) expect(dayOf(startOfDay(day)), there).toBe(day)
  }
  process.env.TZ = 'Asia/Bangkok'
  expect(startOfDay('2026-11-25')).toBe('2026-11-24T17:00:00.000Z')
  expect([dayOf(null), startOfDay('')]).toEqual(['', null])
})

test('attendance is sent as what being late counts, and not at all where it was not touched', () => {
  expect(bodyOf({ gradable_name: 'Quiz' })).toEqual({ gradable_name: 'Quiz' })
  expect(bodyOf({ attendance: { on: true, late: 50 } })).toEqual({ attendance_late: 50 })
  expect(bodyOf({ attendance: { on: false, late: 50 } })).toEqual({ attendance_late: null })
})
