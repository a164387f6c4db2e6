import type { RosterPerson } from '../../../contract/courses.ts'
import type { Group, Grouping } from '../../../contract/groups.ts'
import type { Place, TreeNode } from '../../ui/staff/nodes.ts'
import { byName, inOrder, nameOf, studentsOf, takenIn } from '../rules.ts'

/** The id of the row above the people without a group. */
export const NONE = 'none'

export type BoardRow =
  | { group: Group }
  | { person: { _id: string; first: string; last: string; img?: string; note: string } }
  | { none: number }

/** The rows of the board: people without a group, then each group with its members. */
export function nodesOf(
  grouping: Grouping,
  roster: RosterPerson[],
  words: { none: string; section: (name: string) => string; waits: string },
): TreeNode<BoardRow>[] {
  const taken = takenIn(grouping)
  const ungrouped = byName(studentsOf(roster).filter(({ _id }) => !taken.has(_id)))
  const sectionOf = new Map(roster.map(({ _id, section }) => [_id, section]))
  const person = (p: { _id: string; first: string; last: string; img?: string | undefined }, accepted = true) => {
    const section = sectionOf.get(p._id)
    const note = accepted ? (section ? words.section(section) : '') : words.waits
    const { _id, first, last, img } = p
    return { id: _id, name: nameOf(p), of: { person: { _id, first, last, ...(img && { img }), note } } }
  }
  return [
    { id: NONE, name: words.none, of: { none: ungrouped.length }, children: ungrouped.map((p) => person(p)) },
    ...inOrder(grouping.groups).map((group) => ({
      id: group._id,
      name: group.name,
      of: { group },
      children: byName(group.members).map((m) => person(m, m.accepted)),
    })),
  ]
}

/** A name for one more group: the next free number. */
export function nextName(groups: Group[], word: string): string {
  const taken = new Set(groups.map(({ name }) => name))
  let n = groups.length + 1
  while (taken.has(`${word} ${n}`)) n++
  return `${word} ${n}`
}

/** How many people are in the smallest and in the largest of so many random groups. */
export const sizesOf = (people: number, groups: number): { least: number; most: number } =>
  groups === 0 ? { least: 0, most: 0 } : { least: Math.floor(people / groups), most: Math.ceil(people / groups) }

/** Groups without members and submissions. */
export const emptyOf = (groups: Group[]): Group[] => groups.filter((g) => g.members.length === 0 && !g.submitted)

/** The target row: a group, or that of people without one. */
export function targetOf(nodes: TreeNode<BoardRow>[], place: Place): string | undefined {
  const id = 'on' in place ? place.on : 'before' in place ? place.before : place.after
  return nodes.find((node) => node.id === id || node.children?.some((child) => child.id === id))?.id
}

/** Of these ids, the people and the members of the groups, except those who are in the target already. */
export function peopleIn(nodes: TreeNode<BoardRow>[], ids: Iterable<string>, target: string): string[] {
  const wanted = new Set(ids)
  return nodes
    .filter(({ id }) => id !== target)
    .flatMap(({ id, children = [] }) => children.filter((child) => wanted.has(id) || wanted.has(child.id)))
    .map(({ id }) => id)
}
