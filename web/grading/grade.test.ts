import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointsOf } from '../../contract/points.ts'
import type { Grade, RubricItem } from '../../contract/staff/grading.ts'
import { mergeFields } from '../forms/mergeFields.ts'
import { centsIn } from './cents.ts'
import { formOf, goneIn, gradeIn, itemField, pointsField, sumOf, wrongIn } from './grade.ts'

describe('points', () => {
  test.each([
    ['7', 700],
    ['7.5', 750],
    ['.25', 25],
    ['7,5', 750],
    ['−1.5', -150],
    ['๗.๕', 750],
    [' 8 ', 800],
    ['1.500', 150],
    ['', undefined],
    ['.', undefined],
    ['1.234', undefined],
    ['seven', undefined],
    ['1e3', undefined],
    ['99999999', undefined],
  ])('typed as %j are %j hundredths', (typed, cents) => {
    expect(centsIn(typed)).toBe(cents)
  })

  test('are the same after they are written and read', () => {
    fc.assert(fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (n) => centsIn(pointsOf(n)) === n))
  })
})

const item = (_id: string, part: string, points: string): RubricItem => ({
  ...{ _id, part, title: _id, points, revision: 1 },
})
const rubric = [item('off', 'textbox', '-1.5'), item('on', 'item-a', '2'), item('whole', '', '-0.5')]
const feedback: Grade = {
  ...{ score: null, points: null, comment: 'Good', applied: ['off'] },
  parts: [
    { part: 'textbox', points: '3.5', most: '5', by: 'rubric', auto: null },
    { part: 'item-a', points: '1', most: '4', by: 'auto', auto: '1' },
    { part: 'file', points: '2.25', most: '3', by: 'hand', auto: null },
  ],
  ...{ override: null, override_reason: '', members: {}, penalty: null },
  ...{ released: false, grader: null, updated_at: null, revision: 3 },
}
const grade = gradeIn(feedback, rubric)

describe('a grade', () => {
  test('is typed in fields, of which what was worked out by itself is empty', () => {
    expect(grade).toEqual({
      ...{
        comment: 'Good',
        override: '',
        reason: '',
        'points textbox': '',
        'points item-a': '',
        'points file': '2.25',
      },
      ...{ 'item off': '1', 'item on': '', 'item whole': '' },
    })
  })

  test('is sent as it was read', () => {
    expect(formOf(grade, rubric)).toEqual({
      ...{ parts: { file: '2.25' }, applied: ['off'], override: null, override_reason: '', comment: 'Good' },
    })
  })

  test('has the scores of members with their reasons', () => {
    const members = { nat: { score: '5.5', reason: 'Came late' } }
    const theirs = gradeIn({ ...feedback, members }, rubric)
    expect(theirs).toMatchObject({ 'member nat': '5.5', 'why nat': 'Came late' })
    expect(formOf(theirs, rubric).members).toEqual(members)
    expect(formOf({ ...theirs, 'member nat': '' }, rubric).members).toEqual({})
    expect(wrongIn({ ...theirs, 'member nat': 'x', 'why nat': ' ' })).toEqual([
      { field: 'member nat', why: 'number' },
      { field: 'why nat', why: 'reason' },
    ])
  })

  test('adds up: by hand before the rubric, the rubric before what came by itself', () => {
    const sum = (change: Record<string, string>, penalty: Grade['penalty'] = null) =>
      sumOf({ ...grade, ...change }, { ...feedback, penalty }, rubric)
    expect(sum({}).score).toBe(350 + 100 + 225)
    expect(sum({ [itemField('off')]: '' }).left).toEqual(['textbox'])
    expect(sum({ [pointsField('textbox')]: '5' }).score).toBe(500 + 100 + 225)
    expect(sum({ [itemField('on')]: '1' }).byPart.get('item-a')).toMatchObject({ points: 300, by: 'rubric' })
    expect(sum({ [itemField('whole')]: '1' }).score).toBe(350 + 100 + 225 - 50)
    expect(sum({}, { days: 2, keeps: 80 })).toMatchObject({ points: 675, score: 540 })
    expect(sum({ override: '9' }, { days: 2, keeps: 80 }).score).toBe(900)
  })

  test('has no fields of a member or a part that somebody else took away meanwhile', () => {
    const members = { nat: { score: '5.5', reason: 'Came late' } }
    const before = gradeIn({ ...feedback, members }, rubric)
    const theirs = gradeIn({ ...feedback, parts: feedback.parts.slice(0, 2) }, rubric)
    const { values, conflicts } = mergeFields(before, { ...before, comment: 'Mine' }, theirs, ['comment'])
    expect([formOf(values, rubric), wrongIn(values), conflicts]).toEqual([
      { ...formOf(theirs, rubric), comment: 'Mine' },
      [],
      {},
    ])
    expect(sumOf(values, { ...feedback, parts: feedback.parts.slice(0, 2) }, rubric).score).toBe(350 + 100)
  })

  test('counts items that the grader applied and somebody removed, which are not sent', () => {
    const applied = { ...grade, [itemField('on')]: '1' }
    const left = rubric.filter(({ _id }) => _id !== 'on')
    expect([goneIn(applied, grade, rubric), goneIn(applied, grade, left)]).toEqual([0, 1])
    expect(formOf(applied, left).applied).toEqual(['off'])
    // From a saved grade the server takes them.
    expect(goneIn(applied, applied, left)).toBe(0)
  })

  test('says which fields cannot be sent', () => {
    expect(wrongIn({ ...grade, [pointsField('textbox')]: 'x', override: '3' })).toEqual([
      { field: pointsField('textbox'), why: 'number' },
      { field: 'reason', why: 'reason' },
    ])
    expect(wrongIn({ ...grade, override: '3', reason: 'Found later' })).toEqual([])
  })
})
