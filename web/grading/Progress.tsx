import type { ReactNode } from 'react'
import { useWide } from '../common/useWide.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useMe } from '../session/queries.ts'
import { ChevronDownIcon } from '../ui/icons.tsx'
import { textLink } from '../ui/Link.tsx'
import { gradable, isReleased, NOBODY, nameOf, type Row } from './rows.tsx'

interface Props {
  rows: Row[]
  /** Shows the works of one grader. */
  onPick: (grader: string) => void
}

/** How many works are graded and released, in all and by grader. */
export function Progress({ rows, onPick }: Props) {
  const t = useAuthoring().grading
  const works = gradable(rows)
  const { _id: me } = useMe()
  const byGrader = Map.groupBy(works, ({ assigned_to }) => assigned_to?._id ?? NOBODY)
  // Undivided works are everybody's; of divided ones, those of a grader who left are nobody's.
  if (byGrader.size === 1) byGrader.delete(NOBODY)
  const all = <Bar label={t.all} works={works} />
  const place = (id: string) => (id === me ? 0 : id === NOBODY ? 2 : 1)
  const ownFirst = [...byGrader].sort(([a], [b]) => place(a) - place(b))
  const each = ownFirst.map(([id, theirs]) => (
    <Bar
      key={id}
      label={
        <button type="button" className={`touch-target ${textLink}`} onClick={() => onPick(id)}>
          {id === me ? t.mine : theirs[0]?.assigned_to ? nameOf(theirs[0].assigned_to) : t.noGrader}
        </button>
      }
      works={theirs}
    />
  ))
  // On a phone a press shows the graders, so that the list begins high.
  const folded = !useWide() && each.length > 0
  return (
    <section aria-label={t.progress} className="grid gap-2 rounded-lg border border-line bg-card px-4 py-3 max-sm:py-2">
      {folded ? (
        <details className="group">
          <summary className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2">
            {all}
            <ChevronDownIcon size={18} className="text-ink-soft group-open:rotate-180" />
          </summary>
          <div className="mt-2 grid gap-2 pe-6.5">{each}</div>
        </details>
      ) : (
        <>
          {all}
          {each}
        </>
      )}
    </section>
  )
}

function Bar({ label, works }: { label: ReactNode; works: Row[] }) {
  const t = useAuthoring().grading
  const done = works.filter(({ state }) => state !== 'submitted').length
  const released = works.filter(isReleased).length
  const words = t.progressOf(done, works.length, released)
  const part = (n: number) => `${works.length > 0 ? (n / works.length) * 100 : 0}%`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 text-sm sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
      <span className="truncate font-medium">{label}</span>
      <span className="text-ink-soft tabular-nums sm:order-1">{words}</span>
      <div aria-hidden="true" className="relative h-2 overflow-hidden rounded-full bg-line max-sm:col-span-2">
        <div className="absolute inset-y-0 left-0 rounded-full bg-note" style={{ width: part(done) }} />
        <div className="absolute inset-y-0 left-0 rounded-full bg-done" style={{ width: part(released) }} />
      </div>
    </div>
  )
}
