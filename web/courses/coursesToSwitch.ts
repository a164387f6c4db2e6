import type { CourseCard } from '../../contract/courses.ts'
import { semestersOf } from './semesters.ts'

/** How many stand in the list at most; a word more of the search finds the others. */
const MOST = 30

/**
 * The course that one is in, then the others of the person's latest semester; what is searched is found in those of every
 * semester, by name or number.
 */
export function coursesToSwitch(mine: CourseCard[], courseId: string, search: string): CourseCard[] {
  const words = search.trim().toLowerCase()
  const semesters = semestersOf(mine)
  if (words)
    return semesters
      .flatMap(({ courses }) => courses)
      .filter(({ course_name, course_code }) => `${course_code} ${course_name}`.toLowerCase().includes(words))
      .slice(0, MOST)
  const here = mine.filter(({ course_id }) => course_id === courseId)
  const others = semesters[0]?.courses.filter(({ course_id }) => course_id !== courseId) ?? []
  return [...here, ...others].slice(0, MOST)
}
