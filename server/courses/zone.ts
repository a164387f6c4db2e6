import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'

/** The zone, by its IANA name, in which the days and hours of a course are meant. */
export const getZone = async (db: Db, courseId: string): Promise<string> =>
  found(await db.selectFrom('courses').select('zone').where('id', '=', courseId).executeTakeFirst()).zone

/** Whether this server knows a zone of that name. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    // An offset, such as +07:00, has no summer time and no name.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
