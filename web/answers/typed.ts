import { centsOf, gradeSum, pointsOf, pointsOrNull } from '../../contract/points.ts'
import type { AnsweredWork } from '../../contract/staff/answers.ts'
import type { RubricItem } from '../../contract/staff/grading.ts'
import { centsIn } from '../grading/cents.ts'

/** What is typed for a group of answers and not saved. What is not there stays as it is. */
export interface Typed {
  points?: string | undefined
  applied?: string[] | undefined
  comment?: string | undefined
}

/** By the work, what it had when something was typed for it. */
export type Seen = Record<string, readonly [revision: number, got: string]>

/** What a work has for this part, to see whether it is another one by now. */
const gotOf = ({ points, by, applied, as_whole, released }: AnsweredWork): string =>
  [points !== null && `${by?.[0]}${points}`, as_whole && '=', released && 'r', ...applied.toSorted()]
    .filter(Boolean)
    .join(' ')

export const seenIn = (works: AnsweredWork[]): Seen =>
  Object.fromEntries(works.map((work) => [work._id, [work.revision, gotOf(work)] as const]))

/** Whether a work has for this part what it had then: what others gave to its other parts is no matter here. */
export const isAsSeen = (work: AnsweredWork, seen: Seen): boolean => (seen[work._id]?.[1] ?? '') === gotOf(work)

/** The revision that a grade is made from: it must not overwrite what somebody gave to this part since then. */
export const madeFrom = (work: AnsweredWork, seen: Seen): number =>
  isAsSeen(work, seen) ? work.revision : (seen[work._id]?.[0] ?? 0)

export const isTyped = (typed: Typed | undefined): boolean =>
  typed !== undefined && (typed.points !== undefined || typed.applied !== undefined || Boolean(typed.comment?.trim()))

export const isJudged = ({ points, as_whole }: AnsweredWork): boolean => points !== null || as_whole

/** What all of these have; undefined: they differ. */
function common<T>(works: AnsweredWork[], of: (work: AnsweredWork) => T): T | undefined {
  const [first, ...rest] = works.map(of)
  return rest.every((one) => one === first) ? first : undefined
}

/** What they all got; undefined: they differ. Null: nothing. */
export const pointsFor = (works: AnsweredWork[]) => common(works, ({ points }) => points)

/** By hand, as it stands in the field. */
const handFor = (works: AnsweredWork[]) => common(works, ({ by, points }) => (by === 'hand' ? points : '')) ?? ''

/** The rubric items that all of them have. */
const appliedFor = ([first, ...rest]: AnsweredWork[]) =>
  (first?.applied ?? []).filter((id) => rest.every(({ applied }) => applied.includes(id)))

/** The values of the fields: typed, or saved for all of these works. */
export function shownFor(works: AnsweredWork[], typed: Typed | undefined) {
  const applied = typed?.applied ?? appliedFor(works)
  // Points by hand would stand before the items that were just chosen.
  const points = typed?.points ?? (typed?.applied ? '' : handFor(works))
  return { points, applied, comment: typed?.comment ?? '' }
}

/** What is typed after a change; what is as it was saved is not typed. Undefined: nothing is. */
export function typedAfter(works: AnsweredWork[], typed: Typed | undefined, change: Typed): Typed | undefined {
  const { points, applied, ...rest } = { ...typed, ...change }
  const isAsSaved = applied?.toSorted().join() === appliedFor(works).toSorted().join()
  const next: Typed = { ...rest, applied: isAsSaved ? undefined : applied }
  const after = { ...next, points: points === shownFor(works, next).points ? undefined : points }
  // A comment that begins with a space is one too, as long as it is typed.
  return after.points === undefined && after.applied === undefined && !after.comment ? undefined : after
}

/** What they would get by what is chosen, without points by hand; undefined: they differ. */
export function pointsWith(works: AnsweredWork[], applied: string[], rubric: RubricItem[], part: string, most: string) {
  const items = rubric.filter(({ _id }) => applied.includes(_id))
  return common(works, ({ auto }) => {
    const asked = { part, most: centsOf(most), auto: auto === null ? null : centsOf(auto) }
    return pointsOrNull(gradeSum([asked], { parts: {}, items, override: null }, null).parts[0]?.points ?? null)
  })
}

/** What is sent of it; undefined: the points are no number. */
export function givenBy(typed: Typed) {
  const points = typed.points?.trim() ?? ''
  const cents = centsIn(points)
  if (points !== '' && (cents === undefined || cents < 0)) return undefined
  const isByRubric = typed.applied !== undefined && points === ''
  return {
    ...((typed.points !== undefined || isByRubric) && { points: cents === undefined ? null : pointsOf(cents) }),
    ...(typed.applied && { applied: typed.applied }),
    comment: typed.comment?.trim() ?? '',
  }
}

/** Lowest to highest points, such as `1 – 2.5`; works without points do not count. */
export function rangeOf(works: AnsweredWork[]): string {
  const cents = works.flatMap(({ points }) => (points === null ? [] : [centsOf(points)])).sort((a, b) => a - b)
  const [low, high] = [cents[0] ?? 0, cents.at(-1) ?? 0]
  return low === high ? pointsOf(low) : `${pointsOf(low)} – ${pointsOf(high)}`
}
