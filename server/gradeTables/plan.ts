import { readCell, textOf } from '../../contract/staff/cellText.ts'
import { type CellValue, cellsMost, type Grades } from '../../contract/staff/gradebook.ts'
import { type GradeImportRow, type GradePlan, type GradeProblem, namedMost } from '../../contract/staff/gradeTables.ts'
import type { Db } from '../db/database.ts'
import { Refusal } from '../errors.ts'
import { readGrades } from '../gradebook/tableQueries.ts'
import { emailIn } from '../tables/columns.ts'
import { columnsOf, digestOf } from '../tables/plan.ts'
import type { Table } from '../tables/table.ts'
import { unquoted } from '../tables/write.ts'
import { CLOSED, guessGradeColumns, idIn, madeAt, plain, shownTitle, unplacedColumns } from './columns.ts'
import { findEmails, findNewer, keyOf, valueIn } from './queries.ts'

/* Plans an import of scores: what the file does to each cell. */

interface Options {
  courseId: string
  /** The importer: what they imported before is no conflict. */
  by: string
  /** Whether the importer may change a released final grade. */
  mayRelease: boolean
  header?: boolean
  columns?: string
}

export interface PlannedCell {
  person_id: string
  gradable_id: string
  score: CellValue
  was: CellValue
}

type Changing = GradeImportRow & PlannedCell

/** Throws too_large when more cells would change than one call may write. */
export async function planGrades(
  db: Db,
  table: Table,
  { courseId, by, mayRelease, ...given }: Options,
): Promise<{ plan: GradePlan; cells: PlannedCell[] }> {
  const book = await readGrades(db, courseId)
  const find = personFinder(book, await findEmails(db, courseId))
  const { header, kinds } = guessGradeColumns(table.rows, given, book.columns)
  const read = kinds.flatMap((kind, i) => {
    const place = book.columns.findIndex(({ _id }) => _id === kind)
    const column = book.columns[place]
    const isKept = column?.final && book.final_released && !mayRelease
    return column ? [{ i, place, gradable_id: kind, max: column.gradable_score, isKept }] : []
  })
  const [ofPerson, ofEmail, ofName] = [kinds.indexOf('person'), kinds.indexOf('email'), kinds.indexOf('name')]
  const listed = new Listed()
  const changing: Changing[] = []
  for (const { line, cells, without } of header ? table.rows.slice(1) : table.rows) {
    const found = find(line, cells[ofPerson] ?? '', cells[ofEmail] ?? '', cells[ofName] ?? '')
    if (found.problem !== undefined) {
      listed.add({ line, name: '', fate: 'refused', problem: found.problem, value: found.value.slice(0, 100) })
      continue
    }
    const { _id: person_id, cells: standing } = found.row
    const name = nameOf(found.row)
    for (const { i, place, gradable_id, max, isKept } of read) {
      const text = cells[i] ?? ''
      const lost = text === '' ? without?.[i] : undefined
      if ((text === '' && lost === undefined) || text.trim().toLowerCase() === CLOSED) continue
      const cell = standing[place] ?? null
      if (cell === 'closed') {
        const value = (lost ?? text).slice(0, 100)
        listed.add({ line, name, person_id, gradable_id, fate: 'refused', problem: 'names_hidden', value })
        continue
      }
      const before = valueIn(cell)
      const score = scoreIn(text, max)
      const about = { line, name, person_id, gradable_id, before }
      if (lost !== undefined) {
        const problem = lost.startsWith('=') ? 'not_worked_out' : 'score_bad'
        listed.add({ ...about, fate: 'refused', problem, value: lost.slice(0, 100) })
      } else if (score === undefined || score === null)
        listed.add({ ...about, fate: 'refused', problem: 'score_bad', value: text.slice(0, 100) })
      else if (score === before) listed.add({ ...about, after: score, fate: 'unchanged' })
      else if (isKept)
        listed.add({ ...about, after: score, fate: 'refused', problem: 'final_released', value: text.slice(0, 100) })
      else if (changing.length >= cellsMost)
        throw new Refusal('too_large', { message: `A file changes at most ${cellsMost} cells.` })
      else
        changing.push({
          ...{ ...about, after: score, score, was: before },
          fate: before === null ? 'new' : 'changed',
        })
    }
  }
  const since = header ? madeAt(table.rows[0]?.cells ?? []) : undefined
  const cells = await refuseNewer(db, { courseId, by, since }, changing, listed)
  const rows = listed.rows.sort((a, b) => a.line - b.line)
  const { rows: _, ...file } = table
  const [head, ...body] = table.rows
  const shown = head && header ? [{ ...head, cells: head.cells.map(shownTitle) }, ...body] : table.rows
  const columns = columnsOf({ rows: shown }, header, kinds)
  const isScore = (text: string) => typeof scoreIn(text, 0) === 'number'
  const guessed = guessGradeColumns(table.rows, { header }, book.columns).kinds
  const unplaced_points = unplacedColumns({ header, kinds }, guessed, table.rows, book.columns).filter((i) =>
    body.some(({ cells }) => isScore(cells[i] ?? '')),
  )
  const plan = { file, header, columns, rows, more: listed.more, unplaced_points }
  return { plan: { ...plan, absent: book.rows.length - find.found.size, digest: digestOf([rows, listed.more]) }, cells }
}

