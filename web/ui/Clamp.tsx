import { cx } from './cx.ts'

const clamps = { 1: 'line-clamp-1', 2: 'line-clamp-2', 3: 'line-clamp-3' }
const thai = /[\u0e00-\u0e7f]/

/** A text of at most so many lines. Thai marks rise so high that those of the next, hidden line would show: it gets more room. */
export function Clamp({ lines, children }: { lines: 1 | 2 | 3; children: string }) {
  return (
    <span
      className={cx(
        clamps[lines],
        'break-words',
        thai.test(children) && 'leading-[1.75] [clip-path:inset(0_0_0.08em)]',
      )}
    >
      {children}
    </span>
  )
}
