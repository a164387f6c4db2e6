import { expect, test } from 'vitest'
import { grammarOf } from './languages.ts'
import { coloured, shownOf } from './lines.ts'

test.each([
  ['a.py', 'def f():\n    return "x"'],
  ['A.java', 'class A { int x = 1; }'],
  ['a.cpp', 'int main() { return 0; }'],
  ['a.ts', 'const a: number = 1'],
  ['a.jsx', 'const a = <b>1</b>'],
  ['a.sql', 'select 1 from t'],
  ['a.html', '<p class="x">Hi</p>'],
  ['a.css', 'p { color: red }'],
  ['a.json', '{"a": 1}'],
])('%s has colours and loses no letter', async (name, text) => {
  const { lines } = shownOf(text)
  const pieces = coloured(lines, await grammarOf(name))
  expect(pieces.map((line) => line.map((piece) => piece.text).join(''))).toEqual(lines)
  expect(pieces.flat().some(({ look }) => look !== '')).toBe(true)
})

test('a file of no known language is shown as it is', async () => {
  expect(coloured(['plain'], await grammarOf('a.unknown'))).toEqual([[{ text: 'plain', look: '' }]])
})

test('what is too long is cut, and says so', () => {
  expect(shownOf('x\n'.repeat(6_000))).toMatchObject({ isCut: true, lines: { length: 5_000 } })
  expect(shownOf('x'.repeat(10_000)).lines[0]).toHaveLength(2_000)
  expect(shownOf('a\r\nb\rc')).toEqual({ lines: ['a', 'b', 'c'], isCut: false })
})
