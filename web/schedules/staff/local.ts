import { parseAbsolute, parseDateTime, toZoned } from '@internationalized/date'
import type { Course } from '../../../contract/courses.ts'

/** The zone of a course that has set none. */
const usualZone = 'Asia/Bangkok'

/** The course's time zone by its IANA name, in which its days and hours are meant. */
export const zoneOf = (course: Pick<Course, 'course_id' | 'zone'> | undefined): string => course?.zone ?? usualZone

/** A day as YYYY-MM-DD and a time as HH:mm, by the clock of a zone. */
interface Local {
  day: string
  time: string
}

/** The clock of the zone at an instant. */
export function localOf(iso: string, zone: string): Local {
  const [day = '', time = ''] = parseAbsolute(iso, zone).toString().split('T')
  return { day, time: time.slice(0, 5) }
}

/** The instant at which the zone's clock shows that; when summer time skips it, the next instant that exists. */
export const instantOf = ({ day, time }: Local, zone: string): string =>
  toZoned(parseDateTime(`${day}T${time}`), zone)
    .toDate()
    .toISOString()

/** Reads a time as people write it, such as 9, 9:00, 09.30 or 930, as HH:mm. */
export function timeIn(text: string): string | undefined {
  const [, hours, minutes = '00'] =
    /^\s*(\d{1,2})\s*$/.exec(text) ?? /^\s*(\d{1,2})\s*[:.]?\s*(\d{2})\s*$/.exec(text) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}
