import type { Assignment, Whose } from '../../contract/assignments.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { useStanding } from './useStanding.ts'

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

/** The penalty of the course's late rule: for this work, or for late work in general; nothing where it is not taken. */
export function LateRuleText({ assignment }: { assignment: Assignment }) {
  const t = useText().assignments
  const { assignment_due: due, assignment_closes: closes, my, late_rule: rule, penalty } = assignment
  const { late_days_left: left = 0 } = assignment
  const isClosed = useStanding(assignment) === 'closed'
  if (!my && isClosed) return null
  if (penalty && rule?.kind === 'bank')
    return <Small>{(my || penalty.days > left ? t.lateDaysTaken : t.lateDaysNow)(penalty.days, left)}</Small>
  if (penalty) return <Small>{t.penalty(penalty.days, number(penalty.keeps))}</Small>
  if (my || due === null || due === closes) return null
  if (rule?.kind === 'percent') return <Small>{t.lateLoses(number(rule.percent), number(rule.floor))}</Small>
  if (rule?.kind === 'bank') return <Small>{t.lateDaysLeft(left, rule.days)}</Small>
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
