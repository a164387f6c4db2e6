import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type QuestionRow, type SetRow, type SheetRow, withScores } from '../assignments/sheet.ts'
import type { Db } from '../db/database.ts'

/* The sheets that works of an assignment answer. */

/** A sheet as it was, for grading. */
export interface SheetThen extends SheetRow {
  /** What its questions became after it, the oldest first, with the points that they counted; not what was undone. */
  later: QuestionRow[]
}

/** A question, a set or a slot. */
interface Placed {
  id: string
  position: number
}

interface VersionRow {
  version: number
  table_name: 'questions' | 'question_sets' | 'file_slots'
  row_id: string
  before: Placed | null
  change_id: string | null
  undoes: string | null
}

async function findVersions(db: Db, courseId: string, assignmentId: string): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version, table_name, row_id, before, change_id, undoes from sheet_versions
    where course_id = ${courseId} and assignment_id = ${assignmentId} order by version`.execute(db)
  return rows
}

interface AssignmentSheet extends SheetRow {
  id: string
  course_id: string
  sheet_version: number
}

/** @param a with the present sheet @param oldest the earliest version that a work answers: the present one reads nothing */
export const readSheets = async (db: Db, a: AssignmentSheet, oldest = 0) =>
  new Sheets(a, oldest >= a.sheet_version ? [] : await findVersions(db, a.course_id, a.id))

/** The sheet of an assignment at each version (migration 046). */
export class Sheets {
  readonly #now: SheetRow
  readonly #versions: VersionRow[]
  readonly #made = new Map<number, SheetThen | null>()
  #past: Past[] | undefined
  constructor(now: SheetRow, versions: VersionRow[]) {
    this.#now = now
    this.#versions = versions
  }

  /** Null: the present sheet. */
  at(version: number): SheetThen | null {
    const made = this.#made.get(version)
    if (made !== undefined) return made
    const then = this.#make(version)
    this.#made.set(version, then)
    return then
  }

  #make(version: number): SheetThen | null {
    const later = this.#versions.filter((one) => one.version > version)
    if (later.length === 0) return null
    this.#past ??= this.#findPast()
    // Each thing as it was before the first of the later changes.
    const changed = new Map(later.toReversed().map((one) => [one.row_id, one]))
    const isAsNow = ({ id }: { id: string }) => !changed.has(id)
    const { questions, sets, slots } = this.#now
    const were = [...changed.values()]
    function thenOf<Row extends Placed>(table: VersionRow['table_name'], rows: Row[]): Row[] {
      const before = were.flatMap((one) => (one.table_name === table && one.before ? [one.before as Row] : []))
      return [...rows.filter(isAsNow), ...before].sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    }
    return {
      questions: thenOf('questions', questions),
      sets: thenOf('question_sets', sets),
      slots: thenOf('file_slots', slots),
      later: this.#past.flatMap((one) => (one.version > version ? [one.question] : [])),
    }
  }

  /** What all questions were before each change that holds, the oldest first. */
  #findPast(): Past[] {
    const begun = new Map(this.#versions.toReversed().map(({ change_id, version }) => [change_id, version]))
    const ofQuestions = this.#versions.filter(({ table_name }) => table_name === 'questions')
    const past = [...Map.groupBy(ofQuestions, ({ row_id }) => row_id).values()].flatMap((versions) =>
      holding(versions).flatMap(({ version, change_id, before }) => {
        const question = before as QuestionRow | null
        if (!question) return []
        // The same change may have removed its set before.
        const set = this.#setBefore(question.set_id, change_id === null ? version : (begun.get(change_id) ?? version))
        return withScores({ questions: [question], sets: set ? [set] : [] }).map((one) => ({ version, question: one }))
      }),
    )
    return past.sort((a, b) => a.version - b.version)
  }

  #setBefore(setId: string | null, version: number): SetRow | undefined {
    if (setId === null) return undefined
    const changed = this.#versions.find((one) => one.row_id === setId && one.version >= version)
    return changed ? ((changed.before as SetRow | null) ?? undefined) : this.#now.sets.find(({ id }) => id === setId)
  }
}

interface Past {
  /** The first version without it. */
  version: number
  question: QuestionRow
}

/**
 * The changes of a thing that hold: no undo, and nothing that was undone. The others are as if that had never been. Where
 * an undo was undone, the first change holds.
 */
function holding(versions: VersionRow[]): VersionRow[] {
  const n = versions.findLastIndex(({ undoes }) => isIn(versions, undoes))
  const undo = versions[n]
  if (!undo)
    return versions.filter(({ change_id }, i) => change_id === null || versions[i - 1]?.change_id !== change_id)
  const isOf = ({ change_id }: VersionRow) => change_id !== null && [undo.undoes, undo.change_id].includes(change_id)
  const first = versions.findIndex(isOf)
  // Others may have changed the rest of the thing before the undo.
  const after = versions.slice(first).find((one) => !isOf(one) || one === undo)
  const without = withoutChange(versions[first]?.before ?? null, after?.before ?? null)
  const between = (i: number) => i > first && i < n
  return holding(
    versions.flatMap((one, i) => (isOf(one) ? [] : between(i) ? [{ ...one, before: without(one.before) }] : [one])),
  )
}

const isIn = (versions: VersionRow[], id: string | null) =>
  id !== null && versions.some(({ change_id }) => change_id === id)

/** Puts the columns back that differ before and after a change. */
function withoutChange(before: Placed | null, after: Placed | null): (row: Placed | null) => Placed | null {
  if (!before || !after) return (row) => row
  const later = new Map<string, unknown>(Object.entries(after))
  const changed = Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, later.get(name)))
  return (row) => row && { ...row, ...Object.fromEntries(changed) }
}
