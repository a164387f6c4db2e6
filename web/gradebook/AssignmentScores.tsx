import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { AppLink } from '../AppLink.tsx'
import { myAssignments } from '../assignments/queries.ts'
import { Score } from '../assignments/Score.tsx'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import type { Tone } from '../ui/tone.ts'
import { useFirst } from '../useFirst.ts'
import { byDue, hasComment, type Status, statusOf } from './rules.ts'

const tones: Record<Status, Tone> = { assigned: 'neutral', submitted: 'note', graded: 'done' }

/** As many as are not below the window. A row is no lower than this, so the page can be scrolled to where it was. */
const FIRST = 6
const ROW_REM = 3

// On a phone each row is a block of its own, and browsers then forget that it is a table.
const is = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
  rowHead: { role: 'rowheader' },
  cell: { role: 'cell' },
}

export function AssignmentScores() {
  const t = useText().gradebook
  const rows = byDue(useSuspenseQuery(myAssignments(useCourseId())).data)
  const drawn = useFirst(rows, FIRST)
  if (rows.length === 0) {
    return (
      <Card>
        <Empty compact drawing={<DeskDrawing />} title={t.noAssignments} text={t.noAssignmentsText} />
      </Card>
    )
  }
  return (
    <Card pad="none" className="overflow-hidden" style={{ minHeight: `${(rows.length - drawn.length) * ROW_REM}rem` }}>
      <table {...is.table} aria-label={t.assignments} className="w-full text-sm max-md:block">
        <thead {...is.group} className="max-md:sr-only">
          <tr {...is.row} className="border-line border-b text-ink-soft">
            {Object.values(t.columns).map((word) => (
              <th {...is.head} key={word} scope="col" className="px-3 py-3 text-start font-medium first:ps-6 last:pe-6">
                {word}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...is.group} className="divide-y divide-line max-md:block">
          {drawn.map((one) => (
            <Row key={one._id} assignment={one} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

function Row({ assignment }: { assignment: AssignmentSummary }) {
  const t = useText().gradebook
  const courseId = useCourseId()
  const { _id, assignment_name: name, assignment_due: due, submitted, my, assignment_score: max } = assignment
  const status = statusOf(assignment)
  return (
    <tr {...is.row} className="max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2 max-md:p-4">
      <th
        {...is.rowHead}
        scope="row"
        className="break-words px-3 py-3 text-start font-medium text-base max-md:col-span-2 max-md:p-0 md:max-w-64 md:ps-6"
      >
        <AppLink
          to={`/course/${courseId}/assignments/${_id}/preview`}
          className="touch-target rounded-sm hover:underline"
        >
          {name}
        </AppLink>
      </th>
      <Cell name={t.columns.due}>{due ? <When iso={due} /> : <span className="text-ink-soft">{t.noDue}</span>}</Cell>
      <Cell name={t.columns.submitted}>
        {submitted ? <When iso={submitted} /> : <span className="text-ink-soft">{t.notSubmitted}</span>}
      </Cell>
      <Cell name={t.columns.status}>
        <Badge tone={tones[status]} icon={status === 'assigned' ? null : undefined}>
          {t.status[status]}
        </Badge>
      </Cell>
      <Cell name={t.columns.score}>
        <Score feedback={my?.feedback} max={max} />
      </Cell>
      <Cell name={t.columns.feedback}>
        {hasComment(assignment) ? (
          <AppLink
            to={`/course/${courseId}/assignments/${_id}/worksheet`}
            look="text"
            className="touch-target"
            aria-label={t.viewOf(name)}
          >
            {t.view}
          </AppLink>
        ) : (
          <>
            <span aria-hidden="true" className="text-ink-soft">
              –
            </span>
            <span className="sr-only">{t.none}</span>
          </>
        )}
      </Cell>
    </tr>
  )
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td {...is.cell} className="px-3 py-3 tabular-nums max-md:p-0 md:last:pe-6">
      <span aria-hidden="true" className="block text-ink-soft text-xs md:hidden">
        {name}
      </span>
      {children}
    </td>
  )
}

function When({ iso }: { iso: string }) {
  return (
    <Time iso={iso} exact={exact(iso)}>
      {dateTime(iso)}
    </Time>
  )
}

export function AssignmentScoresSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card pad="none">
        {[0, 1, 2, 3, 4, 5].map((n) => (
          <div key={n} className="px-4 py-3 sm:px-6">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/3 text-sm md:hidden" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
