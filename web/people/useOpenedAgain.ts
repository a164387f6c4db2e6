import { useQuery } from '@tanstack/react-query'
import { myAssignments, worksheetOf } from '../assignments/queries.ts'
import { useCan, useCourse } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { shifted } from '../dates/moves.ts'
import { hasKey } from '../grading/keyShown.ts'
import { submissionsOf } from '../grading/queries.ts'
import { serverNow } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'

/** How many assignments are looked at, those that closed last: the list of submissions is as long as the course. */
const MOST = 5

/**
 * The names of the assignments that are closed for a student with `before` extra days and open with `days`, and whose
 * right answers a release shows already; none for somebody who does not grade.
 */
export function useOpenedAgain(before: number, days: number): string[] {
  const course_id = useCourseId()
  const zone = useCourse()?.zone ?? 'UTC'
  const isAsked = useCan().grade && days > before
  const { data: list = [] } = useQuery({ ...myAssignments(course_id), enabled: isAsked })
  const now = serverNow()
  const isOpen = (closes: string, more: number) => Date.parse(shifted(closes, more, zone)) > now
  const opened = list
    .flatMap(({ _id, assignment_name: name, assignment_closes: closes }) =>
      isAsked && closes && !isOpen(closes, before) && isOpen(closes, days) ? [{ _id, name, closes }] : [],
    )
    .sort((a, b) => Date.parse(b.closes) - Date.parse(a.closes))
    .slice(0, MOST)
  const { data: names = [] } = useQuery({
    queryKey: ['courses', course_id, 'opened', opened.map(({ _id }) => _id)],
    queryFn: () => Promise.all(opened.map(shownIn)),
    enabled: opened.length > 0,
  })
  async function shownIn({ _id, name }: { _id: string; name: string }): Promise<string[]> {
    const { assignment_questionset } = await queries.fetchQuery(worksheetOf(course_id, _id))
    if (!hasKey(assignment_questionset)) return []
    const { items } = await queries.fetchQuery(submissionsOf(course_id, _id))
    return items.some(({ shown }) => shown) ? [name] : []
  }
  return opened.length > 0 ? names.flat() : []
}
