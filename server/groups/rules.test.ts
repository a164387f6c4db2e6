import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countFor, dealOut, namesFor } from './rules.ts'

const class_ = fc
  .array(fc.constantFrom('', '1', '2', '3'), { minLength: 1, maxLength: 60 })
  .map((sections) => sections.map((section, i) => ({ id: String(i), section })))

test('everyone is in one group, and the sizes differ by one at most', () => {
  fc.assert(
    fc.property(class_, fc.integer({ min: 1, max: 70 }), fc.boolean(), (people, count, balanced) => {
      const groups = dealOut(people, { count, balanced })
      expect(groups.flat().toSorted()).toEqual(people.map(({ id }) => id).toSorted())
      const sizes = groups.map((one) => one.length)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    }),
  )
})

test('each section is spread over the groups', () => {
  fc.assert(
    fc.property(class_, fc.integer({ min: 1, max: 20 }), (people, count) => {
      const sectionOf = new Map(people.map(({ id, section }) => [id, section]))
      const groups = dealOut(people, { count, balanced: true })
      for (const section of ['', '1', '2', '3']) {
        const counts = groups.map((one) => one.filter((id) => sectionOf.get(id) === section).length)
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }
    }),
  )
})

test('no group is larger than asked', () => {
  expect([countFor(10, 4), countFor(8, 4), countFor(0, 4), countFor(3, 4)]).toEqual([3, 2, 0, 1])
})

test('names go on where those that are taken end', () => {
  expect(namesFor(2, 'Team', ['Team 1', 'Rain', 'Team 3'])).toEqual(['Team 2', 'Team 4'])
})
