import type { AssignmentSummary, Feedback } from '../../contract/assignments.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { ScoreBadge } from '../ui/ScoreBadge.tsx'
import { gradeMost, isPoints } from '../ui/scoreTone.ts'

/** Whether there is a score to show: points or a grade. */
export const isScored = ({ show, score, grade }: Feedback): boolean => show && (score !== null || grade !== undefined)

/** What a person sees as their score in an assignment: that of the attempt that counts, where it is not the latest. */
export const scoreIn = ({
  counting,
  my,
}: Pick<AssignmentSummary, 'counting'> & { my?: { feedback: Feedback } | undefined }) =>
  counting && counting.score !== null ? { score: counting.score, show: true, comment: '' } : my?.feedback

interface Props {
  feedback?: Feedback | undefined
  max: number
  size?: 'md' | 'lg'
}

/**
 * The score out of the maximum, or the grade; a dash until the feedback is released, and words where no score will
 * come.
 */
export function Score({ feedback, max, size }: Props) {
  const t = useText().assignments
  const { score = null, grade } = feedback?.show ? feedback : {}
  if (grade !== undefined) {
    const words = isPoints(grade) ? t.scoreOf(String(grade), number(gradeMost)) : String(grade)
    return <ScoreBadge grade={grade} size={size} label={`${t.grade}: ${words}`} />
  }
  if (score === null && (max === 0 || feedback?.show))
    return <span className="whitespace-nowrap text-ink-soft text-sm">{max === 0 ? t.noPoints : t.notScored}</span>
  const outOf = max === 0 ? undefined : max
  const words =
    score === null ? t.scoreHidden(number(max)) : outOf ? t.scoreOf(number(score), number(outOf)) : number(score)
  return <ScoreBadge score={score} max={outOf} size={size} label={`${t.score}: ${words}`} />
}
