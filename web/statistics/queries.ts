import { statistics } from '../../contract/staff/statistics.ts'
import { query } from '../loading/call.ts'

export const statisticsOf = (course_id: string, asgn_id: string) => query(statistics.assignment, { course_id, asgn_id })
export const courseStatisticsOf = (course_id: string) => query(statistics.course, { course_id })
