import { parseDate } from '@internationalized/date'
import { addedClassesMost } from '../../../contract/staff/schedules.ts'
import { holidayOn } from '../../holidays/rules.ts'

/** A class in a form: the day as YYYY-MM-DD, the times as typed. */
export interface ClassValues {
  name: string
  room: string
  day: string
  from: string
  until: string
}

/** One class, or the classes of a weekly pattern. */
export interface Pattern extends ClassValues {
  weekly: boolean
  /** 1 Monday to 7 Sunday. */
  days: number[]
  lastDay: string
  /** The corrections of a class, by its day in the pattern. */
  corrected: Record<string, Partial<ClassValues>>
  /** The days of omitted classes. */
  leftOut: string[]
}

/** A class of the pattern. */
export interface Planned extends ClassValues {
  /** Its day in the pattern. */
  key: string
  isLeftOut: boolean
}

const DAY = /^\d{4}-\d\d-\d\d$/
/** A year and a half: longer is a mistake. */
const MOST_DAYS = 550

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: string): number => parseDate(day).toDate('UTC').getUTCDay() || 7

/** Days without classes. */
type DaysOff = Parameters<typeof holidayOn>[1]

function daysOf({ day, weekly, days, lastDay }: Pattern, off: DaysOff): string[] {
  if (!DAY.test(day)) return []
  if (!weekly) return [day]
  if (!DAY.test(lastDay)) return []
  const found: string[] = []
  let at = parseDate(day)
  for (let n = 0; n < MOST_DAYS && at.toString() <= lastDay && found.length <= addedClassesMost; n++) {
    const is = at.toString()
    if (days.includes(weekdayOf(is)) && !holidayOn(is, off)) found.push(is)
    at = at.add({ days: 1 })
  }
  return found
}

/**
 * The classes of a pattern, with their corrections; `#` in a name becomes the class's number among the remaining ones.
 */
export function plan(pattern: Pattern, off: DaysOff): Planned[] {
  const { name, room, from, until, corrected, leftOut } = pattern
  let number = 0
  return daysOf(pattern, off).map((day) => {
    const isLeftOut = leftOut.includes(day)
    if (!isLeftOut) number++
    const named = name.replaceAll('#', String(number))
    return { name: named, room, day, from, until, ...corrected[day], key: day, isLeftOut }
  })
}
