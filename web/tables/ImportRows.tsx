import { useMemo, useRef, useState } from 'react'
import type { EmptiedSection } from '../../contract/staff/roster.ts'
import type { Fate } from '../../contract/staff/tables.ts'
import { useWide } from '../common/useWide.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Badge } from '../ui/Badge.tsx'
import { ScrollBox } from '../ui/ScrollBox.tsx'
import { useRowWindow } from '../ui/useRowWindow.ts'
import type { Counts, Row } from './ImportTable.tsx'

/** In px; the row's class has both. On a phone the outcome of a row has two lines. */
const [ROW, HIGH_ROW] = [56, 88]
/** Rows that need a look come first. */
const fates = ['refused', 'new', 'changed', 'unchanged'] as const

interface Words {
  name: string
  email: string
  says: string
}

interface Props<R extends Row> {
  rows: R[]
  absent: number
  emptied?: EmptiedSection[] | undefined
  more?: { unchanged: number; refused: number }
  counts: Counts
  wordsOf: (row: R) => Words
}

/** The outcome of each row of the file: refused rows first, with a filter by outcome. */
export function ImportRows<R extends Row>(props: Props<R>) {
  const { rows: all, absent, emptied = [], more, counts, wordsOf } = props
  const { importing: t, people } = useAuthoring()
  const unlisted = (more?.unchanged ?? 0) + (more?.refused ?? 0)
  const [only, setOnly] = useState<Fate>()
  const rows = useMemo(
    () =>
      only
        ? all.filter(({ fate }) => fate === only)
        : all.toSorted((a, b) => fates.indexOf(a.fate) - fates.indexOf(b.fate)),
    [all, only],
  )
  const box = useRef<HTMLDivElement>(null)
  const height = useWide() ? ROW : HIGH_ROW
  const { from, to } = useRowWindow(box, rows.length, height)
  return (
    <section aria-label={t.fatesTitle} className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {fates.map((fate) => (
          <button
            key={fate}
            type="button"
            aria-pressed={only === fate}
            disabled={counts[fate] === 0}
            onClick={() => setOnly(only === fate ? undefined : fate)}
            className="min-h-9 rounded-full border border-line px-3 font-medium text-sm tabular-nums disabled:text-ink-soft aria-pressed:border-accent aria-pressed:bg-accent-soft"
          >
            {t.fates[fate]} {counts[fate]}
          </button>
        ))}
      </div>
      {absent > 0 && <p className="text-ink-soft text-sm">{t.absent(absent)}</p>}
      {emptied.map((one) => (
        <p key={one.section} className="text-sm">
          {people.emptied(one)}
        </p>
      ))}
      <ScrollBox ref={box} aria-label={t.fatesTitle} className="max-h-96 overflow-y-auto rounded-lg border border-line">
        <ul className="relative" style={{ height: rows.length * height }}>
          {rows.slice(from, to).map((row, i) => (
            <OneRow key={`${row.line} ${row.gradable_id ?? ''}`} {...row} {...wordsOf(row)} top={(from + i) * height} />
          ))}
        </ul>
      </ScrollBox>
      {unlisted > 0 && <p className="text-ink-soft text-sm">{t.unlisted(unlisted)}</p>}
    </section>
  )
}

const tones = { refused: 'wrong', new: 'done', changed: 'accent', unchanged: 'neutral' } as const

function OneRow({ line, fate, name, email, says, top }: Row & Words & { top: number }) {
  const t = useAuthoring().importing
  return (
    <li
      className="absolute inset-x-0 grid h-22 grid-cols-[auto_auto_minmax(0,1fr)] content-center items-center gap-x-3 border-line border-b px-3 text-sm md:h-14 md:grid-cols-[2.5rem_auto_minmax(0,1fr)]"
      style={{ top }}
    >
      <span className="text-ink-soft tabular-nums md:row-span-2">{line}</span>
      <span className="md:row-span-2">
        <Badge tone={tones[fate]}>{t.fates[fate]}</Badge>
      </span>
      <span className="truncate font-medium">
        {name || email || '–'} {name && email && <span className="font-normal text-ink-soft">{email}</span>}
      </span>
      <span
        className="max-md:wrap-anywhere text-ink-soft max-md:col-span-3 max-md:line-clamp-2 md:col-start-3 md:truncate"
        title={says}
      >
        {says}
      </span>
    </li>
  )
}
