import { parseAbsolute } from '@internationalized/date'
import type { CourseDate } from '../../contract/staff/dates.ts'

/** The key of a date in its course. */
export const keyOf = ({ _id, field }: Pick<CourseDate, '_id' | 'field'>): string => `${_id} ${field}`

/** So many days later, at the same time of day in the course's zone, also across a change of the clocks. */
export const shifted = (iso: string, days: number, zone: string): string =>
  parseAbsolute(iso, zone).add({ days }).toAbsoluteString()

/** The new dates that differ from the server's, by key. */
export function changedOf(dates: CourseDate[], next: Record<string, string>): CourseDate[] {
  return dates.flatMap((one) => {
    const at = next[keyOf(one)]
    return at === undefined || Date.parse(at) === Date.parse(one.at) ? [] : [{ ...one, at }]
  })
}
