import { expect, test } from 'vitest'
import { between, findNode, idsOf, shownIn, type TreeNode, topmost } from './nodes.ts'

const node = (id: string, ...children: TreeNode<null>[]): TreeNode<null> => ({
  id,
  name: id,
  of: null,
  ...(children.length > 0 && { children }),
})
const tree = [node('a', node('a1'), node('a2', node('a21'))), node('b')]

test('what lies in another chosen thing goes with it, and the others keep the order of the tree', () => {
  expect(topmost(tree, new Set(['b', 'a21', 'a2']))).toEqual(['a2', 'b'])
  expect(topmost(tree, new Set(['a21', 'a1']))).toEqual(['a1', 'a21'])
  expect(topmost(tree, new Set())).toEqual([])
})

test('a thing is found at any depth', () => {
  expect(findNode(tree, 'a21')?.id).toBe('a21')
  expect(findNode(tree, 'c')).toBeUndefined()
  expect(idsOf(tree)).toEqual(['a', 'a1', 'a2', 'a21', 'b'])
})

test('what is seen is what no closed folder hides', () => {
  expect(shownIn(tree, new Set())).toEqual(['a', 'b'])
  expect(shownIn(tree, new Set(['a']))).toEqual(['a', 'a1', 'a2', 'b'])
  expect(shownIn(tree, new Set(['a2']))).toEqual(['a', 'b'])
})

test('what is between two things counts them, in the order of the list, and nothing where one is not in it', () => {
  expect(between(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['b', 'c', 'd'])
  expect(between(['a', 'b'], 'a', 'a')).toEqual(['a'])
  expect(between(['a', 'b'], 'a', 'c')).toEqual([])
})
