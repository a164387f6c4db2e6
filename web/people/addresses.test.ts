import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test('addresses are found with and without names, however they are separated, each once', () => {
  const text = 'a@example.org, Anong <b@example.org>;c@example.org\nA@example.org\n6501\tSomchai Jaidee\td@example.org'
  const addresses = ['a@example.org', 'b@example.org', 'c@example.org', 'd@example.org']
  expect(addressesIn(text)).toEqual({ addresses, without: undefined })
  expect(addressesIn('"Jaidee, Somchai" <a@example.org>; Dee, Anong <b@example.org>')).toEqual({
    addresses: ['a@example.org', 'b@example.org'],
    without: undefined,
  })
  expect(addressesIn(' \n,')).toEqual({ addresses: [], without: undefined })
})

test('a piece without an address is named, and not left out', () => {
  expect(addressesIn('a@example.org, somchai, anong')).toEqual({ addresses: ['a@example.org'], without: 'somchai' })
  expect(addressesIn('a@example.org\nb.example.org').without).toBe('b.example.org')
})
