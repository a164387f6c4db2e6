import { useSuspenseQuery } from '@tanstack/react-query'
import { myAssignments } from '../assignments/queries.ts'
import { useWide } from '../common/useWide.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { useFirst } from '../loading/useFirst.ts'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { byDue } from './rules.ts'
import { ScoreRow } from './ScoreRow.tsx'
import { ScoreTable } from './ScoreTable.tsx'

/** As many rows as fit in the window. Real rows are at least this high, so the scroll position can be restored. */
const FIRST = 6
const ROW_REM = 2.75

/** A table on wide screens, else rows that open. */
export function AssignmentScores() {
  const t = useText().gradebook
  const wide = useWide()
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
      {wide ? (
        <ScoreTable rows={drawn} />
      ) : (
        <ul aria-label={t.assignments} className="divide-y divide-line">
          {drawn.map((one) => (
            <li key={one._id}>
              <ScoreRow assignment={one} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export function AssignmentScoresSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card pad="none">
        {[0, 1, 2, 3, 4, 5].map((n) => (
          <div key={n} className="px-4 py-2.5 sm:px-6 md:py-3">
            <Skeleton className="w-2/3" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
