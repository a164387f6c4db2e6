import { cx } from './cx.ts'
import { gradeMost, gradeTone, isPoints, type ScoreTone, scoreTone } from './scoreTone.ts'

export type ScoreBadgeProps = {
  /** Absent when the score is hidden: a dash shows instead. */
  score?: number | string | null | undefined
  max?: number | undefined
  /** A letter, or a number out of 4; replaces the score. */
  grade?: string | number | null | undefined
  /** The words for screen readers, when "8 / 10" is not enough. */
  label?: string
  size?: 'md' | 'lg'
}

const tones: Record<ScoreTone, string> = {
  red: 'text-score-red bg-score-red/10',
  orange: 'text-score-orange bg-score-orange/10',
  yellow: 'text-score-yellow bg-score-yellow/10',
  lime: 'text-score-lime bg-score-lime/10',
  green: 'text-score-green bg-score-green/10',
}

/** A score or a grade, coloured by how good it is. */
export function ScoreBadge({ score, max, grade, label, size = 'md' }: ScoreBadgeProps) {
  const shown = grade ?? score ?? null
  const outOf = grade == null ? max : isPoints(grade) ? gradeMost : undefined
  const tone = grade != null ? gradeTone(grade) : score != null && max ? scoreTone(Number(score), max) : undefined
  return (
    <span
      className={cx(
        'inline-flex items-baseline justify-center whitespace-nowrap rounded-md font-semibold tabular-nums',
        size === 'lg' ? 'min-w-16 px-3 py-1 text-xl' : 'min-w-12 px-2 py-0.5 text-sm',
        tone ? tones[tone] : 'bg-hover text-ink-soft',
      )}
    >
      <span aria-hidden={label ? 'true' : undefined}>
        {shown ?? '–'}
        {outOf !== undefined && <span className="font-medium">/{outOf}</span>}
      </span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
