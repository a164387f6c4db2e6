import { centsOf, type PartSum, pointsOf } from '../../contract/points.ts'
import { readCell } from '../../contract/staff/cellText.ts'
import { commentMost } from '../../contract/staff/grading.ts'
import { offlineKinds } from '../../contract/staff/offline.ts'
import { cellMost } from '../tables/bounds.ts'
import { emailIn, guessColumns, isEmailHeading } from '../tables/columns.ts'
import type { TableRow } from '../tables/table.ts'
import { unquoted, unwritable, type Value } from '../tables/write.ts'
import { type OfflineWords, offlineWords } from './words.ts'

/* The sheet that graders fill in. The heading of a column of points names its part; its place does not matter. */

export interface SheetPart {
  part: string
  name: string
  most: string
}

export interface SheetWork {
  id: string
  revision: number
  name: string
  /** Of a single person. */
  email: string
  folder: string
  attempt: number
  submitted: string
  late: boolean
  points: PartSum[]
  score: string | null
  comment: string
}

/** The table, headings included. */
export const sheetRows = (parts: SheetPart[], works: SheetWork[], words: OfflineWords): Value[][] => [
  [
    ...[words.work, words.revision, words.name, words.email, words.folder, words.attempt, words.submitted, words.late],
    ...parts.map(({ part, name, most }) => `${name} / ${most} [${part}]`),
    ...[words.score, words.comment],
  ],
  ...works.map(({ id, revision, name, email, folder, attempt, submitted, late, points, score, comment }) => [
    ...[id, revision, name, email, folder, attempt, submitted, late ? words.late.toLowerCase() : ''],
    ...parts.map(({ part }) =>
      cellOf(
        points.find((one) => one.part === part),
        words,
      ),
    ),
    numberOf(score),
    // The import would refuse a longer one: an empty cell leaves the comment as it is.
    comment.length > cellMost ? '' : tidy(comment),
  ]),
]

/**
 * Points by hand as a number. Others say how they came about: such a cell is no change when it comes back, because the key
 * or the rubric may have changed since.
 */
function cellOf(sum: PartSum | undefined, { by }: OfflineWords): Value {
  if (!sum || sum.points === null) return ''
  const points = pointsOf(sum.points)
  return sum.by === 'auto' || sum.by === 'rubric' ? `${points} ${by[sum.by]}` : Number(points)
}
const ways = Object.values(offlineWords).flatMap(({ by }) => Object.values(by))
const cameAbout = new RegExp(`^[\\d.,]+ (${ways.join('|')})$`, 'i')

const numberOf = (points: string | null): Value => (points === null ? '' : Number(points))

/** The part in a heading. */
const partIn = (title: string) => /\[(textbox|file|item-[\w-]+)\]\s*$/.exec(title)?.[1]
const workId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The meaning of the columns; columns of other parts are ignored. */
export const guessOfflineColumns = (rows: TableRow[], given: { header?: boolean; columns?: string }, parts: string[]) =>
  guessColumns<string>(rows, given, {
    all: [...offlineKinds, ...parts],
    ofHeading(title) {
      const part = partIn(title)
      if (part) return parts.includes(part) ? part : ''
      if (/^(work|submission)[ _-]?id$|^รหัสงาน$/.test(title)) return 'work'
      if (/^revision$|^รุ่น$/.test(title)) return 'revision'
      if (/^name$|^ชื่อ$/.test(title)) return 'name'
      if (isEmailHeading(title)) return 'email'
      return /^comments?$|^ความ(คิด)?เห็น$/.test(title) ? 'comment' : ''
    },
    likely: [{ kind: 'work', is: (cell) => workId.test(cell) }],
  })

/** A row of the file. */
export interface MarkedRow {
  line: number
  id: string
  /** Undefined: the row has none, such as below a heading that is not known. */
  revision: number | undefined
  /** The owner's name in the file. */
  name: string
  email: string
  /** The typed points by part; an empty cell changes nothing, nor does one that says how its points came about. */
  points: Map<string, string>
  comment: string
  /** A formula without a result, or an error, in a column that counts. */
  lost?: string | undefined
}

export function askedOf({ line, cells, without = {} }: TableRow, kinds: string[]): MarkedRow {
  const cell = (kind: string) => (cells[kinds.indexOf(kind)] ?? '').trim()
  const ofParts = kinds.flatMap((kind, i): [string, string][] => {
    const typed = (cells[i] ?? '').trim()
    return typed !== '' && !cameAbout.test(typed) && !offlineKinds.some((other) => other === kind)
      ? [[kind, typed]]
      : []
  })
  const revision = /^\d{1,9}$/.test(cell('revision')) ? Number(cell('revision')) : undefined
  return {
    ...{ line, id: cell('work').toLowerCase(), revision },
    ...{ name: asRead(cell('name')), email: emailIn(asRead(cell('email'))) },
    ...{ points: new Map(ofParts), comment: asRead(cell('comment')) },
    lost: kinds.flatMap((kind, i) => (kind === '' ? [] : (without[i] ?? [])))[0],
  }
}

/** In characters. A name of a group or a person is shorter. */
const NAME = 500

/** The owners whose name may be in a cell: that of a group is followed by its members. */
export function ownersIn(cell: string): string[] {
  const name = cell.slice(0, NAME)
  return [...name.matchAll(/, |$/g)].map(({ index }) => name.slice(0, index))
}

const titleOf = (title: string) => title.toLowerCase().normalize('NFC').trim()
/** The columns of a sheet that nobody fills in and that may have numbers: a group may be called 7, and so its folder. */
const ofSheet = Object.values(offlineWords).flatMap((words) =>
  [words.revision, words.folder, words.attempt, words.score].map(titleOf),
)

/**
 * The places of columns with points that no part is known for, such as one whose heading lost its id. A column whose
 * heading does name a part is left out by the person who said what the columns are.
 */
export function unplacedPoints(
  { header, kinds }: { header: boolean; kinds: string[] },
  rows: TableRow[],
  isChosen: boolean,
): number[] {
  const titles = header ? (rows[0]?.cells ?? []) : []
  const body = rows.slice(header ? 1 : 0)
  return [...kinds.keys()].filter((i) => {
    const title = titleOf(titles[i] ?? '')
    if (kinds[i] !== '' || ofSheet.includes(title) || (isChosen && partIn(title))) return false
    return body.some(({ cells }) => pointsIn(cells[i] ?? '') !== undefined)
  })
}

export const isWorkId = (id: string) => workId.test(id)
export const isTooLong = (comment: string) => comment.length > commentMost

/** A text without characters that a spreadsheet loses. */
const tidy = (text: string): string => text.replace(/\r\n?/g, '\n').replace(unwritable, '').trim()

/** A text after a spreadsheet has stored it. */
export const asRead = (text: string): string => unquoted(tidy(text))

/** Points as people type them; a formula in a spreadsheet may be off by less than anybody sees. */
export function pointsIn(typed: string): string | undefined {
  const read = readCell(typed)
  if (typeof read === 'number') return pointsOf(Math.round(read * 100))
  if (read !== undefined || !/^\d{1,6}\.\d+$/.test(typed)) return undefined
  const rounded = Math.round(Number(typed) * 100)
  return Math.abs(rounded / 100 - Number(typed)) < 1e-6 ? pointsOf(rounded) : undefined
}

export const isSamePoints = (one: string | null, other: string) => one !== null && centsOf(one) === centsOf(other)
