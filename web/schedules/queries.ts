import { schedules } from '../../contract/schedules.ts'
import { query } from '../loading/call.ts'

export const mySchedules = (course_id: string) => query(schedules.mine, { course_id })
