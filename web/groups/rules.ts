import { searched } from '../../contract/comparedText.ts'
import type { RosterPerson } from '../../contract/courses.ts'
import type { Group, Grouping } from '../../contract/groups.ts'
import type { Person } from '../../contract/users.ts'

export const nameOf = ({ first, last }: Pick<Person, 'first' | 'last'>): string => `${first} ${last}`.trim()

/** By first and last name. */
export const byName = <P extends Person>(people: P[]): P[] =>
  [...people].sort((a, b) => nameOf(a).localeCompare(nameOf(b)))

// One collator for all: `localeCompare` would make one for each pair.
const collator = new Intl.Collator(undefined, { numeric: true })

/** By name, Bench 2 before Bench 10. */
export const inOrder = (groups: Group[]): Group[] => [...groups].sort((a, b) => collator.compare(a.name, b.name))

/** People who are in a group of the grouping, with the group's name. */
export const takenIn = ({ groups }: Grouping): Map<string, string> =>
  new Map(groups.flatMap((group) => group.members.map((m) => [m._id, group.name] as const)))

const changed = (all: Grouping[], group_id: string, change: (group: Group) => Group): Grouping[] =>
  all.map((grouping) => ({
    ...grouping,
    groups: grouping.groups.map((group) => (group._id === group_id ? change(group) : group)),
  }))

/** The groupings after the person accepted to be in the group, also one that they had left. */
export const accepted = (all: Grouping[], group_id: string, me: Person): Grouping[] =>
  changed(all, group_id, ({ invitation, ...group }) => ({
    ...group,
    members: [...group.members.filter((m) => m._id !== me._id), { ...me, accepted: true }],
    can: { leave: group.can.leave && !invitation?.submitted.length, accept: false },
  }))

/** The groupings after the person left the group. */
export const without = (all: Grouping[], group_id: string, { _id: me }: Person): Grouping[] =>
  changed(all, group_id, ({ invitation: _, ...group }) => ({
    ...group,
    members: group.members.filter((m) => m._id !== me),
    can: { leave: false, accept: true },
  }))

/** Only students are in groups. */
export const studentsOf = (roster: RosterPerson[]): RosterPerson[] => roster.filter((p) => p.role === 'student')

/** The people with `wanted` in their name, ignoring case. */
export function search<P extends Person>(people: P[], wanted: string): P[] {
  const needle = searched(wanted.trim())
  return needle ? people.filter((p) => searched(nameOf(p)).includes(needle)) : people
}

/** Whether students may make groups of it at that moment, in ms. */
export const isOpen = ({ rules }: Pick<Grouping, 'rules'>, now: number): boolean =>
  !rules || (rules.students_make && (rules.made_until === null || Date.parse(rules.made_until) > now))
