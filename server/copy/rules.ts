import { parseAbsolute, parseDate, toCalendarDate } from '@internationalized/date'

export interface Plan {
  /** The course's time zone (IANA). */
  zone: string
  /** Days in the zone, such as 2026-08-10. */
  first_day: string
  new_first_day: string
  holidays: string[]
}

const DAY_MS = 86_400_000

/** How many days later the copy is. */
const daysBetween = ({ first_day, new_first_day }: Plan): number => {
  const dayOf = (day: string) => parseDate(day).toDate('UTC').getTime() / DAY_MS
  return dayOf(new_first_day) - dayOf(first_day)
}

/**
 * The time of a thing in the copy: so many days later at the same time of day in the zone, and on the next day that is
 * no holiday.
 */
export function movedTo(at: Date, plan: Plan): { at: Date; holiday: boolean } {
  const off = new Set(plan.holidays)
  let then = parseAbsolute(at.toISOString(), plan.zone).add({ days: daysBetween(plan) })
  const isOff = () => off.has(toCalendarDate(then).toString())
  const holiday = isOff()
  while (isOff()) then = then.add({ days: 1 })
  return { at: then.toDate(), holiday }
}
