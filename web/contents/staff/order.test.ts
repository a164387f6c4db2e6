import { expect, test } from 'vitest'
import type { ContentItem } from '../../../contract/contents.ts'
import { ordered, orderFor, orderForStep, withAllIn } from './order.ts'

const item = (_id: string, children?: ContentItem[]): ContentItem => ({
  _id,
  file_name: _id,
  file_description: '',
  file_upload_datetime: '2026-01-01T00:00:00.000Z',
  file_update_datetime: null,
  ...(children && { children }),
})
const tree = [item('a'), item('f', [item('f1'), item('g', [item('g1')])]), item('b'), item('c')]
/** The tree in short: `a f(f1 g(g1)) b c`. */
const short = (items: ContentItem[]): string =>
  items.map(({ _id, children }) => (children ? `${_id}(${short(children)})` : _id)).join(' ')
const after = (order: ReturnType<typeof orderFor>) => order && short(ordered(tree, order))

test('a thing comes before or after another, in whatever folder that is', () => {
  expect(after(orderFor(tree, ['c'], { before: 'f' }))).toBe('a c f(f1 g(g1)) b')
  expect(after(orderFor(tree, ['a'], { after: 'b' }))).toBe('f(f1 g(g1)) b a c')
  expect(after(orderFor(tree, ['a'], { after: 'g1' }))).toBe('f(f1 g(g1 a)) b c')
  expect(after(orderFor(tree, ['g1'], { before: 'a' }))).toBe('g1 a f(f1 g()) b c')
})

test('several go together, and what is put beside one of them stays where that stood', () => {
  expect(after(orderFor(tree, ['a', 'g1'], { after: 'c' }))).toBe('f(f1 g()) b c a g1')
  expect(after(orderFor(tree, ['a', 'b'], { before: 'b' }))).toBe('f(f1 g(g1)) a b c')
})

test('what is put on a folder stands first in it', () => {
  expect(orderFor(tree, ['c', 'a'], { on: 'f' })).toEqual({ parent_id: 'f', items: ['c', 'a'] })
  expect(after(orderFor(tree, ['c'], { on: 'g' }))).toBe('a f(f1 g(c g1)) b')
})

test('no folder goes into itself or into what is in it', () => {
  expect(orderFor(tree, ['f'], { on: 'f' })).toBeUndefined()
  expect(orderFor(tree, ['a', 'f'], { on: 'g' })).toBeUndefined()
  expect(orderFor(tree, ['f'], { after: 'g1' })).toBeUndefined()
})

test('a step goes past one neighbour, and not past the end', () => {
  expect(after(orderForStep(tree, 'b', -1))).toBe('a b f(f1 g(g1)) c')
  expect(after(orderForStep(tree, 'f1', 1))).toBe('a f(g(g1) f1) b c')
  expect(orderForStep(tree, 'a', -1)).toBeUndefined()
  expect(orderForStep(tree, 'g1', 1)).toBeUndefined()
})

test('a folder has all that lies in it, itself first', () => {
  expect(withAllIn(tree[1] as ContentItem).map(({ _id }) => _id)).toEqual(['f', 'f1', 'g', 'g1'])
})
