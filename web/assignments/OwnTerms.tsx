import type { Assignment, Whose } from '../../contract/assignments.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'

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

/** The penalty of the course's late rule: for this work, or for late work in general. */
export function LateRuleText({ assignment }: { assignment: Assignment }) {
  const t = useText().assignments
  const { late_rule: rule, late_days_left: left = 0, penalty } = assignment
  if (penalty && rule?.kind === 'bank') return <Small>{t.lateDaysTaken(penalty.days, left)}</Small>
  if (penalty) return <Small>{t.penalty(penalty.days, number(penalty.keeps))}</Small>
  if (assignment.my || (assignment.assignment_due === null && rule)) return null
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
