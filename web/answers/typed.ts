import { centsOf, gradeSum, pointsOf, pointsOrNull } from '../../contract/points.ts'
import type { AnsweredWork } from '../../contract/staff/answers.ts'
import type { RubricItem } from '../../contract/staff/grading.ts'
import { centsIn } from '../grading/cents.ts'

/** The unsaved grade of a group of answers. An absent field stays as it is. */
export interface Typed {
  points?: string | undefined
  applied?: string[] | undefined
  comment?: string | undefined
}

/** The grade of each work when the person typed. */
export type Seen = Record<string, readonly [revision: number, got: string]>

/** The grade of a work for this part, to notice when somebody else changes it. */
const gotOf = ({ points, by, applied, as_whole, released }: AnsweredWork): string =>
  [points !== null && `${by?.[0]}${points}`, as_whole && '=', released && 'r', ...applied.toSorted()]
    .filter(Boolean)
    .join(' ')

export const seenIn = (works: AnsweredWork[]): Seen =>
  Object.fromEntries(works.map((work) => [work._id, [work.revision, gotOf(work)] as const]))

/** Whether a work still has the same grade for this part; its other parts do not matter here. */
export const isAsSeen = (work: AnsweredWork, seen: Seen): boolean => (seen[work._id]?.[1] ?? '') === gotOf(work)

/** The revision to send: the save must not overwrite somebody else's later grade of this part. */
export const madeFrom = (work: AnsweredWork, seen: Seen): number =>
  isAsSeen(work, seen) ? work.revision : (seen[work._id]?.[0] ?? 0)

export const isTyped = (typed: Typed | undefined): boolean =>
  typed !== undefined && (typed.points !== undefined || typed.applied !== undefined || Boolean(typed.comment?.trim()))

export const isJudged = ({ points, as_whole }: AnsweredWork): boolean => points !== null || as_whole

/** The common value of all these works; undefined: they differ. */
function common<T>(works: AnsweredWork[], of: (work: AnsweredWork) => T): T | undefined {
  const [first, ...rest] = works.map(of)
  return rest.every((one) => one === first) ? first : undefined
}

/** The common points of all these works; undefined: they differ. Null: there are none. */
export const pointsFor = (works: AnsweredWork[]) => common(works, ({ points }) => points)

/** Points by hand, as text in the field. */
const handFor = (works: AnsweredWork[]) => common(works, ({ by, points }) => (by === 'hand' ? points : '')) ?? ''

/** The rubric items that all of them have. */
const appliedFor = ([first, ...rest]: AnsweredWork[]) =>
  (first?.applied ?? []).filter((id) => rest.every(({ applied }) => applied.includes(id)))

/** The values of the fields: typed ones, or the saved ones of all these works. */
export function shownFor(works: AnsweredWork[], typed: Typed | undefined) {
  const applied = typed?.applied ?? appliedFor(works)
  // Points by hand would override the items that the person has just chosen.
  const points = typed?.points ?? (typed?.applied ? '' : handFor(works))
  return { points, applied, comment: typed?.comment ?? '' }
}

/** The unsaved grade after a change, without values that equal the saved ones. Undefined: everything is saved. */
export function typedAfter(works: AnsweredWork[], typed: Typed | undefined, change: Typed): Typed | undefined {
  const { points, applied, ...rest } = { ...typed, ...change }
  const isAsSaved = applied?.toSorted().join() === appliedFor(works).toSorted().join()
  const next: Typed = { ...rest, applied: isAsSaved ? undefined : applied }
  const after = { ...next, points: points === shownFor(works, next).points ? undefined : points }
  // A comment may begin with a space while a person types it.
  return after.points === undefined && after.applied === undefined && !after.comment ? undefined : after
}

/** The points that the chosen items give, without points by hand; undefined: the works differ. */
export function pointsWith(works: AnsweredWork[], applied: string[], rubric: RubricItem[], part: string, most: string) {
  const items = rubric.filter(({ _id }) => applied.includes(_id))
  return common(works, ({ auto }) => {
    const asked = { part, most: centsOf(most), auto: auto === null ? null : centsOf(auto) }
    return pointsOrNull(gradeSum([asked], { parts: {}, items, override: null }, null).parts[0]?.points ?? null)
  })
}

/** The body of a save; undefined: the points are no number. */
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

/** The range of points, such as `1 – 2.5`; works without points do not count. */
export function rangeOf(works: AnsweredWork[]): string {
  const cents = works.flatMap(({ points }) => (points === null ? [] : [centsOf(points)])).sort((a, b) => a - b)
  const [low, high] = [cents[0] ?? 0, cents.at(-1) ?? 0]
  return low === high ? pointsOf(low) : `${pointsOf(low)} – ${pointsOf(high)}`
}
