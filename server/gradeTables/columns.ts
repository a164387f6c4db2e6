import { gradeFileKinds } from '../../contract/staff/gradeTables.ts'
import { guessColumns, isEmail, isEmailHeading } from '../tables/columns.ts'
import type { TableRow } from '../tables/table.ts'

/* What the columns of a file of scores are: each column of the gradebook is known by its id, never by its place. */

interface Column {
  _id: string
  gradable_name: string
}

/** What an export says of a closed cell; an import takes it for no change, also when the cell is not closed any more. */
export const CLOSED = 'hidden'

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/i

/** The last id in a text. */
export const idIn = (text: string): string | undefined => text.toLowerCase().match(uuid)?.at(-1)

/** The headings of an export: the ids of the columns, and when it was made. */
export const headingsOf = (columns: Column[], at: Date): string[] => [
  `Person (${at.toISOString()})`,
  'Email',
  'Name',
  'Section',
  ...columns.map(({ _id, gradable_name }) => `${gradable_name} (${_id})`),
  'Total in %',
  'Letter',
]

/** When the file was made, if it says so. */
export function madeAt(titles: string[]): Date | undefined {
  const [at] = titles.map((title) => instant.exec(title)?.[0]).filter((found) => found !== undefined)
  return at ? new Date(at.toUpperCase()) : undefined
}

/** A heading without what only an import reads. */
export const shownTitle = (title: string) =>
  title.replace(/ \((?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)\)$/i, '')

const plain = (text: string) => text.toLowerCase().normalize('NFC').trim()

/** What was guessed, unless it is given. In a file without ids a column is known by its name, where only one has it. */
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
      return hasIds ? '' : byName(title)
    },
    likely: [
      { kind: 'person', is: (cell) => idIn(cell) !== undefined },
      { kind: 'email', is: isEmail },
    ],
  })
}
