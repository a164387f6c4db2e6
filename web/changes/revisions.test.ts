import { expect, test } from 'vitest'
import { keepRevisions, revisionOf } from './revisions.ts'

/* The revision of the next press on a thing, before the screen has read it again. */

test('a press goes from what the last write led to, or from what others made of it since', () => {
  const [params, shown] = [
    { course_id: 'physics', link_id: 'link' },
    { _id: 'link', revision: 3 },
  ]
  expect(revisionOf(shown)).toBe(3)
  keepRevisions({ input: { params }, data: { _id: 'link', revision: 4 } })
  expect(revisionOf(shown)).toBe(4)
  expect(revisionOf({ ...shown, revision: 5 })).toBe(5)
})

test('what was removed and came back has the revision that it came back with', () => {
  const params = { course_id: 'physics', person_id: 'ploy' }
  keepRevisions({ input: { params }, data: { _id: 'ploy', revision: 2 } })
  keepRevisions({ input: { params }, data: { _id: 'ploy' } })
  expect(revisionOf({ _id: 'ploy', revision: 1 })).toBe(1)
})

test('of several that are written at once, each has its own', () => {
  const items = [
    { _id: 'a', revision: 2 },
    { _id: 'b', revision: 7 },
  ]
  keepRevisions({ input: { params: {}, body: { items: [{ _id: 'a' }, { _id: 'b' }] } }, data: { items } })
  expect(items.map(({ _id }) => revisionOf({ _id, revision: 1 }))).toEqual([2, 7])
})

test('what is put in order has a revision by that, too', () => {
  const items = [{ _id: 'first', revision: 3 }]
  keepRevisions({ input: { params: {}, body: { items: ['first'] } }, data: { items } })
  expect(revisionOf({ _id: 'first', revision: 2 })).toBe(3)
})

test('what somebody else changed and nobody has seen here still conflicts', () => {
  const groups = ['own', 'others'].map((_id) => ({ _id, revision: 2 }))
  keepRevisions({ input: { params: { group_id: 'own' } }, data: { _id: 'grouping', groups } })
  expect(revisionOf({ _id: 'own', revision: 1 })).toBe(2)
  expect(revisionOf({ _id: 'others', revision: 1 })).toBe(1)
})
