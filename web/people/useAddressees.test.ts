import { expect, test } from 'vitest'
import { keyOf } from './useAddressees.ts'

const people = (...ids: string[]) => ids.map((_id) => ({ _id }))

test('a message is kept for the people whom it is for, in whatever order they were chosen', () => {
  expect(keyOf(people('b', 'a', 'c'))).toBe(keyOf(people('a', 'b', 'c')))
  expect(keyOf(people('a', 'b', 'd'))).not.toBe(keyOf(people('a', 'b', 'c')))
})
