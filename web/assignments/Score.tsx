import type { Feedback } from '../../contract/assignments.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { ScoreBadge } from '../ui/ScoreBadge.tsx'

/** The score out of the maximum: a dash until feedback is shown. */
export function Score({ feedback, max, size }: { feedback?: Feedback; max: number; size?: 'md' | 'lg' }) {
  const t = useText().assignments
  const score = feedback?.show ? feedback.score : null
  const words = score === null ? t.scoreHidden(number(max)) : t.scoreOf(number(score), number(max))
  return <ScoreBadge score={score} max={max} size={size} label={`${t.score}: ${words}`} />
}
