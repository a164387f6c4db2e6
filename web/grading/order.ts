import type { Work } from '../../contract/staff/grading.ts'
import { gradable, type Row, waits } from './rows.tsx'

/** The owners in a list, each work once: that of a group may be the work of several who hand in alone by now. */
export const ownersIn = (listed: Row[]) =>
  [...Map.groupBy(gradable(listed), ({ submission }) => submission).values()].flatMap(([first]) => first?._id ?? [])

/** The owner in the list of an open work. */
export const ownerOf = (ids: string[], rows: Row[], { _id, owner_id }: Pick<Work, '_id' | 'owner_id'>) =>
  ids.includes(owner_id)
    ? owner_id
    : (rows.find((row) => row.submission === _id && ids.includes(row._id))?._id ?? owner_id)

/** How many ungraded works are loaded ahead. */
const SOON = 3

/**
 * The works to which one can go from a work, by owner: the attempt in the list may be newer than the open work. A work
 * that is no longer in the list, such as of a removed student, keeps its place in `ids`.
 */
export function orderIn(ids: string[], rows: Row[], owner: string | undefined) {
  const byId = new Map(rows.map((row) => [row._id, row]))
  const all = ids.flatMap((id) => byId.get(id) ?? []).filter(({ submission }) => submission !== null)
  const passed = new Set(ids.slice(0, owner === undefined ? 0 : ids.indexOf(owner) + 1))
  const before = all.filter(({ _id }) => passed.has(_id) && _id !== owner)
  const after = all.filter(({ _id }) => !passed.has(_id))
  // From the beginning again after the last.
  const waiting = [...after, ...before].filter(waits)
  return {
    at: all.findIndex(({ _id }) => _id === owner),
    count: all.length,
    row: rows.find(({ _id }) => _id === owner),
    next: after[0],
    previous: before.at(-1),
    nextLeft: waiting[0],
    /** The next ungraded works. */
    soon: waiting.slice(0, SOON),
    left: all.filter(waits).length,
  }
}
