import { expect, test } from 'vitest'
import { optionLetter } from './optionLetter.ts'

test('options are labelled A to Z', () => {
  expect(Array.from({ length: 26 }, (_, i) => optionLetter(i)).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
})

test('after Z no two options have one label', () => {
  expect([26, 27, 51, 52].map(optionLetter)).toEqual(['AA', 'AB', 'AZ', 'BA'])
})
