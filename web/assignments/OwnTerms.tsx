import type { Assignment, Whose } from '../../contract/assignments.ts'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { readAgain } from './submission.ts'
import { useAtEnd } from './TimeLeft.tsx'
import { useStanding } from './useStanding.ts'

/** How far the clock of a device may be from the server's (`serverNow`), in ms. */
const CLOCK_MS = 3_000

/** Shows an extended date; nothing where the date is everybody's. */
export function ExtendedDue({ extended }: Pick<Assignment, 'extended'>) {
  const t = useText().assignments
  const whose = extended?.due ?? extended?.closes
  return whose ? <Small>{t.extended[whose]}</Small> : null
}

/** Shows who has more of something, such as attempts. */
export function Extra({ whose }: { whose: Whose | undefined }) {
  const t = useText().assignments
  return whose ? <Small>{t.extra[whose]}</Small> : null
}

/**
 * The penalty of the course's late rule: for this work, for one that comes now, or for late work in general; nothing where
 * it is not taken.
 */
export function LateRuleText({ assignment }: { assignment: Assignment }) {
  const t = useText().assignments
  const courseId = useCourseId()
  const { assignment_due: due, assignment_closes: closes, my, late_rule: rule, penalty, penalty_now: now } = assignment
  const { late_days_left: left = 0 } = assignment
  const standing = useStanding(assignment)
  // Of a page that stays open, the next late day begins; asked too early, the server would say the same once more.
  useAtEnd(now && new Date(Date.parse(now.until) + CLOCK_MS).toISOString(), () => void readAgain(courseId))
  if (!my && standing === 'closed') return null
  const isBank = rule?.kind === 'bank'
  if (my) {
    const mayCount = standing !== 'closed' && assignment.assignment_counts !== 'first'
    const more = mayCount && now && now.days > (penalty?.days ?? 0) ? now : undefined
    return (
      <>
        {penalty && (
          <Small>{isBank ? t.lateDaysTaken(penalty.days, left) : t.penalty(penalty.days, number(penalty.keeps))}</Small>
        )}
        {more && (
          <Small>
            {isBank
              ? (more.days > left ? t.lateDaysTaken : t.lateDaysAgain)(more.days, left)
              : t.penaltyAgain(more.days, number(more.keeps))}
          </Small>
        )}
      </>
    )
  }
  if (penalty && isBank)
    return <Small>{(penalty.days > left ? t.lateDaysTaken : t.lateDaysNow)(penalty.days, left)}</Small>
  if (penalty) return <Small>{t.penalty(penalty.days, number(penalty.keeps))}</Small>
  if (due === null || due === closes) return null
  if (rule?.kind === 'percent') return <Small>{t.lateLoses(number(rule.percent), number(rule.floor))}</Small>
  if (isBank) return <Small>{t.lateDaysLeft(left, rule.days)}</Small>
  return null
}

/** Which attempt counts, where it is not the latest; by its number, once one that counts is released. */
export function WhichCounts({ assignment }: { assignment: Assignment }) {
  const t = useText().assignments
  const { assignment_counts: which, counting } = assignment
  if (!which) return null
  return <Small>{counting ? t.countsWhich[which](number(counting.attempt)) : t.counts[which]}</Small>
}

const Small = ({ children }: { children: string }) => (
  <span className="block font-normal text-ink-soft text-sm">{children}</span>
)
