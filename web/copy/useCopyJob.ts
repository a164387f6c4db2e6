import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { jobs } from '../../contract/jobs.ts'
import { coursesChanged } from '../join/queries.ts'
import { isTransient, query } from '../loading/call.ts'

/** In ms, how often the screen polls a running job. */
const LOOK_MS = 1_000

/** The state of a copy; undefined before it is ordered, and `unseen` once the person may not see it any more. */
export function useCopyJob(job: string | undefined): 'queued' | 'running' | 'done' | 'failed' | 'unseen' | undefined {
  const { data, error } = useQuery({
    ...query(jobs.one, { job_id: job ?? '' }),
    enabled: job !== undefined,
    refetchInterval: ({ state: { data, error } }) => (isOver(data?.state) || isUnseen(error) ? false : LOOK_MS),
  })
  const state = job === undefined ? undefined : isUnseen(error) ? 'unseen' : data?.state
  useEffect(() => {
    if (state === 'done') coursesChanged()
  }, [state])
  return state
}

const isOver = (state: string | undefined) => state === 'done' || state === 'failed'
const isUnseen = (error: unknown) => error !== null && !isTransient(error)

export interface Semester {
  course_academic_year: string
  course_semester: string
}

/** The semester after another, a copy's usual target; after the second comes the first of the next year. */
export const nextSemester = ({ course_academic_year: year, course_semester: semester }: Semester): Semester =>
  semester === '1'
    ? { course_academic_year: year, course_semester: '2' }
    : { course_academic_year: String(Number(year) + 1), course_semester: '1' }
