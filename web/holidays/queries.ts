import { holidays } from '../../contract/staff/holidays.ts'
import { query } from '../loading/call.ts'

export const holidaysOf = (course_id: string) => query(holidays.list, { course_id })
