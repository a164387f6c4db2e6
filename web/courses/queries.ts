import { useParams } from 'react-router'
import { courses } from '../../contract/courses.ts'
import { query } from '../loading/call.ts'

export const myCourses = query(courses.mine, {})
export const upcoming = query(courses.upcoming, {})
export const courseOf = (course_id: string) => query(courses.one, { course_id })
export const activityOf = (course_id: string) => query(courses.activity, { course_id })

/** The id of the course in the address. */
export const useCourseId = (): string => useParams().course_id ?? ''
