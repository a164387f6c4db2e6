import { useSuspenseQuery } from '@tanstack/react-query'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { BarMeter } from '../ui/BarMeter.tsx'
import { Card } from '../ui/Card.tsx'
import { DeskDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { gradebookOf } from './queries.ts'
import { shownRows } from './rules.ts'

export function Gradebook() {
  const t = useText().gradebook
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
      <table className="w-full">
        <thead>
          <tr className="border-line border-b text-ink-soft text-sm">
            <th scope="col" className="px-4 py-3 text-start font-medium sm:px-6">
              {t.evaluation}
            </th>
            <th scope="col" className="px-4 py-3 text-end font-medium sm:px-6">
              {t.score}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ _id, gradable_name: name, score, gradable_score: max, class_mean: mean }) => (
            <tr key={_id}>
              <th scope="row" className="px-4 py-3 text-start align-middle font-medium sm:px-6">
                <span className="wrap-anywhere">{name}</span>
                {score !== null && max > 0 && (
                  <BarMeter
                    className="mt-2 max-w-3xl"
                    value={score}
                    max={max}
                    label={name}
                    valueText={t.outOf(number(score), number(max))}
                    mean={mean ?? undefined}
                  />
                )}
                {score !== null && mean !== null && (
                  <span className="mt-2 block font-normal text-ink-soft text-xs">{t.mean(number(mean))}</span>
                )}
              </th>
              <td className="whitespace-nowrap px-4 py-3 text-end align-middle tabular-nums sm:px-6">
                {score === null ? (
                  <span className="text-ink-soft text-sm">{t.noScore}</span>
                ) : (
                  <>
                    <span className="font-semibold text-lg">{number(score)}</span>
                    <span className="text-ink-soft"> / {number(max)}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

export function GradebookSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      <Card pad="none">
        {[0, 1, 2, 3, 4].map((n) => (
          <div key={n} className="flex items-center justify-between gap-6 px-4 py-3 sm:px-6">
            <div className="flex-1">
              <Skeleton className="w-1/3" />
              <Skeleton className="mt-2 w-full max-w-md text-xs" />
              <Skeleton className="mt-2 w-28 text-xs" />
            </div>
            <Skeleton className="w-16 text-lg" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  )
}
