import { useQuery } from '@tanstack/react-query'
import type { Can, Course } from '../../contract/courses.ts'
import { courseOf, useCourseId } from './queries.ts'

const student = { work: true, author: false, people: false, grade: false, release: false, settings: false }

/** What the course says of its reader. Its header asks for it; where that has no answer, the reader is told what students are. */
export function useOwnPlace(): Pick<Course, 'role' | 'can'> {
  const { data } = useQuery({ ...courseOf(useCourseId()), enabled: false })
  return data ?? { role: 'student', can: student }
}

/** What the reader may do in the course. */
export const useCan = (): Can => useOwnPlace().can
