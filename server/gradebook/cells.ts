import { sql } from 'kysely'
import type { ErrorCode } from '../../contract/endpoint.ts'
import type { CellChange, CellConflict, CellValue } from '../../contract/staff/gradebook.ts'
import { hundredths, letterOf } from '../../contract/totals.ts'
import type { Db } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { lockGradesIn } from '../grading/lock.ts'
import { inChunks } from './chunks.ts'
import { getSetup } from './queries.ts'
import { type CurvedFrom, findOtherAttempts, textOf, writeOwnScores, writeScores } from './score.ts'
import { findCells, type Place } from './tableQueries.ts'

interface Wanted extends Place {
  score: CellValue
  /** The cell as the writer saw it; absent: it may be anything. */
  was?: CellValue | undefined
  /** The score comes from a curve. */
  curve?: CurvedFrom
}

interface By {
  courseId: string
  by: string
  /** Whether the writer may change a released final grade. */
  mayRelease: boolean
  at: Date
  reason: string
}

/**
 * Writes cells, all or none: the cell of submitted work into its feedback, any other as an entry. Throws conflict with
 * the cells that have changed, are missing or are closed, invalid with the empty scores of a group's members (the group
 * has one), and not_allowed with the released final grades, both as fields.
 */
export async function writeCells(
  trx: Db,
  { courseId, by, mayRelease, at, reason }: By,
  wanted: Wanted[],
): Promise<CellChange[]> {
  await lockCells(trx, courseId, columnsOf(wanted))
  const standing = new Map((await findCells(trx, courseId, wanted)).map((cell) => [keyOf(cell), cell]))
  if (new Set(wanted.map(keyOf)).size < wanted.length)
    throw new Refusal('invalid', { fields: { items: 'names a cell twice' } })
  const overtaken = wanted.flatMap(({ was, score, ...at }): CellConflict[] => {
    const cell = standing.get(keyOf(at))
    const place = { person_id: at.person_id, gradable_id: at.gradable_id }
    if (!cell) return [{ ...place, score: null, gone: true }]
    if (cell.closed) return [{ ...place, score: null, closed: true }]
    return was !== undefined && cell.now !== was && cell.now !== score ? [{ ...place, score: cell.now }] : []
  })
  if (overtaken.length > 0) throw new Refusal('conflict', { current: overtaken })
  const cells = wanted.flatMap((one) => {
    const cell = standing.get(keyOf(one))
    return cell ? [{ ...one, ...cell }] : []
  })
  if (!mayRelease) refuseSome('not_allowed', 'is a released final grade', cells, ({ released_final }) => released_final)
  const changed = cells.filter(({ now, score }) => now !== score)
  refuseSome(
    'invalid',
    'is the score of a group: grade its work',
    cells,
    ({ submission_id, of_group, own, entered, now, score }) =>
      submission_id !== null && of_group && score === null && typeof now === 'number' && !own && !entered,
  )
  const entered = changed.filter(({ score, submission_id }) => !submission_id || score === 'excused')
  // Who is excused has the score of their work again once the cell is emptied.
  const ofWork = changed.filter(
    ({ score, submission_id, now }) => submission_id && score !== 'excused' && (score !== null || now !== 'excused'),
  )
  // A cell that was excused and gets a score loses its entry, and so does an emptied cell.
  const gone = changed.filter(({ score, submission_id, now }) => score === null || (submission_id && now === 'excused'))
  await removeEntries(trx, courseId, gone)
  const letters = entered.some(({ final }) => final) ? (await getSetup(trx, courseId)).letters : []
  await putEntries(
    trx,
    { courseId, at, reason },
    entered.flatMap(({ final, ...cell }) => {
      if (cell.score === null) return []
      // A final grade is in percent.
      const letter = final && typeof cell.score === 'number' ? letterOf(hundredths(cell.score), letters) : null
      return [{ ...cell, letter }]
    }),
  )
  const counting = ofWork.flatMap(({ submission_id, person_id, of_group, own, score, curve }) =>
    submission_id && score !== 'excused'
      ? [{ submissionId: submission_id, personId: person_id, of_group, own, score, ...(curve && { curve }) }]
      : [],
  )
  const scores = [...counting, ...(await findOtherAttempts(trx, courseId, ofWork))]
  await writeScores(trx, { ...{ courseId, by, at, reason }, scores: scores.filter(({ of_group }) => !of_group) })
  await writeOwnScores(trx, {
    ...{ courseId, by, at, reason },
    scores: scores.filter(({ of_group, own, score }) => of_group && (own || score !== null)),
  })
  return changed.map(({ person_id, gradable_id, now, score }) => ({
    person_id,
    gradable_id,
    before: now,
    after: score,
  }))
}

