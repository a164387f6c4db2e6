import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { courses } from '../../contract/courses.ts'
import { query } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'

export interface Wanted {
  number: string
  year: number
  semester: number
}

const findOf = ({ number, year, semester }: Wanted) =>
  query(courses.find, {}, { search: number, year: String(year), semester: String(semester) })

/** The courses of a number; nothing is asked, and nothing there, while nothing is wanted. */
export function useFound(wanted: Wanted | undefined) {
  return useQuery({
    ...findOf(wanted ?? { number: '', year: 0, semester: 0 }),
    enabled: wanted !== undefined,
    placeholderData: wanted && keepPreviousData,
  })
}

/** The person is on one course more: everything that knows of their courses is read again. */
export function coursesChanged(): void {
  void queries.invalidateQueries({ queryKey: ['courses'] })
  void queries.invalidateQueries({ queryKey: ['users', 'notifications'] })
}

/** Minutes to wait, for words: `ms` rounded up. */
export const minutesOf = (ms: number): number => Math.max(1, Math.ceil(ms / 60_000))
