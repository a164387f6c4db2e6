import fc from 'fast-check'
import { expect, test } from 'vitest'
import { between, placeAfter } from '../ui/staff/gridKeys.ts'
import type { Column } from '../ui/staff/Table.tsx'
import { csvOf, tsvOf } from './files.ts'
import { search, sorted } from './rows.ts'
import { inAddress, readSelected } from './selection.ts'

interface Row {
  _id: string
  name: string
  score: number | ''
}
const row = (name: string, score: number | '' = ''): Row => ({ _id: name, name, score })
const columns: Column<Row>[] = [
  { id: 'name', label: 'Name', width: 10, value: ({ name }) => name },
  { id: 'score', label: 'Score, of 10', width: 5, value: ({ score }) => score },
]
const names = (rows: Row[]) => rows.map(({ name }) => name)
const by = (column: string, descending = false) => ({ column, descending })

test('rows are in the order of a column: numbers as numbers, what is empty last, and the rest as it was', () => {
  const rows = [row('b', 9), row('e'), row('a', 10), row('d', 9), row('c', -1)]
  expect(names(sorted(rows, columns, by('score'), 'en'))).toEqual(['c', 'b', 'd', 'a', 'e'])
  expect(names(sorted(rows, columns, by('score', true), 'en'))).toEqual(['a', 'b', 'd', 'c', 'e'])
  expect(names(sorted([row('Bench 10'), row('bench 2')], columns, by('name'), 'en'))).toEqual(['bench 2', 'Bench 10'])
  expect(sorted(rows, columns, by('gone'), 'en')).toBe(rows)
})

test('Thai names are in the order of the dictionary: a vowel that is written first counts after its consonant', () => {
  const rows = [row('เกศินี'), row('กานดา'), row('ขวัญ'), row('แก้ว')]
  expect(names(sorted(rows, columns, by('name'), 'th'))).toEqual(['กานดา', 'เกศินี', 'แก้ว', 'ขวัญ'])
})

test('a search finds the rows that have all its words, in any case and any order', () => {
  const rows = [row('Wirun Saelim', 7), row('Yada Thongdee', 8)]
  expect(names(search(rows, columns, ' SAE  wirun '))).toEqual(['Wirun Saelim'])
  expect(names(search(rows, columns, 'thong 8'))).toEqual(['Yada Thongdee'])
  expect(search(rows, columns, 'thong 7')).toEqual([])
  const thai = { ...rows[0], name: '\u0E2D\u0E33\u0E44\u0E1E' } as (typeof rows)[number]
  expect(search([thai], columns, '\u0E2D\u0E4D\u0E32\u0E44\u0E1E')).toEqual([thai])
  expect(search(rows, columns, ' ')).toBe(rows)
  const byName = columns.map((column) => (column.id === 'score' ? { ...column, searched: false as const } : column))
  expect(search(rows, byName, '8')).toEqual([])
  expect(names(search(rows, byName, 'thong'))).toEqual(['Yada Thongdee'])
})

test('a text is no formula in a spreadsheet, and a number stays one', () => {
  for (const name of ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx']) {
    expect(
      csvOf([row(name, -5)], columns)
        .split('\r\n')
        .slice(1)
        .join('\r\n'),
    ).toContain(`'${name}`)
    expect(tsvOf([row(name, -5)], columns)).toMatch(/\t-5$/)
  }
  expect(csvOf([row('a=1', 2)], columns)).toContain('a=1,2')
})

test('a spreadsheet reads the cells as they were, whatever is in them', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'ก', '"', ',', '\n', '\r', '\t', ' ') }).map((text) => `x${text}`)
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), (texts) => {
      const csv = csvOf(
        texts.map((text) => row(text)),
        columns,
      )
      const [, ...lines] = cellsIn(csv.slice(1), ',', '\r\n')
      expect(lines.map(([name]) => name)).toEqual(texts)
      const tsv = `${tsvOf(
        texts.map((text) => row(text)),
        columns,
      )}\n`
      expect(cellsIn(tsv, '\t', '\n').map(([name]) => name)).toEqual(texts)
    }),
  )
})

/** As RFC 4180 says, character by character. */
function cellsIn(text: string, separator: string, end: string): string[][] {
  const lines: string[][] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i += 1) {
    if (quoted && text.startsWith('""', i)) {
      cell += '"'
      i += 1
    } else if (text[i] === '"') quoted = !quoted
    else if (!quoted && text[i] === separator) {
      cells.push(cell)
      cell = ''
    } else if (!quoted && text.startsWith(end, i)) {
      lines.push([...cells, cell])
      cells = []
      cell = ''
      i += end.length - 1
    } else cell += text[i]
  }
  return lines
}

test('a selection in the address is all, some, or what has no room there', () => {
  const rows = Array.from({ length: 300 }, (_, i) => row(`n${i}`))
  const of = (n: number) => new Set(rows.slice(0, n).map(({ _id }) => _id))
  expect(inAddress(of(300), rows)).toBe('all')
  expect(inAddress(of(2), rows)).toBe('n0,n1')
  expect(inAddress(of(200), rows)).toBe('')
  expect(inAddress(new Set(['somebody who left']), rows)).toBe('')
  expect(readSelected('all', rows).size).toBe(300)
  expect([...readSelected('n0,n1', rows)]).toEqual(['n0', 'n1'])
  expect(readSelected(null, rows).size).toBe(0)
})

test('the keys of a grid never leave it, and lead where those of a spreadsheet do', () => {
  const size = { rows: 100, columns: 4, page: 10 }
  const at = (row: number, column: number) => ({ row, column })
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']
  const places = [
    ['ArrowUp', false, at(-1, 1)],
    ['ArrowDown', true, at(99, 1)],
    ['PageDown', false, at(10, 1)],
    ['PageUp', false, at(0, 1)],
    ['Home', false, at(0, 0)],
    ['End', false, at(0, 3)],
    ['End', true, at(99, 3)],
  ] as const
  for (const [key, control, to] of places) expect(placeAfter(at(0, 1), key, control, size), key).toEqual(to)
  // From the heading nothing leads upwards.
  for (const key of ['ArrowUp', 'PageUp'])
    expect(placeAfter(at(-1, 1), key, key === 'ArrowUp', size), key).toEqual(at(-1, 1))
  expect(placeAfter(at(0, 1), 'a', false, size)).toBeUndefined()
  fc.assert(
    fc.property(
      fc.nat({ max: 50 }),
      fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean()), { maxLength: 40 }),
      (rows, presses) => {
        const last = presses.reduce(
          (from, [key, control]) => placeAfter(from, key, control, { rows, columns: 3, page: 5 }) ?? from,
          at(Math.min(0, rows - 1), 0),
        )
        expect(last.row).toBeGreaterThanOrEqual(-1)
        expect(last.row).toBeLessThan(Math.max(rows, 0))
        expect(last.column).toBeGreaterThanOrEqual(0)
        expect(last.column).toBeLessThan(3)
      },
    ),
  )
})

test('a range of rows is the same from either end', () => {
  const rows = [row('a'), row('b'), row('c'), row('d')]
  expect([...between(rows, 1, 2)]).toEqual(['b', 'c'])
  expect([...between(rows, 3, 1)]).toEqual(['b', 'c', 'd'])
})
