import { parseAbsolute } from '@internationalized/date'
import type { CourseDate } from '../../contract/staff/dates.ts'

/** What tells a date from the others of its course. */
export const keyOf = ({ _id, field }: Pick<CourseDate, '_id' | 'field'>): string => `${_id} ${field}`

/** So many days later, at the same time of day in the zone of the course, whatever its clocks do meanwhile. */
export const shifted = (iso: string, days: number, zone: string): string =>
  parseAbsolute(iso, zone).add({ days }).toAbsoluteString()

/** The new dates that differ from what the server has, by their keys. */
export function changedOf(dates: CourseDate[], next: Record<string, string>): CourseDate[] {
  return dates.flatMap((one) => {
    const at = next[keyOf(one)]
    return at === undefined || Date.parse(at) === Date.parse(one.at) ? [] : [{ ...one, at }]
  })
}
