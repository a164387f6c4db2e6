import { centsOf, type PartSum, pointsOf, pointsOrNull } from '../../contract/points.ts'
import type { Db } from '../db/database.ts'
import { found } from '../errors.ts'
import type { ItemRow } from '../grading/queries.ts'
import { addUp, readWork } from '../grading/work.ts'

/** A work with its grade and the parts of it. @throws not_found */
export async function readGraded(db: Db, courseId: string, id: string) {
  const read = await readWork(db, courseId, id)
  return { ...read, ...addUp(read) }
}
export type Graded = Awaited<ReturnType<typeof readGraded>>

/** The points of a part; null: unknown. @throws not_found */
export function pointsOfPart({ sum }: Graded, part: string): string | null {
  return pointsOrNull(found(sum.parts.find((one) => one.part === part)).points)
}

interface Saved {
  score: string | null
  points: string | null
  /** The person's own score. */
  own: string | null
}

/** The parts of a grade. A score as a whole, or from before grades had parts, has no points by part. */
export function shownGrade({ row, given, penalty, sum }: Graded, saved: Saved) {
  const score = saved.own ?? saved.score
  // A member with a score of their own does not learn the score of the others, also not from the points of its parts.
  const isOwn = saved.own !== null
  const isSum = !isOwn && saved.points !== null && sum.points === centsOf(saved.points)
  const shownItem = ({ title, points }: ItemRow) => ({ title, points: isOwn ? null : pointsOf(centsOf(points)) })
  const itemsOf = (part: string) => given.items.filter((item) => item.part === part).map(shownItem)
  return {
    attempt: row.submission.attempt,
    score: score === null ? null : pointsOf(centsOf(score)),
    own: isOwn,
    points: isSum ? pointsOrNull(sum.points) : null,
    overridden: isSum && given.override !== null,
    penalty,
    items: itemsOf(''),
    parts: sum.parts.map(({ part, points, most, by, auto }: PartSum) => ({
      ...{ part, most: pointsOf(most), items: itemsOf(part) },
      ...(isSum
        ? { points: pointsOrNull(points), by, auto: pointsOrNull(auto) }
        : { points: null, by: null, auto: null }),
    })),
  }
}
