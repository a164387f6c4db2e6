import type { Holiday } from '../../contract/staff/holidays.ts'
import { localOf } from '../schedules/staff/local.ts'

type Days = Pick<Holiday, 'holiday_first' | 'holiday_last'>

/** The holiday on a day, such as 2026-12-05. */
export const holidayOn = <H extends Days>(day: string, holidays: H[]): H | undefined =>
  holidays.find(({ holiday_first, holiday_last }) => day >= holiday_first && day <= holiday_last)

/** The holiday at an instant, by the clock of the course. */
export const holidayAt = <H extends Days>(iso: string, zone: string, holidays: H[]): H | undefined =>
  holidays.length === 0 ? undefined : holidayOn(localOf(iso, zone).day, holidays)
