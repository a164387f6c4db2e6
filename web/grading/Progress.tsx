import { useAuthoring } from '../i18n/authoring.ts'
import { gradable, isReleased, nameOf, type Row } from './rows.tsx'

/** How many works are graded and released, of all and of each grader. */
export function Progress({ rows }: { rows: Row[] }) {
  const t = useAuthoring().grading
  const works = gradable(rows)
  const byGrader = Map.groupBy(
    works.filter(({ assigned_to }) => assigned_to),
    ({ assigned_to }) => assigned_to?._id,
  )
  return (
    <section aria-label={t.progress} className="grid gap-2 rounded-lg border border-line bg-card px-4 py-3 max-sm:py-2">
      <Bar label={t.all} works={works} />
      {[...byGrader].map(([id, theirs]) => (
        <Bar key={id} label={theirs[0]?.assigned_to ? nameOf(theirs[0].assigned_to) : ''} works={theirs} />
      ))}
    </section>
  )
}

function Bar({ label, works }: { label: string; works: Row[] }) {
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
