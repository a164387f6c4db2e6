import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sealedOf, sealKeys, typedBy } from './entries.ts'
import { migrateLegacy } from './migrate.ts'
import { seal, unseal } from './seal.ts'
import { deviceStorage } from './testStorage.ts'
import { typedOf } from './typed.ts'

const secretOf = (byte: number) => btoa(String.fromCharCode(byte).repeat(32))
const [PLOY, NAT] = [secretOf(1), secretOf(2)]
const always = () => true

function device(options?: { room?: number }) {
  const { entries, typed, tab } = deviceStorage(options)
  entries.set(`${sealKeys}ploy`, PLOY)
  const { storage } = tab()
  return { entries, typed, tab, storage, kept: () => new Map([...entries].filter(([key]) => key.startsWith('typed/'))) }
}

const field = (value: string) => JSON.stringify({ value, at: 1, here: true })

const word = fc.string({ unit: fc.constantFrom(...'กขคงจฉชabcdefgh'), minLength: 5, maxLength: 40 })
const place = fc
  .tuple(fc.constantFrom('writing', 'outbox', 'group', 'unsent', 'save'), word)
  .map(([what, name]) => `${what}/${name}`)

describe('what the server does not have', () => {
  test('is not to be read in any key or text after signing out, and all there again for the same person', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(place, word), async (texts) => {
        const { entries, storage, typed, kept } = device()
        for (const [place, text] of Object.entries(texts)) entries.set(typedBy('ploy') + place, text)
        const before = kept()
        await seal(storage, 'ploy', always)
        expect(typed()).toEqual([])
        expect(entries.has(`${sealKeys}ploy`)).toBe(false)
        const left = JSON.stringify([...entries])
        for (const [place, text] of Object.entries(texts)) {
          expect(left).not.toContain(text)
          expect(left).not.toContain(place.split('/')[1])
        }
        for (const key of entries.keys()) expect(key).toMatch(/^(seal-key\/nat|sealed\/ploy\/[\da-f]{32})$/)
        await unseal(storage, 'ploy', PLOY, always)
        expect(kept()).toEqual(before)
        expect([...entries.keys()].filter((key) => key.startsWith('sealed/'))).toEqual([])
      }),
      { numRuns: 50 },
    )
  })

  test('is the same to the last code unit, also what is no text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(0xff_ff)), async (units) => {
        const { entries, storage } = device()
        const odd = String.fromCharCode(...units, 0xd800)
        entries.set('typed/ploy/group/g1', odd)
        await seal(storage, 'ploy', always)
        await unseal(storage, 'ploy', PLOY, always)
        expect(entries.get('typed/ploy/group/g1')).toBe(odd)
      }),
      { numRuns: 50 },
    )
  })

  test('opens with no other person’s key, and for nobody under another name, and then stays', async () => {
    const { entries, storage, kept } = device()
    entries.set('typed/ploy/writing/d1', 'mine')
    await seal(storage, 'ploy', always)
    const sealed = [...entries]
    await unseal(storage, 'ploy', NAT, always)
    await unseal(storage, 'nat', NAT, always)
    expect([...entries]).toEqual(sealed)
    const text = sealed.find(([key]) => key.startsWith(sealedOf('ploy')))?.[1] ?? ''
    entries.set(`${sealedOf('nat')}1`, text)
    await unseal(storage, 'nat', PLOY, always)
    expect(kept().size).toBe(0)
  })

  test('is kept in one entry each, of which no two say that their texts are alike', async () => {
    const { entries, storage } = device()
    for (const place of ['d1', 'd2']) entries.set(`typed/ploy/writing/${place}`, 'the same')
    await seal(storage, 'ploy', always)
    const sealed = [...entries].filter(([key]) => key.startsWith('sealed/')).map(([, text]) => text)
    expect(new Set(sealed).size).toBe(2)
  })

  test('is sealed too when it is typed in another tab while the rest is being sealed, and from then on not kept', async () => {
    const { storage, typed, kept, tab } = device()
    const other = typedOf(tab(), 'ploy', 'writing')
    other.keep('d1', 'rain')
    const sealing = seal(storage, 'ploy', always)
    other.keep('d1', 'rain and more')
    other.keep('d2', 'wind')
    await sealing
    expect(typed()).toEqual([])
    expect(other.keep('d3', 'too late')).toBe(false)
    expect(typed()).toEqual([])
    await unseal(storage, 'ploy', PLOY, always)
    expect(Object.fromEntries(kept())).toEqual({
      'typed/ploy/writing/d1': 'rain and more',
      'typed/ploy/writing/d2': 'wind',
    })
  })

  test('stays as it is while the person is there again before it is sealed, or gone before it is opened', async () => {
    const { entries, storage } = device()
    entries.set('typed/ploy/writing/d1', 'rain')
    const before = [...entries]
    await seal(storage, 'ploy', () => false)
    expect([...entries]).toEqual(before)
    await seal(storage, 'ploy', always)
    const sealed = [...entries]
    await unseal(storage, 'ploy', PLOY, () => false)
    expect([...entries]).toEqual(sealed)
  })

  test('stays once, whether one tab seals and opens it or two', async () => {
    const { entries, storage, tab, kept } = device()
    entries.set('typed/ploy/writing/d1', 'rain')
    await Promise.all([seal(storage, 'ploy', always), seal(tab().storage, 'ploy', always)])
    expect([...entries.keys()].filter((key) => key.startsWith('sealed/'))).toHaveLength(1)
    await Promise.all([unseal(storage, 'ploy', PLOY, always), unseal(tab().storage, 'ploy', PLOY, always)])
    expect([...kept().values()]).toEqual(['rain'])
  })

  test('stays plain rather than being lost where it finds no room sealed, and where there is no cipher', async () => {
    const full = device({ room: 60 })
    full.entries.set('typed/ploy/writing/d1', 'ฝน'.repeat(25))
    full.entries.set('typed/ploy/writing/d2', 'x')
    await seal(full.storage, 'ploy', always)
    expect([...full.kept().values()]).toEqual(['ฝน'.repeat(25), 'x'])

    const plain = device()
    plain.entries.set(`${sealKeys}ploy`, '')
    plain.entries.set('typed/ploy/writing/d1', 'rain')
    plain.entries.set('typed/ploy/draft/a1/textbox', field('on the server'))
    plain.entries.set('typed/ploy/base/a1/textbox', field('on the server'))
    await seal(plain.storage, 'ploy', always)
    expect([...plain.entries]).toEqual([
      [`${sealKeys}nat`, ''],
      ['typed/ploy/writing/d1', 'rain'],
    ])
  })

  test('gives way to what was typed in its place since then', async () => {
    const { entries, storage } = device()
    entries.set('typed/ploy/writing/d1', 'rain')
    await seal(storage, 'ploy', always)
    entries.set('typed/ploy/writing/d1', 'rain and more')
    await unseal(storage, 'ploy', PLOY, always)
    expect([...entries].slice(1)).toEqual([['typed/ploy/writing/d1', 'rain and more']])
  })
})

