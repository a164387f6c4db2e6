import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Step } from '../../contract/gradebook.ts'
import { type Item, type Letter, scoreNeeded, totalOf } from '../../contract/totals.ts'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { explainOf } from './queries.ts'
import { TotalExplained } from './TotalExplained.tsx'

/** As for staff: a larger number is no score. */
const MOST = 999_999.99

/** The explanation of a student's total, and the total with other scores. */
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
  const now = new Date(serverNow())
  const items = data.items.map((item) => withScore(item, tried[item._id] ?? item.score))
  const total = totalOf(items, data.categories, data.letters, now)
  const outside = new Set(
    total.parts.flatMap(({ lines }) => lines.flatMap(({ _id, fate }) => (fate === 'outside' ? [_id] : []))),
  )
  const open = data.items.filter(
    ({ _id, score, excused, max }) => score === null && !excused && max > 0 && !(_id in tried) && !outside.has(_id),
  )
  const { categories } = data

  return (
    <div className="grid gap-6">
      {data.final && (
        <div>
          <p className="text-lg">
            {t.final}:{' '}
            <strong>{data.final.letter ?? (data.final.score === null ? '–' : number(data.final.score))}</strong>
            {data.final.letter !== null && data.final.score !== null && ` (${number(data.final.score)}%)`}
          </p>
          {data.final.score !== total.percent && <p className="text-ink-soft text-sm">{t.finalStays}</p>}
        </div>
      )}
      <TotalExplained
        total={total}
        isTried={Object.keys(tried).length > 0}
        below={({ _id, score }) => {
          const { steps, score: given } = data.items.find((item) => item._id === _id) ?? { steps: [], score: null }
          return score === given && steps.map((step) => <StepOf key={step.how} step={step} />)
        }}
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
                return score === null || score < 0 || score > MOST ? rest : { ...rest, [_id]: score }
              })
            }
          />
        )}
      />
      {data.items.length > 0 && <p className="text-ink-soft text-sm">{t.whatIfHelp}</p>}
      {open.length > 0 && <Needed open={open} letters={data.letters} by={{ items, categories, now }} />}
    </div>
  )
}

function StepOf({ step: { how, before, after, days = 0, keeps = 0 } }: { step: Step }) {
  const t = useText().gradebook.explain
  const why = how === 'late' ? t.late(days, number(keeps)) : t.curves[how]
  return <span className="block text-sm tabular-nums">{t.step(number(before), number(after), why)}</span>
}

interface NeededProps {
  /** The items without a score. */
  open: Item[]
  letters: Letter[]
  by: Parameters<typeof scoreNeeded>[2]
}

/** The score that each letter needs in one item, by default in the one with most points. */
function Needed({ open, letters, by }: NeededProps) {
  const t = useText().gradebook.explain
  const [chosen, setChosen] = useState('')
  const item = open.find(({ _id }) => _id === chosen) ?? open.reduce((a, b) => (b.max > a.max ? b : a))
  return (
    <section aria-label={t.needed} className="grid gap-2">
      <Select
        label={t.needed}
        value={item._id}
        onChange={setChosen}
        options={open.map(({ _id, name }) => ({ value: _id, label: name }))}
      />
      <ul className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
        {letters.map(({ letter, from }) => {
          const score = scoreNeeded(from, item, by)
          return <li key={letter}>{t.neededFor(letter, score === null ? t.notReached : number(score))}</li>
        })}
      </ul>
    </section>
  )
}

const withScore = (item: Item, score: number | null): Item => ({
  ...item,
  score,
  excused: item.excused && score === null,
})
