import { describe, expect, test } from 'vitest'
import type { AnsweredWork } from '../../contract/staff/answers.ts'
import { givenBy, isTyped, madeFrom, pointsWith, rangeOf, seenIn, shownFor, typedAfter } from './typed.ts'

const one: AnsweredWork = {
  ...{ _id: 'a', people: [], group: '', points: null, by: null, auto: null, as_whole: false, applied: [] },
  ...{ released: false, grader: null, revision: 3 },
}
const off = { _id: 'item', part: 'textbox', title: 'No reason', points: '-0.5', revision: 1 }

describe('what stands in the fields of a group', () => {
  test('is what all of its works have, and nothing where they differ', () => {
    const [two, three] = ['2', '3'].map((points) => ({ ...one, points, by: 'hand' as const, applied: ['item'] }))
    expect(shownFor([two, two] as AnsweredWork[], undefined)).toEqual({ points: '2', applied: ['item'], comment: '' })
    expect(shownFor([two, three] as AnsweredWork[], undefined).points).toBe('')
    expect(shownFor([two, one] as AnsweredWork[], undefined)).toMatchObject({ points: '', applied: [] })
    expect(rangeOf([two, three, one] as AnsweredWork[])).toBe('2 – 3')
  })

  test('is what the rubric gives while no points are typed', () => {
    expect(pointsWith([one], ['item'], [off], 'textbox', '2.5')).toBe('2')
    expect(pointsWith([one, { ...one, auto: '1' }], ['item'], [off], 'textbox', '2.5')).toBeUndefined()
  })
})

describe('what is typed', () => {
  test('is nothing once it is again as it was saved', () => {
    const given = { ...one, points: '2', by: 'hand' as const }
    const typed = typedAfter([given], undefined, { points: '1' })
    expect([isTyped(typed), isTyped(typedAfter([given], typed, { points: '2' }))]).toEqual([true, false])
    const chosen = typedAfter([one], undefined, { applied: ['item'] })
    expect([isTyped(chosen), isTyped(typedAfter([one], chosen, { applied: [] }))]).toEqual([true, false])
  })
})

describe('what is sent', () => {
  test('leaves out what nobody typed', () => {
    expect(givenBy({ points: '1,5' })).toEqual({ points: '1.5', comment: '' })
    expect(givenBy({ comment: ' Well ' })).toEqual({ comment: 'Well' })
  })

  test('lets the rubric count in place of points by hand, and is nothing for what is no number', () => {
    expect(givenBy({ applied: ['item'] })).toMatchObject({ points: null, applied: ['item'] })
    expect(givenBy({ points: 'two' })).toBeUndefined()
    expect(givenBy({ points: '-1' })).toBeUndefined()
  })

  test('is made from what was there when it was typed, unless nothing of this part changed since', () => {
    const seen = seenIn([one])
    expect(madeFrom({ ...one, revision: 5 }, seen)).toBe(5)
    for (const since of [{ points: '2', by: 'hand' }, { applied: ['item'] }, { as_whole: true }, { released: true }])
      expect(madeFrom({ ...one, ...since, revision: 5 } as AnsweredWork, seen)).toBe(3)
    // A work that came later counts as ungraded, or was graded unseen.
    expect(madeFrom({ ...one, _id: 'new', revision: 1 }, seen)).toBe(1)
    expect(madeFrom({ ...one, _id: 'new', revision: 1, points: '2', by: 'hand' }, seen)).toBe(0)
  })
})
