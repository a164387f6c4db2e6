import { cx } from './cx.ts'

export type ProgressDotsProps = {
  /** One dot per item, in order. */
  done: boolean[]
  /** The dots in words, for screen readers: "2 of 5 done". */
  label: string
}

export function ProgressDots({ done, label }: ProgressDotsProps) {
  return (
    <span role="img" aria-label={label} className="inline-flex flex-wrap gap-1.5">
      {done.map((filled, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place in the row
          key={index}
          className={cx(
            'size-2.5 rounded-full border transition-colors duration-200',
            filled ? 'border-done bg-done' : 'border-line-strong bg-transparent',
          )}
        />
      ))}
    </span>
  )
}
