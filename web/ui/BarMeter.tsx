import { cx } from './cx.ts'
import { type ScoreTone, scoreTone } from './scoreTone.ts'

export type BarMeterProps = {
  value: number
  max: number
  /** The name of the measured value. */
  label: string
  /** The value in words, for screen readers: "8 out of 10, class average 6.5". */
  valueText: string
  /** The class average, in the same unit. */
  mean?: number | undefined
  className?: string
}

const fills: Record<ScoreTone, string> = {
  red: 'bg-score-red',
  orange: 'bg-score-orange',
  yellow: 'bg-score-yellow',
  lime: 'bg-score-lime',
  green: 'bg-score-green',
}

export function BarMeter({ value, max, label, valueText, mean, className }: BarMeterProps) {
  const part = (n: number) => `${max > 0 ? Math.min(100, Math.max(0, (n / max) * 100)) : 0}%`
  const tone = scoreTone(value, max)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot carry the mark of the mean
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(Math.max(value, 0), max)}
      aria-valuetext={valueText}
      title={valueText}
      className={cx('relative h-2.5 w-full rounded-full bg-line', className)}
    >
      <div className={cx('h-full rounded-full', tone ? fills[tone] : 'bg-accent')} style={{ width: part(value) }} />
      {mean !== undefined && (
        <span
          className="absolute -inset-y-1 w-1 -translate-x-1/2 rounded-full bg-ink ring-2 ring-card"
          style={{ left: part(mean) }}
        />
      )}
    </div>
  )
}
