import { expect, test } from 'vitest'
import { orderIn, ownerOf, ownersIn } from './order.ts'
import type { Row } from './rows.tsx'

const row = (_id: string, state: Row['state'] = 'submitted') => ({ _id, state, submission: `work of ${_id}` }) as Row
const ids = ['ann', 'ben', 'cha', 'dao']
const where = (rows: Row[], owner: string) => {
  const { at, next, previous, nextLeft, left } = orderIn(ids, rows, owner)
  return [at, previous?._id, next?._id, nextLeft?._id, left]
}

test('the next work to be graded is the next one that waits, from the beginning again after the last', () => {
  const rows = [row('ann'), row('ben', 'graded'), row('cha', 'graded'), row('dao', 'released')]
  expect(where(rows, 'ann')).toEqual([0, undefined, 'ben', undefined, 1])
  expect(where(rows, 'cha')).toEqual([2, 'ben', 'dao', 'ann', 1])
})

test('from the work of a student who was removed the next one is the one that followed it', () => {
  const rows = ['ann', 'ben', 'dao'].map((id) => row(id))
  expect(where(rows, 'cha')).toEqual([-1, 'ben', 'dao', 'dao', 3])
})

test('from a work that the list never had, it begins at the first', () => {
  expect(where([row('ann')], 'eve')).toEqual([-1, undefined, 'ann', 'ann', 1])
})

test('the work of a group stands once where its members hand in alone, and leads to the work of the next one', () => {
  const rows = [row('ann'), { ...row('ben'), submission: 'ours' }, { ...row('cha'), submission: 'ours' }, row('dao')]
  const ids = ownersIn(rows)
  expect(ids).toEqual(['ann', 'ben', 'dao'])
  const owner = ownerOf(ids, rows, { _id: 'ours', owner_id: 'group' })
  const { at, count, previous, next, left } = orderIn(ids, rows, owner)
  expect([at, count, previous?._id, next?._id, left]).toEqual([1, 3, 'ann', 'dao', 3])
})
