import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellMost, columnsMost, inflatedMost, rowsMost, TableError } from './bounds.ts'
import { composedCell } from './columns.ts'
import { readCsv } from './csv.ts'
import { readTable } from './read.ts'
import { sheetOf, workbook } from './testing.ts'

const cellsOf = async (bytes: Buffer | string, as = {}) =>
  (await readTable(Buffer.from(bytes), as)).rows.map(({ cells }) => cells)
const problemOf = (bytes: Buffer | string) =>
  readTable(Buffer.from(bytes), {}).then(
    () => 'read',
    ({ problem }) => problem,
  )

const thai = 'อีเมล,ชื่อ\nploy@example.org,พลอย ศรีสุข\n'
const rows = [
  ['อีเมล', 'ชื่อ'],
  ['ploy@example.org', 'พลอย ศรีสุข'],
]

/** TIS-620, in which each Thai letter is one byte. */
const tis620 = (text: string) =>
  Buffer.from([...text].map((c) => (c > '\u0E00' ? c.charCodeAt(0) - 0x0e00 + 0xa0 : c.charCodeAt(0))))
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('a CSV file', () => {
  test.each([
    ['UTF-8', Buffer.from(thai), 'utf-8'],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${thai}`), 'utf-8'],
    ['UTF-16', Buffer.from(`\uFEFF${thai}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without its mark', Buffer.from(thai, 'utf16le'), 'utf-16le'],
    ['UTF-16 with the high byte first', utf16be(`\uFEFF${thai}`), 'utf-16be'],
    ['Windows-874', tis620(thai), 'windows-874'],
  ])('in %s is read as what it is', async (_, bytes, encoding) => {
    const table = await readTable(bytes, {})
    expect(table).toMatchObject({ kind: 'csv', encoding, separator: ',' })
    expect(table.rows).toEqual(rows.map((cells, i) => ({ line: i + 1, cells })))
  })

  test('is read in the encoding that a person says', async () => {
    const bytes = tis620('ก,ข\n')
    expect(await cellsOf(bytes, { encoding: 'windows-1252' })).toEqual([['¡', '¢']])
    expect(await cellsOf(bytes, { encoding: 'windows-874' })).toEqual([['ก', 'ข']])
  })

  test.each([
    [
      'semicolons',
      'a;b\n1,5;2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1,5\t2;3\n',
      [
        ['a', 'b'],
        ['1,5', '2;3'],
      ],
    ],
    [
      'bars',
      'a|b\n1|2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['the separator of its first line', 'sep=;\na;b,c\n', [['a', 'b,c']]],
    [
      'quoted separators',
      '"a;x",b\n"c;y",d\n',
      [
        ['a;x', 'b'],
        ['c;y', 'd'],
      ],
    ],
  ])('with %s has its columns', async (_, text, cells) => {
    expect(await cellsOf(text)).toEqual(cells)
  })

  test('may have quotes, line breaks in cells, empty lines and rows of any length, and each row knows its number in a spreadsheet', async () => {
    const { rows } = await readTable(Buffer.from('name,note\r\n"Say ""hi""","two\nlines"\r\n\r\n , \r\nlast\r\n'), {})
    expect(rows).toEqual([
      { line: 1, cells: ['name', 'note'] },
      { line: 2, cells: ['Say "hi"', 'two\nlines'] },
      { line: 5, cells: ['last'] },
    ])
  })

  test('may end its rows in several ways: none is swallowed by the one before', async () => {
    const { rows } = await readTable(Buffer.from('name,note\r\nAnong,1\nWirun,2\rRada,"3\n4"\n'), {})
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [1, 'name', 'note'],
      [2, 'Anong', '1'],
      [3, 'Wirun', '2'],
      [4, 'Rada', '3\n4'],
    ])
  })

  test('whatever is in it is read or refused, and formulas are texts', async () => {
    expect(await cellsOf('=1+1,@SUM(A1),"=HYPERLINK(""x"")"\n')).toEqual([['=1+1', '@SUM(A1)', '=HYPERLINK("x")']])
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          expect(readCsv(bytes, {}).rows.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(TableError)
        }
      }),
    )
  })

  test('that is too much of a table is refused in words', async () => {
    expect(await problemOf('')).toBe('empty')
    expect(await problemOf('\n\n,,\n')).toBe('empty')
    expect(await problemOf('a\n'.repeat(rowsMost + 1))).toBe('too_many_rows')
    expect(await cellsOf('a\n'.repeat(rowsMost))).toHaveLength(rowsMost)
    expect(await problemOf(Array.from({ length: columnsMost + 1 }, () => 'a').join())).toBe('too_many_columns')
    expect(await problemOf('a'.repeat(cellMost + 1))).toBe('cell_too_long')
    expect(await problemOf('%PDF-1.7 and so on')).toBe('not_a_table')
    expect(await problemOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]))).toBe('not_a_table')
    expect(await problemOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]))).toBe('old_excel')
  })
})

