import type { Curve, CurvePlan } from '../../contract/staff/curve.ts'
import type { Db } from '../db/database.ts'
import { lockCells, writeCells } from '../gradebook/cells.ts'
import { findOtherAttempts, type NewScore, writeOwnScores, writeScores } from '../gradebook/score.ts'
import { findCells, getColumn, type StandingCell } from '../gradebook/tableQueries.ts'
import { digestOf } from '../tables/plan.ts'
import { findStudents } from './queries.ts'
import { bandsOf, curved, summaryOf } from './rules.ts'

export interface Asked {
  courseId: string
  gradableId: string
  curve: Curve
  capped: boolean
}

interface Curving {
  cell: StandingCell
  was: number
  score: number
}

/** The effect of the curve on each person. Throws not_found. */
export async function planCurve(
  db: Db,
  { courseId, gradableId, curve, capped }: Asked,
): Promise<{ plan: CurvePlan; changing: Curving[] }> {
  const { gradable_score: max } = await getColumn(db, courseId, gradableId)
  const people = await findStudents(db, courseId)
  const cells = await findCells(
    db,
    courseId,
    people.map((person_id) => ({ person_id, gradable_id: gradableId })),
  )
  const byPerson = new Map(cells.map((cell) => [cell.person_id, cell]))
  const scored = people.flatMap((person) => {
    const cell = byPerson.get(person)
    return cell && typeof cell.now === 'number' ? [{ cell, was: cell.now }] : []
  })
  const before = scored.map(({ was }) => was)
  const after = curved(curve, before, { max, capped })
  const changing = scored.flatMap((one, i) => {
    const score = after[i] ?? one.was
    return score === one.was ? [] : [{ ...one, score }]
  })
  const items = changing.map(({ cell: { person_id, gradable_id }, was, score }) => ({
    ...{ person_id, gradable_id, before: was, after: score },
  }))
  const plan = {
    ...{ items, same: scored.length - changing.length, closed: cells.filter(({ closed }) => closed).length },
    ...{ bands: bandsOf(before, after, max), before: summaryOf(before), after: summaryOf(after) },
  }
  return { plan: { ...plan, digest: digestOf([plan]) }, changing }
}

interface By {
  courseId: string
  by: string
  mayRelease: boolean
  at: Date
  reason: string
}

/** Writes the curved scores: the work of a group once for all members with the group's score. */
export async function writeCurve(trx: Db, by: By, kind: Curve['kind'], changing: Curving[]): Promise<void> {
  const isOfGroup = ({ cell: { of_group, own, entered, submission_id } }: Curving) =>
    of_group && !own && !entered && submission_id !== null
  const works = new Map(changing.filter(isOfGroup).map((one) => [one.cell.submission_id as string, one]))
  // Of each member: in another attempt somebody may have a score of their own.
  const cells = changing.filter(isOfGroup).map(({ cell, was, score }) => ({ ...cell, now: was, score }))
  const further = await findOtherAttempts(trx, by.courseId, cells)
  const ofGroup = further.filter(({ own }) => !own)
  const scores = new Map<string, NewScore>(ofGroup.map((one) => [one.submissionId, one]))
  for (const [submissionId, { was, score }] of works)
    scores.set(submissionId, { submissionId, score, curve: { kind, from: was } })
  await writeScores(trx, { ...by, scores: [...scores.values()] })
  await writeOwnScores(trx, { ...by, scores: further.filter(({ own }) => own) })
  const others = changing.filter((one) => !isOfGroup(one))
  if (others.length === 0) return
  await writeCells(
    trx,
    by,
    others.map(({ cell: { person_id, gradable_id }, was, score }) => ({
      ...{ person_id, gradable_id, score, was, curve: { kind, from: was } },
    })),
  )
}

/** The scores are still the planned ones, because nobody writes cells in between. */
export async function planLocked(trx: Db, asked: Asked) {
  await lockCells(trx, asked.courseId, [asked.gradableId])
  return planCurve(trx, asked)
}
