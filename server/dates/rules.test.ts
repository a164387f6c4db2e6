import { describe, expect, test } from 'vitest'
import { type AssignmentFacts, problemsOfAssignment } from './rules.ts'

const now = new Date('2026-11-24T12:00:00Z')
const fine: AssignmentFacts = {
  ...{ _id: 'a', title: 'Lab', due_at: null, closes_at: null, publish_at: null },
  ...{ has_text: true, questions: 0, slots: 0, score: 10, parts: 0, score_questionset: 0, of_questions: 0 },
}
const kindsOf = (facts: Partial<AssignmentFacts>) =>
  problemsOfAssignment({ ...fine, ...facts }, now).map(({ kind }) => kind)
const at = (day: number) => new Date(`2026-11-${day}T12:00:00Z`)

describe('an assignment', () => {
  test('that is well has no problem', () => expect(kindsOf({})).toEqual([]))
  test('that is due in the past is one while students do not see it', () => {
    expect(kindsOf({ due_at: at(20) })).toEqual(['due_is_past'])
    expect(kindsOf({ due_at: at(20), publish_at: at(10) })).toEqual([])
  })
  test('has its dates in their order', () => {
    expect(kindsOf({ due_at: at(28), closes_at: at(27) })).toEqual(['closes_before_due'])
    expect(kindsOf({ due_at: at(28), publish_at: at(29) })).toEqual(['published_after_due'])
  })
  test('has points that add up, to two decimals', () => {
    expect(kindsOf({ score: 0.3, parts: 0.1 + 0.2 })).toEqual([])
    expect(kindsOf({ score: 10, parts: 9 })).toEqual(['points_differ'])
    expect(kindsOf({ questions: 2, score: 10, parts: 10, score_questionset: 6, of_questions: 5 })).toEqual([
      'points_differ',
    ])
  })
})
