import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Item, scoreNeeded, totalOf } from '../../contract/totals.ts'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { explainOf } from './queries.ts'
import { TotalExplained } from './TotalExplained.tsx'

/** How a student's total adds up, and what it would be with other scores. */
export default function ExplainDialog({ onClose }: { onClose: () => void }) {
  const { close, gradebook: t, loading } = useText()
  return (
    <Dialog title={t.explain.open} closeLabel={close} onClose={onClose} size="md">
      <Load
        compact
        fallback={
          <SkeletonGroup label={loading}>
            <Skeleton />
            <Skeleton />
          </SkeletonGroup>
        }
      >
        <Explained />
      </Load>
    </Dialog>
  )
}

function Explained() {
  const t = useText().gradebook.explain
  const { data } = useSuspenseQuery(explainOf(useCourseId()))
  const [tried, setTried] = useState<Record<string, number>>({})
  const now = new Date()
  const items = data.items.map((item) => withScore(item, tried[item._id] ?? item.score))
  const total = totalOf(items, data.categories, data.letters, now)
  const open = data.items.find(
    ({ _id, score, excused, max }) => score === null && !excused && max > 0 && !(_id in tried),
  )
  const needs = open && data.letters.map(({ letter, from }) => ({ letter, score: needed(open, from) }))

  function needed(item: Item, from: number): number | null {
    return scoreNeeded(from, item, (score) => {
      const all = items.map((one) => (one._id === item._id ? withScore(one, score) : one))
      return totalOf(all, data.categories, data.letters, now).percent
    })
  }

  return (
    <div className="grid gap-6">
      {data.final && (
        <p className="text-lg">
          {t.final}:{' '}
          <strong>{data.final.letter ?? (data.final.score === null ? '–' : number(data.final.score))}</strong>
        </p>
      )}
      <TotalExplained
        total={total}
        beside={({ _id, name }) => (
          <NumberField
            label={t.tryOf(name)}
            hideLabel
            placeholder={t.whatIf}
            className="w-28"
            min={0}
            step="any"
            value={tried[_id] ?? null}
            onChange={(score) =>
              setTried((now) => {
                const { [_id]: _, ...rest } = now
                return score === null || score < 0 ? rest : { ...rest, [_id]: score }
              })
            }
          />
        )}
      />
      <p className="text-ink-soft text-sm">{t.whatIfHelp}</p>
      {needs && (
        <section className="grid gap-2">
          <h3 className="wrap-anywhere font-semibold">{t.needed(open.name)}</h3>
          <ul className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
            {needs.map(({ letter, score }) => (
              <li key={letter}>{t.neededFor(letter, score === null ? t.notReached : number(score))}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const withScore = (item: Item, score: number | null): Item => ({
  ...item,
  score,
  excused: item.excused && score === null,
})
