import { expect, test } from 'vitest'
import { diffWords } from './textDiff.ts'

test('what one person took out and put in stands beside what stayed', () => {
  expect(diffWords('The test is on Friday.', 'The test is on Monday.')).toEqual([
    { text: 'The test is on ', side: 'both' },
    { text: 'Friday', side: 'before' },
    { text: 'Monday', side: 'after' },
    { text: '.', side: 'both' },
  ])
})

test('Thai is told apart by its words', () => {
  expect(diffWords('สอบวันศุกร์', 'สอบวันจันทร์')).toEqual([
    { text: 'สอบวัน', side: 'both' },
    { text: 'ศุกร์', side: 'before' },
    { text: 'จันทร์', side: 'after' },
  ])
})

test('a text that is new is all put in, and one too long to compare stands whole', () => {
  expect(diffWords('', 'New')).toEqual([{ text: 'New', side: 'after' }])
  const long = 'a b '.repeat(3_000)
  expect(diffWords(long, `${long}c`).map(({ side }) => side)).toEqual(['before', 'after'])
})
