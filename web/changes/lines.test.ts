import { expect, test } from 'vitest'
import { history } from '../i18n/en/authoring/history.ts'
import { subjectOf } from './lines.ts'

const subject = (about: Record<string, unknown>) => subjectOf({ about }, history)

test('a line of the history says what a change was about and of how many, and names nobody twice', () => {
  expect(subject({ title: 'Midterm', count: 2_000 })).toBe('Midterm · 2,000 in all')
  expect(subject({ title: 'Midterm', count: 1 })).toBe('Midterm')
  expect(subject({ title: '', count: 3 })).toBe('3 in all')
  expect(subject({})).toBe('')
  expect(subject({ title: 'Anong Anan', names: ['Anong Anan'], people: 1 })).toBe('')
  // The title stands in a name by chance.
  expect(subject({ title: 'An', count: 2, names: ['Anong Anan', 'Wirun Saelim'], people: 2 })).toBe('An')
})
