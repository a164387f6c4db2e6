import { expect, test } from 'vitest'
import { readCell } from '../../../contract/staff/cellText.ts'
import { type Place, pasted, readRange } from './cells.ts'

const at = (row: number, column: number) => ({ row, column })

test('a score is typed with a point or a comma and in any digits, and EX excuses', () => {
  expect(['7', '7.5', '7,25', '.5', ' 8 ', '๗.๕', '', 'ex', 'X'].map(readCell)).toEqual([
    ...[7, 7.5, 7.25, 0.5, 8, 7.5, null, 'excused', 'excused'],
  ])
  for (const text of ['-1', '7.555', '1,000.5', 'seven', '=1+1', '1e3', 'NaN'])
    expect(readCell(text), text).toBe(undefined)
})

test('with the maximum of its column a percentage is a score', () => {
  expect(['80%', '33.33 %', '12,5%', '๕๐%', '150%', '0%'].map((text) => readCell(text, 20))).toEqual([
    ...[16, 6.67, 2.5, 10, 30, 0],
  ])
  for (const text of ['%', '-5%', 'EX%', '5%%', '7.555%']) expect(readCell(text, 20), text).toBe(undefined)
  expect(readCell('80%')).toBe(undefined)
  // A file has some thousands of such cells.
  for (let n = 0; n < 4_000; n++) expect(readCell(`${n}${' '.repeat(4_990)}x`, 20)).toBe(undefined)
})

test('a range is read as spreadsheets copy it', () => {
  expect(readRange('1\t2\r\n3\t\r\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ])
  expect(readRange('"a\nb"\t"say ""x"""')).toEqual([['a\nb', 'say "x"']])
})

const columns = [{ gradable_score: 10 }, { gradable_score: 20 }]
const into = (from: Place, to: Place = from) => ({ from, to, rows: 4, columns })

test('what is empty in a pasted range leaves the cell as it is, and one value fills the selection', () => {
  expect(pasted('1\t\n\t25%', into(at(1, 2)))).toEqual({
    cells: [
      { row: 1, column: 2, score: 1 },
      { row: 2, column: 3, score: 5 },
    ],
  })
  expect(pasted('5', into(at(0, 2), at(1, 2)))).toEqual({
    cells: [
      { row: 0, column: 2, score: 5 },
      { row: 1, column: 2, score: 5 },
    ],
  })
  expect(pasted('5\tmany', into(at(0, 2)))).toEqual({ wrong: 'many' })
})

test('of a range that is too large nothing is written, unless what is too much of it is empty', () => {
  expect(pasted('1\n2\n3', into(at(2, 3)))).toEqual({ left: { rows: 2, columns: 1 } })
  expect(pasted('1\t2', into(at(0, 3)))).toEqual({ left: { rows: 4, columns: 1 } })
  expect(pasted('1\t\n2\t\n\t\n', into(at(2, 3)))).toMatchObject({ cells: [{ score: 1 }, { score: 2 }] })
})
