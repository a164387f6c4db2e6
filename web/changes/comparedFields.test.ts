import { expect, test } from 'vitest'
import type { ChangedRow } from '../../contract/changes.ts'
import { authoring } from '../i18n/en/authoring.ts'
import { inside } from '../i18n/en/inside.ts'
import { en } from '../i18n/en.ts'
import { comparedFields } from './comparedFields.ts'

const words = {
  text: { ...en, ...inside },
  authoring,
  names: new Map([['0198b2a4-0000-7000-8000-000000000001', 'Pairs']]),
}
const compare = (table: string, before: ChangedRow['before'], after: ChangedRow['after']) =>
  comparedFields({ table, key: { id: '1' }, before, after }, words).map((one) => [one.label, one.before, one.after])

test('what students are granted, and how grades count, is compared like any text', () => {
  expect(compare('accommodations', { extra_days: 0, revision: 1 }, { extra_days: 2, revision: 2 })).toEqual([
    ['Extra days', '0', '2'],
  ])
  expect(compare('grade_schemes', { letters: [{ letter: 'A', from: 80 }] }, { letters: [] })).toEqual([
    ['Letters', 'A 80', ''],
  ])
})

test('a question is compared by what its choices say and which of them is right', () => {
  const options = (right: string) => ['3', '6'].map((text, i) => ({ id: `${i}`, text, correct: text === right }))
  expect(
    compare('questions', { kind: 'one', options: options('3') }, { kind: 'several', options: options('6') }),
  ).toEqual([
    ['Choices', '✓ 3\n6', '3\n✓ 6'],
    ['Kind', 'Students choose one option.', 'Students choose any number of options.'],
  ])
  const targets = [{ id: 'b', text: 'Bangkok' }]
  expect(
    compare('questions', null, { key: { pairs: { a: 'b' } }, options: [{ id: 'a', text: 'Thailand' }], targets }),
  ).toEqual([
    ['Choices', '', 'Thailand'],
    ['Right answer', '', 'Thailand → Bangkok'],
    ['Matches', '', 'Bangkok'],
  ])
  expect(compare('questions', { key: { value: '2' } }, { key: { value: '2', tolerance: '0.5' } })).toEqual([
    ['Right answer', '2', '2 ± 0.5'],
  ])
})

test('a value that code has a word for is shown in the reader’s words', () => {
  const rule = { kind: 'percent', percent: 10, floor: 50 }
  expect(
    compare('courses', { late_rule: { kind: 'none' }, tabs: ['grade'] }, { late_rule: rule, tabs: ['home'] }),
  ).toEqual([
    ['Tabs', 'Grade', 'Home'],
    [
      'Late work',
      'It is taken and marked late',
      'It loses a part of its score for each day\nPercent lost for each day: 10\nPercent that counts at least: 50',
    ],
  ])
  expect(compare('roster', { role: 'student' }, { role: 'assistant' })).toEqual([
    ['Role', 'Student', 'Teaching assistant'],
  ])
})

test('a row that another one is in is named, or said to be another one', () => {
  const id = (n: number) => `0198b2a4-0000-7000-8000-00000000000${n}`
  expect(compare('assignments', { grouping_id: id(1) }, { grouping_id: id(2) })).toEqual([
    ['Grouping', 'Pairs', 'another one'],
  ])
})

test('a column has the label of its own table where it has one', () => {
  expect(compare('regrade_requests', { answer: '' }, { answer: 'You are right.' })).toEqual([
    ['Answer', '', 'You are right.'],
  ])
  expect(compare('instructor_invitations', null, { code: 'RAIN' })).toEqual([['Code', '', 'RAIN']])
})
