import { parse } from 'csv-parse/browser/esm/sync'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import readSheets from 'read-excel-file/web-worker'
import { withFormulas } from './formulas.ts'
import type { Sheet } from './SheetWork.tsx'
import { textOf } from './text.ts'

export interface Question {
  bytes: Uint8Array<ArrayBuffer>
  isText: boolean
}

/** More than a person looks through in a page. */
const MOST_ROWS = 2_000
const MOST_COLUMNS = 100
const LONGEST = 1_000
const MOST_SHEETS = 20
/** The most characters of a text. */
const MOST_TEXT = 2_000_000

/** The most bytes that a workbook may inflate to. */
const MOST_INFLATED = 100_000_000

function refuseBomb(bytes: Uint8Array): void {
  let inflated = 0
  unzipSync(bytes, {
    filter({ originalSize }) {
      inflated += originalSize
      return false
    },
  })
  if (inflated > MOST_INFLATED) throw new RangeError('The workbook is too large.')
}

const isWorksheet = (name: string) => /^xl\/worksheets\/[^/]+\.xml$/.test(name)

/** The workbook in which the formulas that its program has not computed are texts. */
function computed(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sheets = Object.entries(unzipSync(bytes, { filter: ({ name }) => isWorksheet(name) }))
  const changed = sheets.flatMap(([name, sheet]) => {
    const xml = strFromU8(sheet)
    const next = withFormulas(xml)
    return next === xml ? [] : [[name, strToU8(next)] as const]
  })
  return changed.length === 0 ? bytes : zipSync({ ...unzipSync(bytes), ...Object.fromEntries(changed) }, { level: 0 })
}

const say = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$|:\d\d\.\d{3}Z$/, '')
      .replace('T', ' ')
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return String(value).slice(0, LONGEST)
}

const sheetOf = (name: string, rows: unknown[][]): Sheet => ({
  name: name.slice(0, 100),
  rows: rows.slice(0, MOST_ROWS).map((cells) => cells.slice(0, MOST_COLUMNS).map(say)),
  isCut: rows.length > MOST_ROWS || rows.some((cells) => cells.length > MOST_COLUMNS),
})

/** The separator that is most frequent in the first lines. */
function separatorOf(text: string): string {
  const head = text.slice(0, 5_000).replace(/"[^"]*"/g, '')
  const count = (one: string) => head.split(one).length
  return [',', ';', '\t', '|'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

async function read({ bytes, isText }: Question): Promise<Sheet[]> {
  if (!isText) {
    refuseBomb(bytes)
    const sheets = await readSheets(new Blob([computed(bytes)]))
    return sheets.slice(0, MOST_SHEETS).map(({ sheet, data }) => sheetOf(sheet, data))
  }
  const text = textOf(bytes).slice(0, MOST_TEXT)
  const options = {
    delimiter: separatorOf(text),
    bom: true,
    relaxColumnCount: true,
    relaxQuotes: true,
    recordDelimiter: ['\r\n', '\n', '\r'],
    to: MOST_ROWS + 1,
  }
  return [sheetOf('', parse(text, options) as unknown[][])]
}

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    self.postMessage({ answer: await read(data) })
  } catch (error) {
    self.postMessage({ problem: error instanceof RangeError ? 'too_large' : 'broken' })
  }
}
