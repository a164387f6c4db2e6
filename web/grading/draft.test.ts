import { expect, test } from 'vitest'
import { mergeFields } from '../forms/mergeFields.ts'
import { draftOf, type Grade, inDraft } from './grade.ts'

const saved = (revision: number, values: Grade) => ({ revision, values })
const seen = (draft: Grade, now: ReturnType<typeof saved>) => {
  const { values, from } = inDraft(draft, now)
  return mergeFields(from.values, values, now.values, ['comment'])
}

test('a draft of the grade that is there goes on from it, also where something was taken away', () => {
  const now = saved(2, { comment: 'Good', 'points textbox': '5' })
  const { values, conflicts } = seen(draftOf({ comment: '', 'points textbox': '6' }, 2), now)
  expect([values, conflicts]).toEqual([{ comment: '', 'points textbox': '6' }, {}])
})

test('a draft of an earlier grade takes nothing from the one that somebody else saved since', () => {
  const draft = draftOf({ comment: '', 'points textbox': '5', 'points file': '3' })
  const now = saved(1, { comment: 'Well done', 'points textbox': '7', 'points file': '' })
  const { values, conflicts } = seen(draft, now)
  expect(values).toEqual({ comment: 'Well done', 'points textbox': '5', 'points file': '3' })
  expect(conflicts).toEqual({ 'points textbox': '7' })
})