/** Refuses the cells that were changed since the file was made, and returns the others. */
async function refuseNewer(
  db: Db,
  { courseId, by, since }: { courseId: string; by: string; since: Date | undefined },
  changing: Changing[],
  listed: Listed,
): Promise<PlannedCell[]> {
  const newer = since && changing.length > 0 ? await findNewer(db, { courseId, since, by }) : new Set<string>()
  return changing.flatMap(({ score, was, ...row }) => {
    const { person_id, gradable_id } = row
    const isNewer = newer.has(keyOf(person_id, gradable_id))
    listed.add(isNewer ? { ...row, fate: 'refused', problem: 'newer', value: textOf(was) } : row)
    return isNewer ? [] : [{ person_id, gradable_id, score, was }]
  })
}

/** The rows of the preview: all with a change, and as many others as somebody would read. */
class Listed {
  rows: GradeImportRow[] = []
  more = { unchanged: 0, refused: 0 }
  #named = { unchanged: 0, refused: 0 }
  add(row: GradeImportRow) {
    const { fate } = row
    if (fate === 'unchanged' || fate === 'refused') {
      if (this.#named[fate] >= namedMost) {
        this.more[fate]++
        return
      }
      this.#named[fate]++
    }
    this.rows.push(row)
  }
}

/** Points as people type them on screen; a formula in a spreadsheet may be off by less than anybody sees. */
function scoreIn(text: string, most: number): CellValue | undefined {
  const typed = readCell(text, most)
  if (typed !== undefined || !/^\d{1,6}\.\d+$/.test(text.trim())) return typed
  const rounded = Math.round(Number(text) * 100) / 100
  return Math.abs(rounded - Number(text)) < 1e-6 ? rounded : undefined
}

type Row = Omit<Grades, 'without'>['rows'][number]
const nameOf = ({ first, last }: Row) => `${first} ${last}`.trim()
type Found = { row: Row; problem?: undefined } | { problem: GradeProblem; value: string }

/**
 * Finds the student of a row by the id, else by the address; where the row has both, both must be of the same person. A
 * name finds nobody, but one that only other students have says that somebody sorted only some of the columns.
 */
function personFinder({ rows }: { rows: Row[] }, emails: Map<string, string>) {
  const byId = new Map(rows.map((row) => [row._id, row]))
  const byEmail = Map.groupBy(rows, ({ _id }) => emails.get(_id) ?? '')
  byEmail.delete('')
  const byName = Map.groupBy(rows, (row) => plain(nameOf(row)))
  const found = new Map<string, number>()
  const find = (line: number, idText: string, emailText: string, nameText: string): Found => {
    const email = emailIn(unquoted(emailText))
    const value = idText || emailText
    if (value === '') return { problem: 'person_missing', value }
    const ofEmail = byEmail.get(email) ?? []
    // A provider may vouch for no address, and somebody may have two accounts.
    if (idText === '' && ofEmail.length > 1) return { problem: 'email_shared', value: emailText }
    const row = idText === '' ? ofEmail[0] : byId.get(idIn(idText) ?? '')
    if (!row) return { problem: 'person_unknown', value }
    if (idText !== '' && email !== '' && !ofEmail.includes(row)) return { problem: 'person_mixed', value: emailText }
    const named = byName.get(plain(unquoted(nameText)))
    if (named && !named.includes(row)) return { problem: 'person_mixed', value: nameText }
    const before = found.get(row._id)
    if (before !== undefined) return { problem: 'person_twice', value: String(before) }
    found.set(row._id, line)
    return { row }
  }
  return Object.assign(find, { found })
}
