import type { Assignment } from '../../contract/assignments.ts'
import type { Exception, NewException } from '../../contract/staff/exceptions.ts'
import { shifted } from '../dates/moves.ts'
import type { Start } from '../forms/useForm.ts'
import type { Authoring } from '../i18n/en/authoring.ts'

/** A person, group or section that can get an exception. */
export interface Whom {
  kind: 'person' | 'group' | 'section'
  /** For a section: its name. */
  id: string
  name: string
  /** Of the exception that they had when they were chosen; 0: none. */
  revision?: number | undefined
}

export const keyOfWhom = ({ kind, id }: Pick<Whom, 'kind' | 'id'>) => `${kind} ${id}`

/** The owner of an exception. */
export function whomOf({ person, group, section = '', revision }: Exception, t: Authoring['exceptions']): Whom {
  if (person) return { kind: 'person', id: person._id, name: `${person.first} ${person.last}`.trim(), revision }
  if (group) return { kind: 'group', id: group._id, name: group.name, revision }
  return { kind: 'section', id: section, name: t.section(section), revision }
}

/** The fields of an exception, as typed. */
export interface Fields {
  whom: Whom[]
  due: string | null
  closes: string | null
  attempts: number | null
  minutes: number | null
  reason: string
}

export const nothing: Fields = { whom: [], due: null, closes: null, attempts: null, minutes: null, reason: '' }

/** What an exception can give. */
export const gifts = ['due', 'closes', 'attempts', 'minutes'] as const
export type Gift = (typeof gifts)[number]
type Dates = Pick<Assignment, 'assignment_due' | 'assignment_closes'>
type Limits = Pick<Assignment, 'assignment_attempt' | 'assignment_time_limit'>

/** What an assignment has, so that somebody can get more of it. */
export const giftsOf = (assignment: Dates & Limits): Gift[] => {
  const { assignment_due, assignment_closes, assignment_attempt, assignment_time_limit } = assignment
  const has = {
    due: assignment_due !== null,
    closes: assignment_closes !== null,
    attempts: assignment_attempt > 0,
    minutes: assignment_time_limit !== undefined,
  }
  return gifts.filter((gift) => has[gift])
}

type ExceptionTerms = Pick<Exception, 'due' | 'closes' | 'attempts' | 'minutes' | 'reason'>

export const startOf = ({ due, closes, attempts, minutes, reason }: ExceptionTerms, whom: Whom[]): Start<Fields> => ({
  values: { whom, due, closes, attempts: attempts || null, minutes: minutes || null, reason },
})

/**
 * Some days later than everybody's date, or than now if that has passed: at the same time of day in the zone of the
 * course, whatever its clocks do meanwhile. In whole minutes, as the page shows it.
 */
export function daysLater(due: string, days: number, zone: string, now: number): string {
  const from = Math.max(Date.parse(due), now)
  return shifted(new Date(Math.floor(from / 60_000) * 60_000).toISOString(), days, zone)
}

/** The body of a call: one item for each receiver. */
export const itemsOf = ({ whom, due, closes, attempts, minutes, reason }: Fields): NewException[] =>
  whom.map((one) => ({
    ...forOne(one),
    ...{ due, closes, attempts: attempts ?? 0, minutes: minutes ?? 0, reason },
    revision: one.revision ?? 0,
  }))

/** The receiver in a call. */
export const forOne = ({
  kind,
  id,
}: Pick<Whom, 'kind' | 'id'>): Pick<NewException, 'people' | 'groups' | 'sections'> =>
  kind === 'person' ? { people: [id] } : kind === 'group' ? { groups: [id] } : { sections: [id] }

/** The errors that the server would find, and terms that would give nothing. */
export function wrongIn(
  { whom, due, closes, attempts, minutes }: Fields,
  assignment: Dates & Limits & Pick<Assignment, 'late_rule'>,
  t: Authoring['exceptions'],
): { [K in keyof Fields]?: string } {
  const { assignment_due, assignment_closes, late_rule } = assignment
  if (whom.length === 0) return { whom: t.needWhom }
  // At a field that is on screen.
  if (!due && !closes && !attempts && !minutes) return { [giftsOf(assignment)[0] ?? 'whom']: t.needGift }
  if (due && assignment_due && due < assignment_due) return { due: t.tooEarly }
  if (due && closes && closes < due) return { closes: t.closesFirst }
  // It closes when it is due for whoever has used all late days of a bank: a later end gives them time.
  const ends = (late_rule?.kind === 'bank' && assignment_due) || assignment_closes
  return closes && ends && closes < ends ? { closes: t.closesEarly } : {}
}

/**
 * Whether these terms give attempts or minutes alone, where everybody's work is not taken any more. More minutes move the
 * closing date, where these terms do not have one.
 */
export function isShut({ due, closes, attempts, minutes }: Fields, closesAt: number, now: number): boolean {
  const moved = closesAt + (closes ? 0 : (minutes ?? 0)) * 60_000
  return moved < now && Boolean(attempts || minutes) && ![due, closes].some((date) => date && Date.parse(date) > now)
}

type Closing = Pick<Assignment, 'assignment_closes' | 'closes_at' | 'late_rule'>

/** Whether somebody with these terms can still hand in at that moment; terms that give nothing do not count. */
export function isTakenAt(given: Fields, { assignment_closes, closes_at, late_rule }: Closing, at: number): boolean {
  const { due, closes, attempts, minutes } = given
  if (!due && !closes && !attempts && !minutes) return false
  if (assignment_closes === null) return true
  const moved = Date.parse(assignment_closes) + (closes ? 0 : (minutes ?? 0)) * 60_000
  // A later due date alone brings the late days of a bank with it.
  const late = late_rule?.kind === 'bank' && !closes && !closes_at ? late_rule.days : 0
  return (
    moved > at ||
    [due && Date.parse(due) + late * 86_400_000, closes && Date.parse(closes)].some((end) => end && end > at)
  )
}
