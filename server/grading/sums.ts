import { sql } from 'kysely'
import { centsOf, gradeSum, type PartSum, pointsOf, pointsOrNull } from '../../contract/points.ts'
import { type AllowanceRow, findLateAllowances, termsFor } from '../assignments/allowances.ts'
import { type AssignmentRow, findAssignment } from '../assignments/queries.ts'
import { withScores } from '../assignments/sheet.ts'
import { penaltyAt, type Terms, termsOf } from '../assignments/terms.ts'
import type { Db } from '../db/database.ts'
import { questionsOf } from './gradedQuestions.ts'
import { findItems, type ItemRow } from './queries.ts'
import { partsOf } from './rules.ts'
import { readSheets, type Sheets } from './sheets.ts'
import { type Sum, writeSums } from './writes.ts'

/* The sums of many works of an assignment, in a few statements. */

export interface OfAssignment {
  courseId: string
  assignmentId: string
}

/** The present sum of a work, and the stored one. */
export interface Summed extends Sum {
  parts: PartSum[]
  was: Pick<Sum, 'points' | 'score'>
}

interface WorkRow {
  id: string
  owner_id: string
  response: Record<string, string>
  sheet_version: number
  submitted_at: Date
  parts: Record<string, string>
  items: string[]
  override: string | null
  points: string | null
  score: string | null
}

/** How many works one statement reads. */
const PAGE = 1_000

/** @param changed a rubric item as it would be after the edit */
export async function sumsOf(db: Db, of: OfAssignment, ids: string[], changed?: ItemRow): Promise<Summed[]> {
  if (ids.length === 0) return []
  const [row] = await findAssignment(db, { courseId: of.courseId, audience: 'staff' }, of.assignmentId)
  if (!row) return []
  const items = (await findItems(db, of)).map((item) => (item.id === changed?.id ? changed : item))
  const sheets = await readSheets(db, row)
  const a = { ...row, ...inOrder, questions: withScores(row), terms: termsOf(row) }
  const sums: Summed[] = []
  for (let from = 0; from < ids.length; from += PAGE) {
    const works = await findSaved(db, of, ids.slice(from, from + PAGE))
    const allowances = await findLateAllowances(db, a, works)
    sums.push(...works.map((work) => sumOf(work, allowances.get(work.id) ?? null, { a, items, sheets })))
  }
  return sums
}

/** Stores the sums of these works that differ from the stored ones. */
export async function sumAgain(trx: Db, of: OfAssignment, ids: string[]): Promise<void> {
  const other = (await sumsOf(trx, of, ids)).filter(isOther)
  const written = other.map(({ id, points, score }) => ({ id, points, score }))
  if (written.length > 0) await writeSums(trx, of.courseId, written)
}

/** Whether the score differs from the stored one. */
export const hasOtherScore = ({ score, was }: Summed): boolean => score !== was.score
const isOther = (sum: Summed) => hasOtherScore(sum) || sum.points !== sum.was.points

/** A score from before grades had parts has no parts to add up. */
const isOld = sql`f.score is not null and f.points is null and f.override is null`

async function findSaved(db: Db, { courseId, assignmentId }: OfAssignment, ids: string[]): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select s.id, s.owner_id, s.response, s.sheet_version, s.submitted_at,
      f.parts, f.items, f.override::text as override, f.points::text as points, f.score::text as score
    from submissions s join feedback f on f.course_id = s.course_id and f.submission_id = s.id
    where s.course_id = ${courseId} and s.assignment_id = ${assignmentId} and s.id = any(${ids}::uuid[]) and not (${isOld})
    order by s.id`.execute(db)
  return rows
}

/** The order of the parts changes no sum. */
const inOrder = { shuffle_questions: false, shuffle_options: false }

interface Made {
  a: AssignmentRow & { terms: Terms }
  items: ItemRow[]
  sheets: Sheets
}

function sumOf(work: WorkRow, allowances: AllowanceRow[] | null, { a, items, sheets }: Made): Summed {
  const then = sheets.at(work.sheet_version)
  const questions = questionsOf(a, then, work.owner_id)
  const parts = partsOf({ ...a, questions, slots: (then ?? a).slots }, work.response)
  const given = {
    parts: work.parts,
    items: items.filter(({ id }) => work.items.includes(id)),
    override: work.override,
  }
  const penalty = penaltyAt(allowances ? termsFor(a, allowances) : a.terms, work.submitted_at)
  const { points, score, parts: summed } = gradeSum(parts, given, penalty)
  const was = { points: plain(work.points), score: plain(work.score) }
  return { id: work.id, points: pointsOrNull(points), score: pointsOrNull(score), parts: summed, was }
}

const plain = (decimal: string | null) => (decimal === null ? null : pointsOf(centsOf(decimal)))
