import { CsvError, parse } from 'csv-parse/sync'
import { separators } from '../../contract/staff/encodings.ts'
import { cellMost, columnsMost, rowsMost, TableError } from './bounds.ts'
import { type ReadAs, rowGatherer, type Separator, type Table } from './table.ts'
import { decoded } from './text.ts'

/** Throws TableError. */
export function readCsv(bytes: Uint8Array, as: ReadAs): Table {
  const { text, encoding } = decoded(bytes, as.encoding)
  if (isNoText.test(text.slice(0, 1_000))) throw new TableError('not_a_table')
  // Excel writes the separator into the first line.
  const named = /^\uFEFF?sep=(.)\r?\n/i.exec(text)
  const separator = as.separator ?? separators.find((one) => one === named?.[1]) ?? guessedSeparator(text)
  const gatherer = rowGatherer()
  const rows = parsed(named ? text.slice(named[0].length) : text, separator)
  // The row's number in a spreadsheet, where a cell with line breaks is one row.
  for (const { record, info } of rows) gatherer.add(info.records + info.empty_lines, record)
  if (gatherer.rows.length === 0) throw new TableError('empty')
  return { kind: 'csv', encoding, separator, rows: gatherer.rows }
}

/** Pictures, PDFs and the like, in any encoding. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const isNoText = /^%PDF-|[\0-\x08\x0e-\x1a]/

interface Parsed {
  record: string[]
  info: { records: number; empty_lines: number }
}

function parsed(text: string, delimiter: Separator): Parsed[] {
  try {
    return parse(text, {
      ...{ bom: true, delimiter, info: true, skipEmptyLines: true },
      // All three line ends: a person who adds rows to another system's file may end them differently.
      recordDelimiter: ['\r\n', '\n', '\r'],
      ...{ relaxColumnCount: true, relaxQuotes: true },
      // The gatherer reports a row that is too long.
      to: rowsMost + 1,
      maxRecordSize: cellMost * columnsMost,
    }) as unknown as Parsed[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new TableError(error.code === 'CSV_MAX_RECORD_SIZE' ? 'cell_too_long' : 'broken')
  }
}

/** How many lines the guess looks at. */
const LINES = 20

/** The separator that is most frequent in the first lines, outside of quotes, preferably equally often in each. */
function guessedSeparator(text: string): Separator {
  const lines = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
  const score = (separator: Separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const least = Math.min(...counts)
    return least * 1_000 + counts.reduce((sum, n) => sum + n, 0)
  }
  return separators.reduce((best, one) => (score(one) > score(best) ? one : best))
}
