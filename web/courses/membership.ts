import { useQuery } from '@tanstack/react-query'
import type { Can, Course } from '../../contract/courses.ts'
import { courseOf, useCourseId } from './queries.ts'

const student = { work: true, author: false, people: false, grade: false, release: false, settings: false }

/** The viewer's role and abilities, from the course that the header loads; a student's as long as it is missing. */
export function useMembership(): Pick<Course, 'role' | 'can'> {
  return useCourse() ?? { role: 'student', can: student }
}

/** The course that the header loads; undefined as long as it is missing. */
export const useCourse = (): Course | undefined => useQuery({ ...courseOf(useCourseId()), enabled: false }).data

/** The viewer's abilities in the course. */
export const useCan = (): Can => useMembership().can
