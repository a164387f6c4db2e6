import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { makeSlot, makeUpload, sha256, worksheetOf } from '../assignments/testing.ts'
import { newId } from '../ids.ts'
import { start } from '../testing/clock.ts'
import { useServer } from '../testing/server.ts'
import { changeAssignment, enrol, makeAssignment, makeCourse, makeGroup } from '../testing/world.ts'
import { canonicalJson, readReceipt, receiptKey, signReceipt } from './receipt.ts'

const server = await useServer()
const { db } = server
const ploy = await server.person({ first: 'Ploy', last: 'ศรีสุข' })
const nat = await server.person({ first: 'Nat', last: 'Wong' })
const course = await makeCourse(db, { code: '2110101', name: 'Computer Programming' })
await enrol(db, course, ploy)
await enrol(db, course, nat)
const essay = await makeAssignment(db, course, { name: 'Essay', attempts_allowed: 0 })
const sheet = worksheetOf(ploy, course, essay)
const given = await sheet.submit({ textbox: 'x' })

const verifyAs = (receipt: string, asker = server.nobody) => asker.call(contract.receipts.verify, { body: { receipt } })
const refused = { valid: false, says: null }

describe('a receipt', () => {
  test('says who handed in what and when, and anybody may have it verified', async () => {
    expect(await verifyAs(given.receipt)).toEqual({
      valid: true,
      says: {
        course: '2110101 Computer Programming',
        assignment: 'Essay',
        person: 'Ploy ศรีสุข',
        group: '',
        attempt: given.attempt,
        datetime: start.toISOString(),
        late: false,
        digest: given.digest,
      },
    })
  })

  test('tells that it was late by the due date as it is now, and nothing of it once the assignment is gone', async () => {
    const essay = await makeAssignment(db, course, { due_at: new Date(start.getTime() - 1_000) })
    const { receipt } = await worksheetOf(ploy, course, essay).submit({ textbox: 'x' })
    const change = (to: Parameters<typeof changeAssignment>[2]) => changeAssignment(db, essay, to)
    const late = async () => (await verifyAs(receipt)).says?.late
    expect(await late()).toBe(true)
    await change({ due_at: start })
    expect(await late()).toBe(false)
    await change({ deleted_at: start })
    expect(await late()).toBeNull()
  })

  test('is verified by another server as well', async () => {
    expect(await verifyAs(given.receipt, (await server.another()).nobody)).toMatchObject({ valid: true })
  })

  test('can be had again, the same to the letter', async () => {
    await sheet.submit({ textbox: 'later' })
    expect(await sheet.receipt(given._id)).toEqual(given)
  })

  test('of a group names it and who pressed Submit, and every member can have it', async () => {
    const { grouping_id } = await makeGroup(db, course, [ploy, nat])
    const project = await makeAssignment(db, course, { grouping_id })
    const ours = await worksheetOf(ploy, course, project).submit({ textbox: 'x' })
    expect(await worksheetOf(nat, course, project).receipt(ours._id)).toEqual(ours)
    expect((await verifyAs(ours.receipt)).says).toMatchObject({ person: 'Ploy ศรีสุข', group: 'Group 1' })
  })

  test('comes with what was handed in, the hashes of its files, and for whom it counts', async () => {
    const { grouping_id } = await makeGroup(db, course, [nat, ploy])
    const project = await makeAssignment(db, course, { grouping_id })
    const slot = `file-${(await makeSlot(db, course, project)).id}`
    const upload = await makeUpload(db, ploy, 'งาน.pdf')
    const ours = await worksheetOf(ploy, course, project).submit({ textbox: 'ของเรา', [slot]: upload.location })
    expect(await worksheetOf(nat, course, project).attempt(ours._id)).toMatchObject({
      _id: ours._id,
      attempt: 1,
      late: false,
      digest: ours.digest,
      response: { textbox: 'ของเรา' },
      people: ['Nat Wong', 'Ploy ศรีสุข'],
      files: { [slot]: { filename: 'งาน.pdf', bytes: 7, sha256: sha256('งาน.pdf').toString('hex') } },
    })
  })

  test('is nobody else’s to have, nor under another assignment', async () => {
    const other = await makeAssignment(db, course)
    const ids = { course_id: course.id, submission_id: given._id }
    const calls = contract.assignments
    const notThere = { status: 404, code: 'not_found' }
    const unknown = { ...ids, asgn_id: essay.id, submission_id: newId() }
    for (const call of [calls.receipt, calls.attempt]) {
      expect(await nat.refused(call, { params: { ...ids, asgn_id: essay.id } })).toEqual(notThere)
      expect(await ploy.refused(call, { params: { ...ids, asgn_id: other.id } })).toEqual(notThere)
      expect(await ploy.refused(call, { params: unknown })).toEqual(notThere)
    }
  })

  test('can be checked without this server by who has its public key', async () => {
    const key = createPublicKey(await receiptKey(db))
    const { signature, ...said } = JSON.parse(given.receipt)
    expect(verify(null, Buffer.from(canonicalJson(said)), key, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  test('takes two statements to have again, and one to verify', async () => {
    expect(await server.statementsOf(() => sheet.receipt(given._id))).toHaveLength(2)
    expect(await server.statementsOf(() => verifyAs(given.receipt))).toHaveLength(1)
  })
})

describe('a receipt is not valid', () => {
  const said = JSON.parse(given.receipt) as Record<string, unknown>

  test.each(Object.keys(said))('with another %s, or without', async (name) => {
    const value = said[name]
    const other = typeof value === 'string' ? `${value.slice(0, -1)}${value.endsWith('0') ? '1' : '0'}` : 2
    expect(await verifyAs(JSON.stringify({ ...said, [name]: other }))).toEqual(refused)
    expect(await verifyAs(JSON.stringify({ ...said, [name]: undefined }))).toEqual(refused)
  })

  test('with another id inside, or with more in it', async () => {
    const ids = { ...(said.ids as object), owner: nat.id }
    expect(await verifyAs(JSON.stringify({ ...said, ids }))).toEqual(refused)
    expect(await verifyAs(JSON.stringify({ ...said, grade: 'A' }))).toEqual(refused)
  })

  test('when it names something twice, so that a reader is misled', async () => {
    const twice = given.receipt.replace('"person"', '"person": "Somebody Else", "person"')
    expect(JSON.parse(twice).person).toBe('Ploy ศรีสุข')
    expect(await verifyAs(twice)).toEqual(refused)
  })

  test('when one letter of the signature is spelled otherwise, even if it decodes the same', async () => {
    const signature = String(said.signature)
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_='.replace(
      signature.slice(-1),
      '',
    )) {
      const other = given.receipt.replace(signature, signature.slice(0, -1) + last)
      expect(await verifyAs(other), last).toEqual(refused)
    }
  })

  test('when another key signed it, even under our key’s name', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const facts = readReceipt(await receiptKey(db), given.receipt)
    if (!facts) throw new Error('the receipt is not ours')
    const forged = signReceipt(privateKey, facts)
    expect(readReceipt(privateKey, forged)).toEqual(facts)
    expect(await verifyAs(forged)).toEqual(refused)
    expect(await verifyAs(JSON.stringify({ ...JSON.parse(forged), key: said.key }))).toEqual(refused)
  })

  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['null', 'null'],
    ['a number', '1'],
    ['a string', '"x"'],
    ['a list', '[]'],
    ['empty', '{}'],
    ['a beginning', '{"v":1}'],
    ['a NUL', '\0'],
    ['half a character', '\ud800'],
    ['long', 'a'.repeat(200_000)],
    ['deep', '['.repeat(50_000)],
    ['deep and closed', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
    ['a prototype', '{"__proto__":{"v":1}}'],
  ])('when it is %s', async (_, text) => {
    expect(await verifyAs(text)).toEqual(refused)
  })

  test('when one character of it is another', async () => {
    const key = await receiptKey(db)
    const text = given.receipt
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (i, c) => {
        fc.pre(!/\s/.test(c) && !/\s/.test(text[i] ?? '') && text[i] !== c)
        expect(readReceipt(key, text.slice(0, i) + c + text.slice(i + 1))).toBeUndefined()
      }),
    )
  })
})

