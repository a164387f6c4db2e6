import { searched } from '../../contract/comparedText.ts'
import type { CourseCard } from '../../contract/courses.ts'
import { semestersOf } from './semesters.ts'

/** The most courses in the list; one more word in the search finds the others. */
const MOST = 30

/**
 * The open course, then the others of the person's latest semester. A search covers every semester, by name or code.
 */
export function coursesToSwitch(mine: CourseCard[], courseId: string, search: string): CourseCard[] {
  const words = searched(search.trim())
  const semesters = semestersOf(mine)
  if (words)
    return semesters
      .flatMap(({ courses }) => courses)
      .filter(({ course_name, course_code }) => searched(`${course_code} ${course_name}`).includes(words))
      .slice(0, MOST)
  const here = mine.filter(({ course_id }) => course_id === courseId)
  const others = semesters[0]?.courses.filter(({ course_id }) => course_id !== courseId) ?? []
  return [...here, ...others].slice(0, MOST)
}