describe('what the server has', () => {
  test('is gone, sheet by sheet and field by field; what differs stays with what was last in common', async () => {
    const { entries, storage, kept } = device()
    const put = (area: string, value: string) => entries.set(`typed/ploy/${area}`, field(value))
    put('base/a1/#owner', 'ploy')
    put('draft/a1/textbox', 'sent')
    put('base/a1/textbox', 'sent')
    put('base/a2/#owner', 'ploy')
    put('draft/a2/item-1', 'sent too')
    put('base/a2/item-1', 'sent too')
    put('draft/a2/textbox', 'sent, and more')
    put('base/a2/textbox', 'sent')
    await seal(storage, 'ploy', always)
    await unseal(storage, 'ploy', PLOY, always)
    expect([...kept().keys()].sort()).toEqual([
      'typed/ploy/base/a2/#owner',
      'typed/ploy/base/a2/textbox',
      'typed/ploy/draft/a2/textbox',
    ])
  })

  test('stays while a save has no answer, and where nothing sound says that the server has it', async () => {
    const { entries, storage, kept } = device()
    entries.set('typed/ploy/draft/a1/textbox', field('x'))
    entries.set('typed/ploy/base/a1/textbox', field('x'))
    entries.set('typed/ploy/save/a1/s1', JSON.stringify({ id: 's1', fields: {} }))
    for (const text of ['', '{', 'null', '{}']) entries.set(`typed/ploy/draft/a2/${text}`, text)
    entries.set('typed/ploy/draft/a3/textbox', field(''))
    const before = kept()
    await seal(storage, 'ploy', always)
    await unseal(storage, 'ploy', PLOY, always)
    expect(kept()).toEqual(before)
  })
})

test('what an earlier version kept has the keys of this one, and what is of nobody’s making stays', () => {
  const { entries, storage } = device()
  entries.clear()
  const unsent = JSON.stringify({ key: 'k1', person_id: 'ploy' })
  const old = {
    'draft/ploy/a1/textbox': '1',
    'base/ploy/a1/textbox': '2',
    'unsent/ploy/a1/textbox': '3',
    'save/ploy/a1/s1': '4',
    'draft:ploy:d1': '5',
    'draft:ploy:d1:p1:c1': '6',
    'group:ploy:g1': '7',
    'unsent:k1': unsent,
    'unsent:!': 'of another making',
    theme: 'dark',
  }
  for (const [key, text] of Object.entries(old)) entries.set(key, text)
  migrateLegacy(storage)
  expect(Object.fromEntries(entries)).toEqual({
    'typed/ploy/draft/a1/textbox': '1',
    'typed/ploy/base/a1/textbox': '2',
    'typed/ploy/unsent/a1/textbox': '3',
    'typed/ploy/save/a1/s1': '4',
    'typed/ploy/writing/d1': '5',
    'typed/ploy/writing/d1:p1:c1': '6',
    'typed/ploy/group/g1': '7',
    'typed/ploy/outbox/k1': unsent,
    'unsent:!': 'of another making',
    theme: 'dark',
  })
})
