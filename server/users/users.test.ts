import { describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { useServer } from '../testing/server.ts'

const server = await useServer()

describe('users/me', () => {
  test('tells a person who they are, and nothing about anybody else', async () => {
    const ploy = await server.person({ first: 'Ploy', last: 'Srisuk', email: 'ploy@example.org', img: '/ploy.jpg' })
    await server.person({ first: 'Nat' })
    expect(await ploy.call(contract.users.me)).toEqual({
      _id: ploy.id,
      token: ploy.token,
      first: 'Ploy',
      last: 'Srisuk',
      email: 'ploy@example.org',
      img: '/ploy.jpg',
      can: { administer: false },
      seal_key: expect.stringMatching(/^[\w+/]{43}=$/),
    })
  })

  test('tells a person always the same key to seal with, and everybody another one', async () => {
    const [ploy, nat] = [await server.person({ first: 'Ploy' }), await server.person({ first: 'Nat' })]
    const keyOf = async (person: typeof ploy) => (await person.call(contract.users.me)).seal_key
    const key = await keyOf(ploy)
    expect(await keyOf(await server.signIn(ploy))).toBe(key)
    expect(await keyOf(nat)).not.toBe(key)
  })

  test('gives null for a missing picture', async () => {
    const nat = await server.person({ first: 'Nat', img: null })
    expect((await nat.call(contract.users.me)).img).toBeNull()
  })

  test('says of an administrator, and of nobody else, that they can administer and make courses', async () => {
    const admin = await server.person({ first: 'Anong', admin: true })
    expect((await admin.call(contract.users.me)).can).toEqual({ administer: true, create: true })
  })

  test('a removed account is not signed in any more', async () => {
    const nat = await server.person({ first: 'Nat', removed_at: new Date() })
    expect(await nat.refused(contract.users.me)).toEqual({ status: 401, code: 'not_signed_in' })
  })

  test('takes one statement when the session is new, and none when it is known', async () => {
    const ploy = await server.person({ first: 'Ploy' })
    expect(await server.statementsOf(() => ploy.call(contract.users.me))).toHaveLength(1)
    expect(await server.statementsOf(() => ploy.call(contract.users.me))).toEqual([])
  })
})
