import { expect, test } from 'vitest'
import { readCell } from '../../../contract/staff/cellText.ts'
import { pasted, readRange } from './cells.ts'

const at = (row: number, column: number) => ({ row, column })

test('a score is typed with a point or a comma and in any digits, and EX excuses', () => {
  expect(['7', '7.5', '7,25', '.5', ' 8 ', '๗.๕', '', 'ex', 'X'].map(readCell)).toEqual([
    ...[7, 7.5, 7.25, 0.5, 8, 7.5, null, 'excused', 'excused'],
  ])
  for (const text of ['-1', '7.555', '1,000.5', 'seven', '=1+1', '1e3', 'NaN'])
    expect(readCell(text), text).toBe(undefined)
})

test('a range is read as spreadsheets copy it', () => {
  expect(readRange('1\t2\r\n3\t\r\n')).toEqual([
    ['1', '2'],
    ['3', ''],
  ])
  expect(readRange('"a\nb"\t"say ""x"""')).toEqual([['a\nb', 'say "x"']])
})

test('what is empty in a pasted range leaves the cell as it is, and one value fills the selection', () => {
  expect(pasted('1\t\n\t4', at(2, 3), at(2, 3))).toEqual({
    cells: [
      { row: 2, column: 3, score: 1 },
      { row: 3, column: 4, score: 4 },
    ],
  })
  expect(pasted('5', at(0, 2), at(1, 2))).toEqual({
    cells: [
      { row: 0, column: 2, score: 5 },
      { row: 1, column: 2, score: 5 },
    ],
  })
  expect(pasted('5\tmany', at(0, 2), at(0, 2))).toEqual({ wrong: 'many' })
})
