import { dates } from '../../contract/staff/dates.ts'
import { query } from '../loading/call.ts'

export const datesOf = (course_id: string) => query(dates.list, { course_id })
export const checkOf = (course_id: string) => query(dates.check, { course_id })
