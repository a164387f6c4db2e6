import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { type OfflineRow, offline } from '../../contract/staff/offline.ts'
import { worksheetOf } from '../assignments/queries.ts'
import { useListAddress } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { mostOf, namesOf } from '../grading/parts.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { callForm } from '../loading/callForm.ts'
import { queries } from '../loading/queryClient.ts'
import { ImportTable } from '../tables/ImportTable.tsx'

/** Imports points and comments from a file, with a preview of each work before and after. */
export default function ImportDialog() {
  const course_id = useCourseId()
  if (!useCan().grade) return <Navigate to={`/course/${course_id}/assignments`} replace />
  return <Import course_id={course_id} />
}

function Import({ course_id }: { course_id: string }) {
  const { offline: t, grading } = useAuthoring()
  const { assignments } = useText()
  const { asgn_id = '' } = useParams()
  const list = useListAddress(`/course/${course_id}/assignments/${asgn_id}/submissions`)
  const { data: assignment } = useSuspenseQuery(worksheetOf(course_id, asgn_id))
  const names = namesOf({ sheet: assignment }, assignments)
  const most = mostOf({ sheet: assignment })
  /** A value that is probably a slip, but may be meant. */
  const isMore = (part: string, after: string) => {
    const points = most.get(part)
    return points && Number(after) > points ? [t.moreThan(points)] : []
  }
  const said = (points: string | null | undefined) => points ?? '–'
  const nameOf = ({ hidden, name, _id, value = '' }: OfflineRow) =>
    hidden === undefined ? name || (_id ? t.someWork : value) : grading.hiddenName(hidden.number, hidden.is_group)
  function saysOf({
    fate,
    problem,
    value = '',
    parts,
    comment,
    before,
    after,
    as_whole,
    released,
  }: OfflineRow): string {
    const changes = [
      ...parts.flatMap(({ part, before, after }) => [
        t.change(names.get(part) ?? t.someWork, said(before), after),
        ...isMore(part, after),
      ]),
      ...(comment ? [t.otherComment] : []),
    ]
    if (problem) return [t.problems[problem](value), ...changes].join(' · ')
    if (fate === 'unchanged') return t.same
    const score = parts.length > 0 ? [t.change(t.score, said(before), said(after))] : []
    return [...score, ...changes, ...(as_whole ? [t.asWhole] : []), ...(released ? [t.seen] : [])].join(' · ')
  }
  return (
    <ImportTable<OfflineRow>
      {...{ title: t.import, list, noun: 'assignments', help: t.help, done: t.imported, apply: t.apply }}
      unplaced={t.unplacedText}
      kinds={{
        ...{ '': t.ignored, work: t.work, revision: t.revision, name: t.name, email: t.email, comment: t.comment },
        ...Object.fromEntries(names),
      }}
      wordsOf={(row) => ({ name: nameOf(row), email: '', says: saysOf(row) })}
      send={(file, query) => callForm(offline.import, { params: { course_id, asgn_id }, query, file })}
      onDone={() =>
        Promise.all([
          queries.invalidateQueries({ queryKey: ['courses', course_id, 'assignments', asgn_id] }),
          queries.invalidateQueries({ queryKey: ['courses', course_id, 'submissions'] }),
        ])
      }
    />
  )
}