describe('an Excel workbook', () => {
  test('is read sheet by sheet: texts, numbers, truths, and of a formula what stood there last', async () => {
    const first = sheetOf([
      ['อีเมล', 'Score', ''],
      ['ploy@example.org', 6_430_000_121, 0.1 + 0.2],
      [],
      ['', true, { formula: 'HYPERLINK("http://x.example")', value: 'seven' }],
    ])
    const bytes = workbook({ People: first, 'Second & last': sheetOf([['two']]) })
    expect(await readTable(bytes, {})).toEqual({
      kind: 'xlsx',
      sheets: ['People', 'Second & last'],
      sheet: 0,
      rows: [
        { line: 1, cells: ['อีเมล', 'Score'] },
        { line: 2, cells: ['ploy@example.org', '6430000121', '0.3'] },
        { line: 4, cells: ['', 'TRUE', 'seven'] },
      ],
    })
    expect(await cellsOf(bytes, { sheet: 1 })).toEqual([['two']])
  })

  test('has dates, times and percentages as they are written, and numbers as numbers, by the format of their cells', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-107041E]d mmmm yyyy"/>
      <numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/>
      <numFmt numFmtId="167" formatCode="0.0%;[Red]-0.0%"/><numFmt numFmtId="168" formatCode="0\\%"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/>
        <xf numFmtId="20"/><xf numFmtId="166"/><xf numFmtId="9"/><xf numFmtId="167"/><xf numFmtId="168"/></cellXfs></styleSheet>`
    const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`
    const row = [cell(0, '46351'), cell(1, '46351'), cell(2, '46351'), cell(3, '2.5'), cell(4, '46351.5625')]
    const more = [
      cell(5, '0.5625'),
      cell(6, '0.25'),
      cell(1, '59'),
      cell(1, '61'),
      cell(1, '-1'),
      '<c s="99"><v>7</v></c>',
      ...[cell(7, '0.57'), cell(8, '0.125'), cell(9, '57')],
    ]
    const sheet = `<worksheet><sheetData><row r="1">${[...row, ...more].join('')}</row></sheetData></worksheet>`
    expect(await cellsOf(workbook({ S: sheet }, { 'xl/styles.xml': styles }))).toEqual([
      [
        ...['46351', '2026-11-25', '2026-11-25', '2.5', '2026-11-25 13:30'],
        ...['13:30', '06:00', '1900-02-28', '1900-03-01', '-1', '7', '57%', '12.5%', '57'],
      ],
    ])
    const since1904 = `<workbook xmlns:r="urn:r"><workbookPr date1904="1"/><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>`
    const early = `<worksheet><sheetData><row r="1">${cell(1, '44889')}</row></sheetData></worksheet>`
    expect(await cellsOf(workbook({ S: early }, { 'xl/styles.xml': styles, 'xl/workbook.xml': since1904 }))).toEqual([
      ['2026-11-25'],
    ])
  })

  test('may share its texts, formatted ones too', async () => {
    const shared = `<sst><si><t>one</t></si><si><r><t>t</t></r><r><t>wo</t></r><rPh><t>aloud</t></rPh></si></sst>`
    const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>1</v></c><c r="C1" t="s"><v>0</v></c></row></sheetData></worksheet>`
    expect(await cellsOf(workbook({ S: sheet }, { 'xl/sharedStrings.xml': shared }))).toEqual([['two', '', 'one']])
  })

  test('that Excel’s own kind of program wrote is read', async () => {
    const { default: write } = await import('write-excel-file/node')
    const cells = [[{ value: 'อีเมล' }], [{ value: 'ploy@example.org' }]]
    const stream = await write(cells as never, {} as never)
    const bytes = await (stream as unknown as { toBuffer(): Promise<Buffer> }).toBuffer()
    expect(await cellsOf(bytes)).toEqual([['อีเมล'], ['ploy@example.org']])
  })

  test('that names one long text in many cells is refused before all of it is there', async () => {
    const strings = `<sst><si><t>${'a'.repeat(cellMost)}</t></si></sst>`
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(columnsMost)}</row>`
    const sheet = `<worksheet><sheetData>${row.repeat(20)}</sheetData></worksheet>`
    expect(await problemOf(workbook({ S: sheet }, { 'xl/sharedStrings.xml': strings }))).toBe('too_large')
  })

  test('numbers a row by its place where the file says no number of one', async () => {
    const rows = ['1e300', '1.5', '-3', 'x', ''].map((r) => `<row r="${r}"><c><v>1</v></c></row>`)
    const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
    expect((await readTable(workbook({ S: sheet }), {})).rows.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
  })

  test('that is a bomb, a riddle or broken is refused, and harms nothing', async () => {
    const bomb = new Uint8Array(inflatedMost + 1_000_000)
    bomb.fill(0x20)
    const opening = new TextEncoder().encode('<worksheet><sheetData><row r="1"><c r="A1"><v>')
    bomb.set(opening)
    const packed = workbook({ S: '' }, { 'xl/worksheets/sheet1.xml': bomb })
    expect(packed.length).toBeLessThan(1_000_000)
    expect(await problemOf(packed)).toBe('too_large')
    // Its zip entry claims to be small.
    const lying = Buffer.from(packed)
    const name = Buffer.from('xl/worksheets/sheet1.xml')
    for (let at = lying.indexOf(Buffer.from([0x50, 0x4b, 1, 2])); at >= 0; ) {
      if (lying.subarray(at + 46, at + 46 + name.length).equals(name)) lying.writeUInt32LE(1_000, at + 24)
      at = lying.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), at + 4)
    }
    expect(['too_large', 'broken']).toContain(await problemOf(lying))
    const riddle = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData/></worksheet>`
    expect(await problemOf(workbook({ S: riddle }))).toBe('broken')
    expect(await problemOf(workbook({ S: '<worksheet><sheetData><row>' }))).toBe('broken')
    expect(await problemOf(packed.subarray(0, packed.length / 2))).toBe('broken')
    expect(await problemOf(workbook({}))).toBe('empty')
    expect(await problemOf(Buffer.from('PK\u0003\u0004 and nothing'))).toBe('broken')
    const far = `<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>`
    expect(await problemOf(workbook({ S: far }))).toBe('too_many_columns')
    const many = Object.fromEntries(Array.from({ length: 2_100 }, (_, i) => [`x/${i}`, '']))
    expect(await problemOf(workbook({ S: sheetOf([['a']]) }, many))).toBe('too_large')
  })
})

test('what a thread loads is nothing of the server', async () => {
  for (const file of ['worker', 'writer', 'csv', 'xlsx', 'xlsxDates', 'text', 'table', 'bounds'])
    expect(await readFile(new URL(`./${file}.ts`, import.meta.url), 'utf8')).not.toMatch(
      /from '\.\.\/(?!\.\.\/contract)/,
    )
})

test('the letters of a cell are composed, and a cell that is made to take minutes is read at once', () => {
  expect(composedCell(['', ' ne\u0301 '], ['email', 'name'], 'name')).toBe('n\u00e9')
  expect(composedCell(['name'], ['name'], 'email')).toBe('')
  expect(composedCell([`a${'\u0300\u0316'.repeat(500_000)}`], ['name'], 'name').length).toBeGreaterThan(900)
})
