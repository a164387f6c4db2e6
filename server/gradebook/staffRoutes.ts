import type { ChangeKind } from '../../contract/changes.ts'
import type { contract } from '../../contract/index.ts'
import type { BulkQuery } from '../../contract/staff/bulk.ts'
import {
  columnsMost,
  type FinalPlan,
  GradeColumn,
  type Grades,
  type TotalChange,
} from '../../contract/staff/gradebook.ts'
import { countsBy } from '../../contract/staff/gradeItems.ts'
import { hundredths, letterOf } from '../../contract/totals.ts'
import { type WriteRequest, write, writeOrTry } from '../changes/write.ts'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { digestOf } from '../tables/plan.ts'
import { lockGradebook, withFollowing, writeCells } from './cells.ts'
import { changedTotals, totalsOf } from './rules.ts'
import {
  type ColumnRow,
  findCellHistory,
  findCells,
  findColumn,
  findColumns,
  getColumn,
  readGrades,
} from './tableQueries.ts'
import {
  findFinal,
  findUnseen,
  insertColumn,
  placeColumn,
  refuseUnlessThere,
  removeColumn,
  updateColumn,
  writeFinal,
  writeSetup,
} from './writes.ts'

/** Staff's calls on the gradebook. */
export function gradingRoutes(deps: Deps): Handlers<typeof contract.grading> {
  const { db, now } = deps

  async function changedSince(before: Grades, from: Db, courseId: string) {
    const after = await readGrades(from, courseId)
    return changedTotals(totalsOf(before, before, now()), totalsOf(after, after, now()))
  }

  /** Writes to a column, in turn with other writers of the gradebook. A dry run also says whose total changes. */
  async function writeColumn<T>(
    input: WriteRequest & { query: BulkQuery },
    what: { kind: ChangeKind; about: { _id: string; title: string } },
    work: (trx: Db) => Promise<void>,
    answer: (from: Db) => Promise<T>,
  ): Promise<T & { changed?: TotalChange[] }> {
    const { courseId, query } = input
    let before: Grades | undefined
    return writeOrTry(
      deps,
      input,
      what,
      async (trx) => {
        await lockGradebook(trx, courseId)
        if (query.dry_run === 'true') before = await readGrades(trx, courseId)
        await work(trx)
      },
      async (from) => ({
        ...(await answer(from)),
        ...(before && { changed: await changedSince(before, from, courseId) }),
      }),
    )
  }

  return {
    table: ({ courseId }) => readGrades(db, courseId),
    async write(input) {
      const { courseId, viewer, can, newId, body } = input
      const [first] = body.items
      const title = (await findColumn(db, courseId, first?.gradable_id ?? ''))?.gradable_name ?? ''
      const count = body.items.length
      const about = { _id: first?.gradable_id ?? newId(), title, ...(count > 1 && { count }) }
      const by = { courseId, by: viewer._id, mayRelease: can.release, at: now(), reason: body.reason }
      let items: Awaited<ReturnType<typeof writeCells>> = []
      return writeOrTry(
        deps,
        input,
        { kind: 'grades_entered', about },
        async (trx) => {
          items = await writeCells(trx, by, body.items)
        },
        async (from) => ({ items: await withFollowing(from, courseId, items) }),
      )
    },
    async history({ courseId, params }) {
      await getColumn(db, courseId, params.gradable_id)
      const [cell] = await findCells(db, courseId, [params])
      if (cell?.closed) throw new Refusal('not_allowed', { message: 'The names of this assignment are hidden.' })
      return findCellHistory(db, courseId, params)
    },
    async addColumn(input) {
      const { courseId, newId, body } = input
      const id = newId()
      const about = { _id: id, title: body.gradable_name }
      refuseWrong(body)
      await write(deps, input, { kind: 'grade_column_added', about }, async (trx) => {
        await lockGradebook(trx, courseId)
        const columns = await findColumns(trx, courseId)
        if (columns.length >= columnsMost) throw new Refusal('too_many')
        const same = columns.find(({ assignment_id }) => assignment_id !== null && assignment_id === body.assignment_id)
        if (same) throw new Refusal('conflict', { current: GradeColumn.parse(same) })
        if (body.assignment_id) await refuseUnlessThere(trx, courseId, 'assignments', body.assignment_id)
        if (body.category_id) await refuseUnlessThere(trx, courseId, 'grade_categories', body.category_id)
        const last = Math.max(-1, ...columns.filter(({ final }) => !final).map(({ position }) => position))
        await insertColumn(trx, courseId, { ...body, _id: id, position: last + 1 })
        if (body.after !== undefined) await placeColumn(trx, courseId, id, body.after)
      })
      return getColumn(db, courseId, id)
    },
    async editColumn(input) {
      const { courseId, can, revision, body, params } = input
      const before = await getColumn(db, courseId, params.gradable_id)
      const after = { ...before, ...body }
      refuseUnlessReleaser(before, can)
      refuseWrong(after)
      return writeColumn(
        input,
        { kind: 'grade_column_edited', about: aboutOf(after) },
        async (trx) => {
          if (body.category_id) await refuseUnlessThere(trx, courseId, 'grade_categories', body.category_id)
          if (!(await updateColumn(trx, courseId, { ...after, revision }))) await refuseNewer(trx, courseId, before._id)
          if (body.after !== undefined) await placeColumn(trx, courseId, before._id, body.after)
        },
        (from) => getColumn(from, courseId, before._id),
      )
    },
    async removeColumn(input) {
      const { courseId, can, revision, params } = input
      const column = await getColumn(db, courseId, params.gradable_id)
      refuseUnlessReleaser(column, can)
      return writeColumn(
        input,
        { kind: 'grade_column_removed', about: aboutOf(column) },
        async (trx) => {
          if (!(await removeColumn(trx, courseId, { ...column, revision }, now())))
            await refuseNewer(trx, courseId, column._id)
        },
        async () => ({ _id: column._id }),
      )
    },
    async setUp(input) {
      const { courseId, newId, body, revision } = input
      const before = await readGrades(db, courseId)
      const about = { _id: newId(), title: '' }
      return writeOrTry(
        deps,
        input,
        { kind: 'gradebook_set_up', about },
        async (trx) => {
          await lockGradebook(trx, courseId)
          await writeSetup(trx, { courseId, revision, now: now() }, body)
        },
        async (from) => ({ changed: await changedSince(before, from, courseId) }),
      )
    },
    async final(input) {
      const { courseId, newId, query, body } = input
      const kind = body.released ? 'final_grades_released' : 'final_grades_taken_back'
      let finals = await finalGrades(db, courseId, now())
      return writeOrTry(
        deps,
        input,
        { kind, about: { _id: newId(), title: '', count: finals.items.length } },
        async (trx) => {
          await lockGradebook(trx, courseId)
          finals = await finalGrades(trx, courseId, now())
          if (query.digest !== undefined && finals.digest !== query.digest)
            throw new Refusal('conflict', { message: 'The grades have changed since.', current: finals })
          await writeFinal(trx, courseId, body.released, finals.items, { id: newId(), name: 'Final grade' })
        },
        async () => finals,
      )
    },
  }
}

