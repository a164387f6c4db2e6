import { useQuery } from '@tanstack/react-query'
import { myAssignments } from '../assignments/queries.ts'
import { useCan, useCourse } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { shifted } from '../dates/moves.ts'
import { useKeySeen } from '../grading/useKeyShown.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { serverNow } from '../loading/call.ts'

/** How many works are looked at, those that close nearest to now: some lists of submissions are as long as the course. */
const MOST = 10

/**
 * The works that a student with `days` extra days, rather than `before`, can hand in once their right answers are out;
 * none for a person who does not grade.
 */
export function OpenedAgain({ before, days }: { before: number; days: number }) {
  const { keyRest } = useAuthoring().people
  const course_id = useCourseId()
  const zone = useCourse()?.zone ?? 'UTC'
  const isAsked = useCan().grade && days > before
  const { data: list = [] } = useQuery({ ...myAssignments(course_id), enabled: isAsked })
  const now = serverNow()
  const until = (closes: string, more: number) => Date.parse(shifted(closes, more, zone))
  const works = list
    .flatMap(({ _id, assignment_name: name, assignment_closes: closes }) =>
      isAsked && closes && until(closes, days) > now
        ? [{ _id, name, was: until(closes, before), is: until(closes, days) }]
        : [],
    )
    .sort((a, b) => Math.abs(a.was - now) - Math.abs(b.was - now))
  return (
    <div role="status" className="grid gap-1 font-medium text-late text-sm empty:hidden">
      {works.slice(0, MOST).map((work) => (
        <KeySeen key={work._id} {...work} isOpen={work.was > now} />
      ))}
      {works.length > MOST && <p className="font-normal text-ink-soft">{keyRest(works.length - MOST)}</p>}
    </div>
  )
}

interface Work {
  _id: string
  name: string
  /** When it closes for the student as it is, and with more days. */
  was: number
  is: number
  isOpen: boolean
}

function KeySeen({ _id, name, was, is, isOpen }: Work) {
  const { keyOut, keyPlanned } = useAuthoring().people
  const seen = useKeySeen(_id, !isOpen)
  if (!seen || (seen.from === null && isOpen)) return null
  if (seen.from === null) return <p>{keyOut(name)}</p>
  const at = Date.parse(seen.from)
  return was <= at && at < is ? <p>{keyPlanned(name, dateTime(seen.from))}</p> : null
}
