import { useMemo, useRef, useState } from 'react'
import type { Fate } from '../../contract/staff/tables.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Badge } from '../ui/Badge.tsx'
import { useRowWindow } from '../ui/useRowWindow.ts'
import type { Counts, Row } from './ImportTable.tsx'

/** In px; the row's class has it too. */
const ROW = 56
/** Those that need a look come first. */
const fates = ['refused', 'new', 'changed', 'unchanged'] as const

interface Words {
  name: string
  email: string
  says: string
}

interface Props<R extends Row> {
  rows: R[]
  absent: number
  more?: { unchanged: number; refused: number }
  counts: Counts
  wordsOf: (row: R) => Words
}

/** What becomes of each row of the file: those that are refused first, and any kind by itself. */
export function ImportRows<R extends Row>({ rows: all, absent, more, counts, wordsOf }: Props<R>) {
  const { importing: t } = useAuthoring()
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
  const { from, to } = useRowWindow(box, rows.length, ROW)
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
      {/* biome-ignore lint/a11y/useSemanticElements: no field set, but what is scrolled, also by the keyboard */}
      <div
        ref={box}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the same
        tabIndex={0}
        aria-label={t.fatesTitle}
        className="max-h-96 overflow-y-auto rounded-lg border border-line"
      >
        <ul className="relative" style={{ height: rows.length * ROW }}>
          {rows.slice(from, to).map((row, i) => (
            <OneRow key={`${row.line} ${row.gradable_id ?? ''}`} {...row} {...wordsOf(row)} top={(from + i) * ROW} />
          ))}
        </ul>
      </div>
      {unlisted > 0 && <p className="text-ink-soft text-sm">{t.unlisted(unlisted)}</p>}
    </section>
  )
}

const tones = { refused: 'wrong', new: 'done', changed: 'accent', unchanged: 'neutral' } as const

function OneRow({ line, fate, name, email, says, top }: Row & Words & { top: number }) {
  const t = useAuthoring().importing
  return (
    <li className="absolute inset-x-0 flex h-14 items-center gap-3 border-line border-b px-3 text-sm" style={{ top }}>
      <span className="w-10 shrink-0 text-ink-soft tabular-nums">{line}</span>
      <Badge tone={tones[fate]}>{t.fates[fate]}</Badge>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {name || email || '–'} {name && email && <span className="font-normal text-ink-soft">{email}</span>}
        </span>
        <span className="block truncate text-ink-soft" title={says}>
          {says}
        </span>
      </span>
    </li>
  )
}
