import { useQuery } from '@tanstack/react-query'
import type { Course } from '../../contract/courses.ts'
import { courseOf, useCourseId } from './queries.ts'

/** What the course says of its reader. Its header asks for it; where that has no answer, the reader is told what students are. */
export function useOwnPlace(): Pick<Course, 'role' | 'can'> {
  const { data } = useQuery({ ...courseOf(useCourseId()), enabled: false })
  return data ?? { role: 'student', can: { work: true } }
}

/** What the reader may do in the course. */
export const useCan = (): Course['can'] => useOwnPlace().can