/** Everyone's final grade as it is calculated now; one that was entered by hand stays. */
async function finalGrades(from: Db, courseId: string, now: Date): Promise<FinalPlan> {
  const table = await readGrades(from, courseId)
  const present = await findFinal(from, courseId)
  const items = [...totalsOf(table, table, now)].map(([person_id, { percent, letter }]) => {
    const given = present.get(person_id)
    const before = given?.released ? { percent: given.percent, letter: given.letter } : null
    if (given === undefined || given.reckoned) return { person_id, percent, letter, before }
    const byHand = given.percent
    return {
      person_id,
      percent: byHand,
      letter: byHand === null ? null : letterOf(hundredths(byHand), table.letters),
      before,
    }
  })
  const counts = countsBy(table.categories)
  const unseen = await findUnseen(from, courseId)
  const isSeen = ({ _id, released }: GradeColumn) => released && !unseen.has(_id)
  const hidden = table.columns.filter((column) => !isSeen(column) && counts(column))
  const closed = table.columns.filter((_, i) => table.rows.some(({ cells }) => cells[i] === 'closed'))
  const plan = { items, hidden: namesOf(hidden), closed: namesOf(closed) }
  return { ...plan, digest: digestOf([plan]) }
}

interface Kept {
  final?: boolean
  gradable_score: number
  assignment_id: string | null
  attendance_late?: number | null | undefined
}

function refuseWrong({ final, gradable_score, assignment_id, attendance_late }: Kept): void {
  if (attendance_late != null && (assignment_id !== null || final))
    throw new Refusal('invalid', { fields: { attendance_late: 'is for a column that is entered by hand' } })
  if (final && gradable_score !== 100)
    throw new Refusal('invalid', { fields: { gradable_score: 'is 100: a final grade is in percent' } })
}

/** Only a person who may release final grades changes a released one. */
function refuseUnlessReleaser({ final, final_released }: ColumnRow, can: { release: boolean }): void {
  if (final && final_released && !can.release) throw new Refusal('not_allowed')
}

const namesOf = (columns: GradeColumn[]) => columns.map(({ gradable_name }) => gradable_name)

const aboutOf = ({ _id, gradable_name }: GradeColumn) => ({ _id, title: gradable_name })

async function refuseNewer(db: Db, courseId: string, id: string): Promise<never> {
  throw new Refusal('conflict', { current: GradeColumn.parse(await getColumn(db, courseId, id)) })
}
