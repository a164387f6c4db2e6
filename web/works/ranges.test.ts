import { expect, test } from 'vitest'
import { withMarks } from './ranges.ts'

const line = [
  { text: 'return', look: 'tok-keyword' },
  { text: ' total', look: '' },
]
const marked = (from: [number, number], to: [number, number], n = 2, colour = 'note') =>
  withMarks(line, n, [{ range: { from, to }, colour }]).map(({ text, mark }) => (mark ? `[${text}]` : text))

test('a mark cuts the pieces of a line where it begins and ends', () => {
  expect(marked([2, 3], [2, 9])).toEqual(['ret', '[urn]', '[ to]', 'tal'])
  expect(marked([1, 3], [2, 6])).toEqual(['[return]', ' total'])
  expect(marked([2, 7], [4, 1])).toEqual(['return', ' ', '[total]'])
  expect(marked([1, 0], [3, 0])).toEqual(['[return]', '[ total]'])
  expect(marked([3, 0], [4, 0])).toEqual(['return', ' total'])
})

test('of two marks on the same letters the later one shows, and no letter is lost', () => {
  const pieces = withMarks(line, 1, [
    { range: { from: [1, 0], to: [1, 12] }, colour: 'note' },
    { range: { from: [1, 3], to: [1, 5] }, colour: 'done' },
  ])
  expect(pieces.map(({ text, mark }) => [text, mark])).toEqual([
    ['ret', 'note'],
    ['ur', 'done'],
    ['n', 'note'],
    [' total', 'note'],
  ])
})
