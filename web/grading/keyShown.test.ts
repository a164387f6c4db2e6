import { expect, test } from 'vitest'
import type { Question } from '../../contract/questions.ts'
import { showsKeyEarly } from './keyShown.ts'

const closes = '2026-06-15T05:00:00.000Z'
const at = Date.parse(closes)
const question: Question = { _id: '1', question: 'Which?', score: 1, type: 'options', options: [] }
const essay: Question = { _id: '2', question: 'Why?', score: 1, type: 'text', kind: 'open' }

test('a release shows right answers early while work is taken, and only where a question has one', () => {
  expect(showsKeyEarly([essay, question], closes, at - 1)).toBe(true)
  expect(showsKeyEarly([essay, question], closes, at)).toBe(false)
  expect(showsKeyEarly([question], null, at)).toBe(true)
  expect(showsKeyEarly([essay], null, at)).toBe(false)
})