test('white space and the order of the names do not matter: a program in between may have changed them', async () => {
  const { v, ...rest } = JSON.parse(given.receipt)
  const flat = JSON.stringify({ ...rest, v })
  for (const text of [flat, `\ufeff${given.receipt}\r\n`, given.receipt.replaceAll('\n', '\r\n\t')]) {
    expect(await verifyAs(text)).toMatchObject({ valid: true })
  }
})

test('the code on a printed page is the receipt too, wherever its lines end', async () => {
  const code = Buffer.from(given.receipt).toString('base64url')
  expect(await verifyAs(code)).toEqual(await verifyAs(given.receipt))
  expect(await verifyAs(` ${code.replace(/.{60}/g, '$&\n')}\n`)).toMatchObject({ valid: true })
  const changed = Buffer.from(given.receipt.replace('Ploy', 'Nobody')).toString('base64url')
  expect(await verifyAs(changed)).toEqual(refused)
})

test('a receipt that is not a string is an invalid request', async () => {
  for (const payload of [{}, { receipt: 1 }, { receipt: null }, { receipt: {} }]) {
    expect((await server.nobody.raw('POST', '/api/receipts/verify', { payload })).statusCode).toBe(400)
  }
})

test('the key is made once, and is an Ed25519 key for every process', async () => {
  const keys = await Promise.all([receiptKey(db), receiptKey(db)])
  expect(keys.map((key) => key.asymmetricKeyType)).toEqual(['ed25519', 'ed25519'])
  const [one, two] = keys.map((key) => key.export({ format: 'der', type: 'pkcs8' }).toString('hex'))
  expect(one).toBe(two)
  expect(createPrivateKey({ key: Buffer.from(one ?? '', 'hex'), format: 'der', type: 'pkcs8' }).type).toBe('private')
})

describe('canonical JSON', () => {
  test('has no space, and the keys of every object in order', () => {
    expect(canonicalJson({ b: 1, a: { d: ['x', { z: 1, y: null }], c: 'é' } })).toBe(
      '{"a":{"c":"é","d":["x",{"y":null,"z":1}]},"b":1}',
    )
  })

  test('is the same whatever the order of the keys was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (object) => {
        const turned = Object.fromEntries(Object.entries(object).reverse())
        expect(canonicalJson(turned)).toBe(canonicalJson(object))
        expect(JSON.parse(canonicalJson(object))).toEqual(object)
      }),
    )
  })
})
