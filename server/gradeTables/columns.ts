import { gradeFileKinds } from '../../contract/staff/gradeTables.ts'
import { guessColumns, isEmail, isEmailHeading } from '../tables/columns.ts'
import type { TableRow } from '../tables/table.ts'

/* The columns of a file of scores: the id in a heading says which column of the gradebook it is, never its place. */

interface Column {
  _id: string
  gradable_name: string
}

/** The word for a closed cell in an export; an import reads it as no change, also when the cell is open by then. */
export const CLOSED = 'hidden'

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/i

/** The last id in a text. */
export const idIn = (text: string): string | undefined => text.toLowerCase().match(uuid)?.at(-1)

/**
 * The headings of an export: the ids of the columns, and when it was made. The letter of the final grade may differ from
 * that of the total, which goes on moving.
 */
export const headingsOf = (columns: (Column & { final: boolean })[], at: Date): string[] => [
  `Person (${at.toISOString()})`,
  'Email',
  'Name',
  'Section',
  ...columns.map(({ _id, gradable_name }) => `${gradable_name} (${_id})`),
  'Total in %',
  'Letter',
  ...(columns.some(({ final }) => final) ? ['Final letter'] : []),
]

/** The headings of an export that no import reads, as they are compared. */
const UNREAD = ['section', 'total in %', 'letter', 'final letter']

/**
 * Which columns that are not read may have the scores of a column of the gradebook: their headings lost the id, repeat
 * that of an earlier column, have one of another course, or a name that two columns have. Not one that was `guessed` to
 * be a column: whoever said what the columns are left it out on purpose.
 */
export function unplacedColumns(
  { header, kinds }: { header: boolean; kinds: string[] },
  guessed: string[],
  rows: TableRow[],
  columns: Column[],
): number[] {
  const titles = header ? (rows[0]?.cells ?? []) : []
  const hasIds = titles.some((title) => idIn(title) !== undefined)
  return [...kinds.keys()].filter((i) => {
    const title = titles[i] ?? ''
    if (kinds[i] !== '' || guessed[i] !== '' || UNREAD.includes(plain(title))) return false
    return (
      hasIds || columns.some(({ _id, gradable_name }) => idIn(title) === _id || plain(title) === plain(gradable_name))
    )
  })
}

/** The time of the export, if the file has it. */
export function madeAt(titles: string[]): Date | undefined {
  const [at] = titles.map((title) => instant.exec(title)?.[0]).filter((found) => found !== undefined)
  return at ? new Date(at.toUpperCase()) : undefined
}

/** A heading without the id, which only an import reads. */
export const shownTitle = (title: string) =>
  title.replace(/ \((?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)\)$/i, '')

/** A name as it is compared. */
export const plain = (text: string) => text.toLowerCase().normalize('NFC').trim()

/**
 * The guessed columns, unless the query gives them. In a file without ids a name identifies a column, if only one has
 * it.
 */
export function guessGradeColumns(rows: TableRow[], given: { header?: boolean; columns?: string }, columns: Column[]) {
  const ids = new Set(columns.map(({ _id }) => _id))
  const known = (title: string) => {
    const id = idIn(title)
    return id && ids.has(id) ? id : undefined
  }
  const hasIds = rows[0]?.cells.some((title) => idIn(title) !== undefined) ?? false
  const named = Map.groupBy(columns, ({ gradable_name }) => plain(gradable_name))
  const byName = (title: string) => {
    const [one, another] = named.get(title) ?? []
    return one && !another ? one._id : ''
  }
  return guessColumns<string>(rows, given, {
    all: [...gradeFileKinds, ...ids],
    ofHeading(title) {
      const id = known(title)
      if (id) return id
      if (/^(person|student)( id)?\b/.test(title) && !isEmailHeading(title)) return 'person'
      if (isEmailHeading(title)) return 'email'
      const column = hasIds ? '' : byName(title)
      return column === '' && /^name$|^ชื่อ$/.test(title) ? 'name' : column
    },
    likely: [
      { kind: 'person', is: (cell) => idIn(cell) !== undefined },
      { kind: 'email', is: isEmail },
    ],
  })
}
