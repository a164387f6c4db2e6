import { statistics } from '../../contract/staff/statistics.ts'
import { query } from '../loading/call.ts'

/** For one section, or for all. */
const ofSection = (section: string | undefined) => (section === undefined ? undefined : { section })
export const statisticsOf = (course_id: string, asgn_id: string, section?: string) =>
  query(statistics.assignment, { course_id, asgn_id }, ofSection(section))
export const courseStatisticsOf = (course_id: string, section?: string) =>
  query(statistics.course, { course_id }, ofSection(section))
