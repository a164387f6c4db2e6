import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { courses } from '../../contract/courses.ts'
import { query } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'

export interface CourseQuery {
  number: string
  year: number
  semester: number
}

const findOf = ({ number, year, semester }: CourseQuery) =>
  query(courses.find, {}, { search: number, year: String(year), semester: String(semester) })

/** The courses with a code; without a search, no request and no results. */
export function useFound(wanted: CourseQuery | undefined) {
  return useQuery({
    ...findOf(wanted ?? { number: '', year: 0, semester: 0 }),
    enabled: wanted !== undefined,
    placeholderData: wanted && keepPreviousData,
  })
}

/** The person joined a course: everything that depends on their courses loads again. */
export function coursesChanged(): void {
  void queries.invalidateQueries({ queryKey: ['courses'] })
  void queries.invalidateQueries({ queryKey: ['users', 'notifications'] })
}

/** The minutes to wait, for words: `ms` rounded up. */
export const minutesOf = (ms: number): number => Math.max(1, Math.ceil(ms / 60_000))
