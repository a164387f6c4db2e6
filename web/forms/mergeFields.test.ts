import { expect, test } from 'vitest'
import { changedFields, mergeFields } from './mergeFields.ts'

const base = { title: 'Midterm', content: 'On Friday.\n\nBring a pen.', pinned: false, audience: null as string | null }
const merge = (ours: Partial<typeof base>, theirs: Partial<typeof base>) =>
  mergeFields(base, { ...base, ...ours }, { ...base, ...theirs }, ['content'])

test('what only one of two people changed is taken from each', () => {
  expect(merge({ title: 'Midterm moved' }, { pinned: true })).toEqual({
    values: { ...base, title: 'Midterm moved', pinned: true },
    conflicts: {},
  })
})

test('two places of one text are merged', () => {
  const { values, conflicts } = merge(
    { content: 'On Monday.\n\nBring a pen.' },
    { content: 'On Friday.\n\nBring a pencil.' },
  )
  expect(values.content).toBe('On Monday.\n\nBring a pencil.')
  expect(conflicts).toEqual({})
})

test('where both changed the same place of a text both stand, and it is named', () => {
  const { values, conflicts } = merge(
    { content: 'On Monday.\n\nBring a pen.' },
    { content: 'On Tuesday.\n\nBring a pen.' },
  )
  expect(values.content).toContain('Monday')
  expect(values.content).toContain('Tuesday')
  expect(Object.keys(conflicts)).toEqual(['content'])
})

test('where both changed a field that is no text ours stays and theirs is named', () => {
  expect(merge({ audience: '1' }, { audience: '2' })).toEqual({
    values: { ...base, audience: '1' },
    conflicts: { audience: '2' },
  })
})

test('the same change by both is no conflict', () => {
  expect(merge({ title: 'A' }, { title: 'A' })).toEqual({ values: { ...base, title: 'A' }, conflicts: {} })
})

test('a field that came later and is empty again is no change, and takes nothing from the other', () => {
  expect(changedFields<object>({}, { item: '' })).toEqual({})
  const theirs = { item: '1' }
  expect(mergeFields<object>({}, { item: '' }, theirs, [])).toEqual({ values: theirs, conflicts: {} })
})

test('only what was changed is sent', () => {
  expect(changedFields(base, { ...base, pinned: true })).toEqual({ pinned: true })
})
