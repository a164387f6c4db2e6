import { expect, test } from 'vitest'
import { accepted, byName, search, takenIn, without } from './rules.ts'

const person = (first: string, last: string) => ({ _id: first, first, last, email: '' })

test('members stand by first and last name, and the list that was given stays as it was', () => {
  const given = [person('Nat', 'Wong'), person('Ann', 'Zed'), person('Ann', 'Abe')]
  expect(byName(given).map((p) => p.last)).toEqual(['Abe', 'Zed', 'Wong'])
  expect(given[0]?.first).toBe('Nat')
})

test('a search finds parts of the whole name in whatever case, and nothing typed finds everyone', () => {
  const people = [person('Ploy', 'Srisuwan'), person('ฟ้า', 'รุ่งโรจน์')]
  expect(search(people, ' PLOY S').map((p) => p._id)).toEqual(['Ploy'])
  expect(search(people, 'รุ่ง').map((p) => p._id)).toEqual(['ฟ้า'])
  expect(search([person('\u0E2D\u0E33\u0E44\u0E1E', '')], '\u0E2D\u0E4D\u0E32')).toHaveLength(1)
  expect(search([person('\u0E2D\u0E4D\u0E32\u0E44\u0E1E', '')], '\u0E2D\u0E33')).toHaveLength(1)
  expect(search(people, ' ')).toHaveLength(2)
  expect(search(people, 'x')).toEqual([])
})

test('everyone in a group of the grouping is known with its name', () => {
  const group = (name: string, ...members: string[]) => ({
    _id: name,
    name,
    description: '',
    img: null,
    members: members.map((m) => ({ ...person(m, ''), accepted: true })),
    can: { leave: false, accept: false },
  })
  const taken = takenIn({ _id: 'g', grouping_name: 'G', groups: [group('One', 'a', 'b'), group('Two', 'c')] })
  expect([...taken]).toEqual([
    ['a', 'One'],
    ['b', 'One'],
    ['c', 'Two'],
  ])
})

test('an answer to an invitation changes that group alone', () => {
  const member = (m: string, accepted: boolean) => ({ ...person(m, ''), accepted })
  const group = (name: string, submitted: { assignment_name: string; datetime: string }[] = []) => ({
    _id: name,
    name,
    description: '',
    img: null,
    members: [member('a', true), member('b', false)],
    invitation: { grouping_id: 'g', group_id: name, group_name: name, invited_by: 'A', submitted },
    can: { leave: true, accept: true },
  })
  const other = group('Two')
  const all = (one: ReturnType<typeof group>) => [{ _id: 'g', grouping_name: 'G', groups: [one, other] }]
  const [first, second] = accepted(all(group('One')), 'One', person('b', ''))[0]?.groups ?? []
  expect([first?.invitation, first?.can.leave, first?.members.map((m) => m.accepted)]).toEqual([
    undefined,
    true,
    [true, true],
  ])
  expect(second).toEqual(other)
  const work = [{ assignment_name: 'Lab', datetime: '2026-01-01T00:00:00Z' }]
  expect(accepted(all(group('One', work)), 'One', person('b', ''))[0]?.groups[0]?.can.leave).toBe(false)
  const [left] = without(all(group('One')), 'One', person('b', ''))[0]?.groups ?? []
  expect([left?.invitation, left?.can.leave, left?.members.map((m) => m._id)]).toEqual([undefined, false, ['a']])
  const [back] = accepted(without(all(group('One')), 'One', person('b', '')), 'One', person('b', ''))[0]?.groups ?? []
  expect(back?.members.map((m) => [m._id, m.accepted])).toEqual([
    ['a', true],
    ['b', true],
  ])
})
