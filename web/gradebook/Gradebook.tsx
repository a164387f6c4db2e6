import { useSuspenseQuery } from '@tanstack/react-query'
import type { GradebookRow } from '../../contract/gradebook.ts'
import { useWide } from '../common/useWide.ts'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { BarMeter } from '../ui/BarMeter.tsx'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { ExpandRow } from '../ui/ExpandRow.tsx'
import { ScoreBadge } from '../ui/ScoreBadge.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { gradebookOf } from './queries.ts'
import { shownRows } from './rules.ts'

/** A table on wide screens, else rows that open. */
export function Gradebook() {
  const t = useText().gradebook
  const wide = useWide()
  const rows = shownRows(useSuspenseQuery(gradebookOf(useCourseId())).data)
  if (rows.length === 0) {
    return (
      <Card>
        <Empty compact drawing={<DeskDrawing />} title={t.empty} text={t.emptyText} />
      </Card>
    )
  }
  return (
    <Card pad="none" className="overflow-hidden">
      {wide ? (
        <Table rows={rows} />
      ) : (
        <ul aria-label={t.title} className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row._id}>
              <OpenRow row={row} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Table({ rows }: { rows: GradebookRow[] }) {
  const t = useText().gradebook
  return (
    <table className="w-full">
      <thead>
        <tr className="border-line border-b text-ink-soft text-sm">
          <th scope="col" className="px-6 py-3 text-start font-medium">
            {t.evaluation}
          </th>
          <th scope="col" className="px-6 py-3 text-end font-medium">
            {t.score}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <tr key={row._id}>
            <th scope="row" className="px-6 py-3 text-start align-middle font-medium">
              <span className="wrap-anywhere">{row.gradable_name}</span>
              <Place row={row} className="mt-2" />
            </th>
            <td className="whitespace-nowrap px-6 py-3 text-end align-middle tabular-nums">
              {row.score === null ? (
                <span className="text-ink-soft text-sm">{row.excused ? t.explain.fates.excused : t.noScore}</span>
              ) : (
                <>
                  <span className="font-semibold text-lg">{number(row.score)}</span>
                  {row.gradable_score > 0 && <span className="text-ink-soft"> / {number(row.gradable_score)}</span>}
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On a phone: name and score, and the position in the class when it is open. */
function OpenRow({ row }: { row: GradebookRow }) {
  const t = useText().gradebook
  const { gradable_name: name, score, gradable_score: max, class_mean: mean } = row
  if (score === null || (max === 0 && mean === null)) {
    return (
      <p className="flex min-h-11 items-center gap-2 py-1.5 ps-4 pe-10.5">
        <span className="wrap-anywhere min-w-0 flex-1 font-medium">{name}</span>
        {score === null ? (
          <span className="shrink-0 text-ink-soft text-sm">{row.excused ? t.explain.fates.excused : t.noScore}</span>
        ) : (
          <ScoreBadge score={number(score)} />
        )}
      </p>
    )
  }
  const words = max > 0 ? t.outOf(number(score), number(max)) : number(score)
  return (
    <ExpandRow
      dense
      title={name}
      meta={<ScoreBadge score={score} max={max > 0 ? max : undefined} label={`${t.score}: ${words}`} />}
    >
      <Place row={row} />
    </ExpandRow>
  )
}

/** Where a score and the class's average stand between zero and the maximum. */
function Place({ row, className = '' }: { row: GradebookRow; className?: string }) {
  const t = useText().gradebook
  const { gradable_name: name, score, gradable_score: max, class_mean: mean } = row
  if (score === null || (max === 0 && mean === null)) return null
  return (
    <div className={`grid gap-2 ${className}`}>
      {max > 0 && (
        <BarMeter
          className="max-w-3xl"
          value={score}
          max={max}
          label={name}
          valueText={t.outOf(number(score), number(max))}
          mean={mean ?? undefined}
        />
      )}
      {mean !== null && <span className="font-normal text-ink-soft text-xs">{t.mean(number(mean))}</span>}
    </div>
  )
}

export function GradebookSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card pad="none">
        {[0, 1, 2, 3, 4].map((n) => (
          <div key={n} className="flex items-center justify-between gap-6 px-4 py-2.5 sm:px-6 md:py-3">
            <div className="flex-1">
              <Skeleton className="w-1/3" />
              <Skeleton className="mt-2 w-full max-w-md text-xs max-md:hidden" />
              <Skeleton className="mt-2 w-28 text-xs max-md:hidden" />
            </div>
            <Skeleton className="w-16 md:text-lg" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