/**
 * The changes, with what their emptied cells show by now: the score of the work or of the group, or the attendance. To be
 * asked once the sums have followed.
 */
export async function withFollowing(db: Db, courseId: string, changes: CellChange[]): Promise<CellChange[]> {
  const emptied = changes.filter(({ after }) => after === null)
  const shown = new Map((await findCells(db, courseId, emptied)).map((cell) => [keyOf(cell), cell.now]))
  return changes.map((one) => ({ ...one, after: one.after ?? shown.get(keyOf(one)) ?? null }))
}

/** Writers of a gradebook take turns, so that when two write the same cell, the second sees what the first wrote. */
export const lockGradebook = (trx: Db, courseId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`gradebook ${courseId}`}, 0))`.execute(trx)

/** The same for cells of these columns: also nobody grades their work until the end of the transaction. */
export async function lockCells(trx: Db, courseId: string, gradableIds: string[]): Promise<void> {
  await lockGradebook(trx, courseId)
  await lockGradesIn(trx, courseId, [...new Set(gradableIds)], 'alone')
}

/** Throws a refusal that names all wrong cells, if there are any: whoever sent others as well sends those again. */
function refuseSome<C>(code: ErrorCode, why: string, cells: C[], isWrong: (cell: C) => boolean): void {
  const fields = cells.flatMap((cell, i) => (isWrong(cell) ? [[`items.${i}.score`, why] as const] : []))
  if (fields.length > 0) throw new Refusal(code, { fields: Object.fromEntries(fields) })
}

const keyOf = ({ person_id, gradable_id }: Place) => `${person_id} ${gradable_id}`
const peopleOf = (places: Place[]) => places.map(({ person_id }) => person_id)
const columnsOf = (places: Place[]) => places.map(({ gradable_id }) => gradable_id)

async function removeEntries(trx: Db, courseId: string, places: Place[]): Promise<void> {
  for (const some of inChunks(places))
    await sql`
      delete from entries e using unnest(${peopleOf(some)}::uuid[], ${columnsOf(some)}::uuid[]) as a (person_id, gradable_id)
      where e.course_id = ${courseId} and (e.person_id, e.gradable_id) = (a.person_id, a.gradable_id)`.execute(trx)
}

async function putEntries(
  trx: Db,
  { courseId, at, reason }: Pick<By, 'courseId' | 'at' | 'reason'>,
  cells: (Wanted & { letter: string | null })[],
): Promise<void> {
  for (const some of inChunks(cells)) {
    const scores = some.map(({ score }) => (score === 'excused' ? null : score))
    const excused = some.map(({ score }) => score === 'excused')
    await sql`
      insert into entries (course_id, person_id, gradable_id, score, excused, curve, reason, entered_at, letter)
      select ${courseId}, a.person_id, a.gradable_id, a.score, a.excused, a.curve, ${reason}, ${at}::timestamptz, a.letter
      from unnest(${peopleOf(some)}::uuid[], ${columnsOf(some)}::uuid[], ${scores}::numeric[], ${excused}::boolean[],
        ${some.map(({ curve }) => textOf(curve))}::jsonb[], ${some.map(({ letter }) => letter)}::text[])
        as a (person_id, gradable_id, score, excused, curve, letter)
      order by 2, 3
      on conflict (course_id, person_id, gradable_id) do update set score = excluded.score, excused = excluded.excused,
        curve = excluded.curve, entered_at = excluded.entered_at, reason = excluded.reason, reckoned = false, letter = excluded.letter`.execute(
      trx,
    )
  }
}
