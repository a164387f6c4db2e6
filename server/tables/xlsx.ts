import { SaxesParser } from 'saxes'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { cellMost, columnsMost, entriesMost, inflatedMost, TableError } from './bounds.ts'
import { type ReadAs, rowGatherer, type Table } from './table.ts'
import { dateText, type NumberKind, numberStyles } from './xlsxDates.ts'

/*
 * A workbook is a zip of XML (ECMA-376). The reader inflates only the asked sheet and the parts it needs, piece by
 * piece and within the bounds; it computes no formula, but reads the spreadsheet's last result.
 */

/** Throws TableError. */
export async function readXlsx(bytes: Buffer, { sheet = 0 }: ReadAs): Promise<Table> {
  const zip = await open(bytes)
  try {
    const entries = await entriesOf(zip)
    const budget = { left: inflatedMost }
    const read = async (name: string, on: Handlers) => {
      const entry = entries.get(name)
      if (!entry) throw new TableError('not_a_table')
      await parseXml(zip, entry, budget, on)
    }
    const sheets: { name: string; relation: string }[] = []
    let is1904 = false
    await read('xl/workbook.xml', {
      open(tag, at) {
        if (tag === 'sheet') sheets.push({ name: at('name'), relation: at('r:id') || at('id') })
        if (tag === 'workbookPr') is1904 = at('date1904') === '1' || at('date1904') === 'true'
      },
    })
    const chosen = sheets[sheet]
    if (!chosen) throw new TableError('empty')
    const files = new Map<string, string>()
    await read('xl/_rels/workbook.xml.rels', {
      open: (tag, at) => tag === 'Relationship' && files.set(at('Id'), at('Target')),
    })
    const shared: string[] = []
    if (entries.has('xl/sharedStrings.xml')) await read('xl/sharedStrings.xml', sharedStrings(shared))
    const styles = numberStyles()
    if (entries.has('xl/styles.xml')) await read('xl/styles.xml', styles)
    const kindOf = (style: string) => (style === '' ? undefined : styles.kinds[Number(style)])
    const gatherer = rowGatherer()
    await read(pathOf(files.get(chosen.relation) ?? ''), sheetRows({ shared, kindOf, is1904 }, gatherer.add))
    if (gatherer.rows.length === 0) throw new TableError('empty')
    return {
      kind: 'xlsx',
      sheets: sheets.map(({ name }) => name.slice(0, 100)).slice(0, 100),
      sheet,
      rows: gatherer.rows,
    }
  } finally {
    zip.close()
  }
}

/** Relative to the workbook's folder, or to the root. */
const pathOf = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

const open = (bytes: Buffer) =>
  new Promise<ZipFile>((done, fail) =>
    fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? fail(new TableError('broken')) : done(zip),
    ),
  )

const entriesOf = (zip: ZipFile) =>
  new Promise<Map<string, Entry>>((done, fail) => {
    const entries = new Map<string, Entry>()
    if (zip.entryCount > entriesMost) return fail(new TableError('too_large'))
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.once('end', () => done(entries))
    zip.once('error', () => fail(new TableError('broken')))
    zip.readEntry()
  })

export interface Handlers {
  open?: (tag: string, attribute: (name: string) => string) => void
  text?: (text: string) => void
  close?: (tag: string) => void
}

/** A name without its prefix, which some programs write. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Inflates an entry into a parser, piece by piece. The reader does not believe the sizes in the zip. */
async function parseXml(zip: ZipFile, entry: Entry, budget: { left: number }, on: Handlers): Promise<void> {
  if (entry.isEncrypted()) throw new TableError('encrypted')
  if (entry.uncompressedSize > budget.left) throw new TableError('too_large')
  const stream = await new Promise<NodeJS.ReadableStream>((done, fail) =>
    zip.openReadStream(entry, (error, opened) => (error ? fail(new TableError('broken')) : done(opened))),
  )
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw new TableError('broken')
  })
  // Entities of the file's own could expand without end.
  parser.on('doctype', () => {
    throw new TableError('broken')
  })
  parser.on('opentag', ({ name, attributes }) =>
    on.open?.(local(name), (key) => {
      const value = attributes[key]
      return typeof value === 'string' ? value : ''
    }),
  )
  parser.on('text', (text) => on.text?.(text))
  parser.on('closetag', ({ name }) => on.close?.(local(name)))
  const decoder = new TextDecoder('utf-8')
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      budget.left -= piece.length
      if (budget.left < 0) throw new TableError('too_large')
      parser.write(decoder.decode(piece, { stream: true }))
    }
    parser.close()
  } catch (error) {
    throw error instanceof TableError ? error : new TableError('broken')
  }
}

