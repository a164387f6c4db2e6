import { useQuery } from '@tanstack/react-query'
import { worksheetOf } from '../assignments/queries.ts'
import { useCourseId } from '../courses/queries.ts'
import { showsKeyEarly } from './keyShown.ts'
import { submissionsOf } from './queries.ts'

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
