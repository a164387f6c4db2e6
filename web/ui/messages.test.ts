import { expect, test } from 'vitest'
import { type Action, type Message, withMessage } from './messages.ts'

test('a message with the only way to do something outlives others, and one with a button those without', () => {
  const run = () => {}
  const [undo, elsewhere]: Action[] = [
    { label: 'Undo', run },
    { label: 'Undo', run, isElsewhere: true },
  ]
  const shown = (...all: [words: string, action?: Action][]) =>
    all
      .map(([message, action], id): Message => ({ id, message, tone: 'done', action }))
      .reduce(withMessage, [])
      .map(({ message }) => message)
      .join(' ')
  expect(shown(['a'], ['b'], ['c'], ['d'])).toBe('b c d')
  expect(shown(['a', undo], ['b', elsewhere], ['c'], ['d'])).toBe('a b d')
  expect(shown(['a', undo], ['b', elsewhere], ['c', elsewhere], ['d'])).toBe('a c d')
  expect(shown(['a', undo], ['b', undo], ['c', undo], ['d', undo], ['e'], ['f'])).toBe('a b c d f')
  expect(shown(['a'], ['b'], ['a'])).toBe('b a')
  expect(shown(['a', undo], ['a', undo])).toBe('a a')
})