/**
 * The shared texts, to which cells refer by their place; a formatted text as its runs together, without its phonetic
 * spelling.
 */
function sharedStrings(into: string[]): Handlers {
  let text = ''
  let depth = 0
  let aloud = 0
  return {
    open(tag) {
      if (tag === 'si') text = ''
      if (tag === 't') depth++
      if (tag === 'rPh') aloud++
    },
    text(piece) {
      if (depth > 0 && aloud === 0) text += piece
    },
    close(tag) {
      if (tag === 'si') into.push(text)
      if (tag === 't') depth--
      if (tag === 'rPh') aloud--
    },
  }
}

/** Undefined: it is no row number. */
const rowIn = (text: string) => (/^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined)

/** `B7`: the second column. The exact number does not matter above `columnsMost`. */
function columnOf(reference: string): number | undefined {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? []
  if (!letters) return undefined
  return [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** The parts to which the cells of a sheet refer. */
interface Around {
  shared: string[]
  /** The meaning of numbers in a style. */
  kindOf: (style: string) => NumberKind | undefined
  /** Dates count from 1904, as in some workbooks of the Macintosh. */
  is1904: boolean
}

function sheetRows(around: Around, add: ReturnType<typeof rowGatherer>['add']): Handlers {
  let line = 0
  let cells: string[] = []
  let without: Record<number, string> | undefined
  let column = 0
  let type = ''
  let style = ''
  let text = ''
  let formula: string | undefined
  let reads = 0
  let isFormula = false
  return {
    open(tag, at) {
      if (tag === 'row') {
        line = rowIn(at('r')) ?? line + 1
        cells = []
        without = undefined
        column = 0
      } else if (tag === 'c') {
        column = columnOf(at('r')) ?? column
        type = at('t')
        style = at('s')
        text = ''
        formula = undefined
      } else if (tag === 'f') {
        formula = ''
        isFormula = true
      } else if (tag === 'v' || tag === 't') reads++
    },
    text(piece) {
      if (isFormula) formula += piece
      else if (reads > 0) text += piece
    },
    close(tag) {
      if (tag === 'v' || tag === 't') reads--
      else if (tag === 'f') isFormula = false
      else if (tag === 'c') {
        const value = cellText({ type, style, text }, around)
        if (value !== '') {
          if (column >= columnsMost) throw new TableError('too_many_columns')
          while (cells.length < column) cells.push('')
          cells[column] = value
        } else if (column < columnsMost && (type === 'e' || formula !== undefined)) {
          without ??= {}
          without[column] = type === 'e' ? text : `=${formula}`.slice(0, cellMost)
        }
        column++
      } else if (tag === 'row') add(line, cells, without)
    },
  }
}

function cellText(
  { type, style, text }: { type: string; style: string; text: string },
  { shared, kindOf, is1904 }: Around,
): string {
  if (type === 's') return shared[Number(text)] ?? ''
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  // An error such as #REF! is no value.
  if (type === 'e') return ''
  if (type !== '' && type !== 'n') return text
  const kind = kindOf(style)
  if (kind === 'percent' && text !== '' && Number.isFinite(Number(text)))
    return `${numberText(String(Number(text) * 100))}%`
  return (kind === 'date' && dateText(text, is1904)) || numberText(text)
}

/** As a spreadsheet shows it: it stores 0.1 + 0.2 as 0.30000000000000004, and shows 15 digits. */
function numberText(text: string): string {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return text
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(0) : String(Number(value.toPrecision(15)))
}
