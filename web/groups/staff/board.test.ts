import { expect, test } from 'vitest'
import { NONE, nodesOf, peopleIn, sizesOf, targetOf } from './board.ts'

const person = (id: string, section = '1') => ({
  _id: id,
  first: id,
  last: '',
  email: '',
  section,
  role: 'student' as const,
})
const member = (id: string, accepted = true) => ({ ...person(id), accepted })
const group = (name: string, ...members: ReturnType<typeof member>[]) => ({
  ...{ _id: name, name, description: '', img: null, members },
  can: { leave: false, accept: false },
})
const nodes = nodesOf(
  { _id: 'k', grouping_name: 'K', groups: [group('Team 10', member('d', false)), group('Team 2', member('b'))] },
  [person('a'), person('b'), person('c', '2'), person('d'), { ...person('staff'), role: 'assistant' as const }],
  { none: 'In no group', section: (name) => `Section ${name}`, waits: 'waits' },
)

test('students in no group come first, then the groups in the order of their numbers', () => {
  expect(nodes.map(({ id, children }) => [id, children?.map((child) => child.id)])).toEqual([
    [NONE, ['a', 'c']],
    ['Team 2', ['b']],
    ['Team 10', ['d']],
  ])
})

test('what is put on a person goes where that person is', () => {
  expect([
    targetOf(nodes, { on: 'Team 2' }),
    targetOf(nodes, { after: 'd' }),
    targetOf(nodes, { before: 'a' }),
  ]).toEqual(['Team 2', 'Team 10', NONE])
})

test('of a group all move, and nobody who is there already', () => {
  expect(peopleIn(nodes, ['a', 'b', 'Team 10'], 'Team 2')).toEqual(['a', 'd'])
})

test('random groups differ by one person at most', () => {
  expect([sizesOf(10, 3), sizesOf(8, 4), sizesOf(0, 0)]).toEqual([
    { least: 3, most: 4 },
    { least: 2, most: 2 },
    { least: 0, most: 0 },
  ])
})
