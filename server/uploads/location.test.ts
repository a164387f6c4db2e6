import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { start } from '../testing/clock.ts'
import { isRightSignature, locationOf, signedAddress, uploadIdOf } from './location.ts'
import { withBareAddresses, withSignedAddresses } from './pictures.ts'

const key = Buffer.alloc(32, 1)
const id = newId()
const later = (ms: number) => new Date(start.getTime() + ms)
const HOUR = 3_600_000

/** The parts of a signed address. */
function partsOf(address: string) {
  const url = new URL(address, 'http://localhost')
  const [, name] = /^\/api\/files\/[^/]+\/([^/]+)$/.exec(url.pathname) ?? []
  return {
    name: decodeURIComponent(name ?? ''),
    e: url.searchParams.get('e') ?? '',
    s: url.searchParams.get('s') ?? '',
  }
}

describe('the upload of an address', () => {
  test('is found in the bare form, the signed one, and a whole URL', () => {
    const signed = signedAddress(key, { id, filename: 'รายงาน 1/2?#.pdf' }, start)
    const forms = [
      locationOf(id),
      `${locationOf(id)}/`,
      signed,
      `https://learn.example.org${signed}`,
      locationOf(id.toUpperCase()),
    ]
    expect(forms.map(uploadIdOf)).toEqual(forms.map(() => id))
  })

  test.each([
    '',
    '/',
    'file',
    '/api/files',
    '/api/files/',
    '/api/files/1',
    '/api/files/../users/me',
    `/api/files/${id}/a/b`,
    `/files/${id}`,
    `/x/api/files/${id}`,
    `javascript:/api/files/${id}x`,
    id,
    'http://',
    '\0',
  ])('is none in %j', (text) => {
    expect(uploadIdOf(text)).toBeUndefined()
  })

  test('is found whatever the file is called', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (filename) => {
        expect(uploadIdOf(signedAddress(key, { id, filename }, start))).toBe(id)
      }),
    )
  })

  test('becomes the bare one in a text, and the signed one again, whatever the file is called', () => {
    const bare = `![a](${locationOf(id)}#40x30) (b)`
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '(', ')', '[', ' ', '?'), maxLength: 9 }), (filename) => {
        const sign = () => signedAddress(key, { id, filename }, start)
        const signed = withSignedAddresses(bare, [{ id, filename }], sign)
        expect(signed).toBe(`![a](${sign()}#40x30) (b)`)
        expect(withBareAddresses(signed)).toBe(bare)
      }),
    )
    // As texts have it that were written before.
    const before = `![a](${locationOf(id)}/map%20(1).png?e=1&s=2#40x30) (b)`
    expect(withBareAddresses(before)).toBe(bare)
    expect(withBareAddresses(`(${locationOf(id)}/a)?b=1`)).toBe(`(${locationOf(id)}/a)?b=1`)
  })
})

describe('a signed address', () => {
  const address = signedAddress(key, { id, filename: 'a.pdf' }, start)
  const { e, s } = partsOf(address)

  test('is right for its upload and its expiry, and for no others', () => {
    expect(isRightSignature(key, id, { e, s }, start)).toBe(true)
    expect(isRightSignature(key, newId(), { e, s }, start)).toBe(false)
    expect(isRightSignature(key, id, { e: String(Number(e) + 1), s }, start)).toBe(false)
    expect(isRightSignature(Buffer.alloc(32, 2), id, { e, s }, start)).toBe(false)
    for (const other of ['', 'x', s.slice(1), `${s}=`, s.toLowerCase()]) {
      expect(isRightSignature(key, id, { e, s: other }, start), other).toBe(false)
    }
  })

  test('is the same within an hour, so that ETags and browser caches hold', () => {
    const again = (ms: number) => signedAddress(key, { id, filename: 'a.pdf' }, later(ms))
    expect(again(HOUR - 1)).toBe(address)
    expect(again(HOUR)).not.toBe(address)
  })

  test('is good for 12 to 13 hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: HOUR }), (ms) => {
        const made = partsOf(signedAddress(key, { id, filename: 'a.pdf' }, later(ms)))
        const good = (hours: number) => isRightSignature(key, id, made, later(ms + hours * HOUR))
        expect([good(12), good(13)]).toEqual([true, false])
      }),
    )
  })

  test.each([
    ['รายงาน.pdf', 'รายงาน.pdf'],
    ['a/b\\c?d#e%.pdf', 'a/b\\c?d#e%.pdf'],
    ['', 'file'],
    ['..', 'file'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
    ['half \ud800', 'half \ufffd'],
  ])('ends in the name of the file: %j', (filename, name) => {
    expect(partsOf(signedAddress(key, { id, filename }, start)).name).toBe(name)
  })
})
