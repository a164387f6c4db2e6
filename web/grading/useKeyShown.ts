import { useQuery } from '@tanstack/react-query'
import { worksheetOf } from '../assignments/queries.ts'
import { useCourseId } from '../courses/queries.ts'
import { hasKey, showsKeyEarly } from './keyShown.ts'
import { plannedOf, submissionsOf } from './queries.ts'

/** Says of a moment whether a release then shows right answers while somebody can still hand in. */
export function useKeyShown(asgnId: string): (at: number) => boolean {
  const course_id = useCourseId()
  const { data: assignment } = useQuery(worksheetOf(course_id, asgnId))
  const { data: list } = useQuery(submissionsOf(course_id, asgnId))
  return (at) =>
    assignment !== undefined &&
    list !== undefined &&
    showsKeyEarly(assignment.assignment_questionset, list.latest_closing, at)
}

/**
 * From when students see right answers: the next planned release, null after a release; undefined: none is to come.
 * Whether a release was, is only asked where the `past` matters.
 */
export function useKeySeen(asgnId: string, past = true): { from: string | null } | undefined {
  const course_id = useCourseId()
  const { data: assignment } = useQuery(worksheetOf(course_id, asgnId))
  const enabled = assignment !== undefined && hasKey(assignment.assignment_questionset)
  // As long as the course.
  const { data: list } = useQuery({ ...submissionsOf(course_id, asgnId), enabled: enabled && past })
  const { data: planned } = useQuery({ ...plannedOf(course_id, asgnId), enabled })
  if (!enabled) return undefined
  if (list?.items.some(({ shown }) => shown)) return { from: null }
  const [next] = planned?.items ?? []
  return next && { from: next.at }
}
