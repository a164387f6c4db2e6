import { afterEach, describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { useServer } from '../testing/server.ts'
import { hashOf, sweepSessions } from './sessions.ts'

const server = await useServer()
const other = await server.another()
const { clock } = server
afterEach(() => clock.reset())

const me = contract.users.me
const signedOut = { status: 401, code: 'not_signed_in' }

describe('signing out', () => {
  test('makes the token worthless, and leaves the person’s other sessions and other people alone', async () => {
    const ploy = await server.person({ first: 'Ploy' })
    const elsewhere = await server.signIn(ploy)
    const nat = await server.person({ first: 'Nat' })
    expect(await ploy.call(contract.session.end)).toEqual({ ended: true })
    expect(await ploy.refused(me)).toEqual(signedOut)
    expect(await ploy.refused(contract.session.end)).toEqual(signedOut)
    expect((await elsewhere.call(me)).first).toBe('Ploy')
    expect((await nat.call(me)).first).toBe('Nat')
  })

  test('reaches the other servers, which had just let the person in', async () => {
    const ploy = await server.person({ first: 'Ploy' })
    const onOther = other.withToken(ploy.token)
    const nat = await server.person({ first: 'Nat' })
    await onOther.call(me)
    await ploy.call(contract.session.end)
    // The clock stands still, so the other server did not find out by an expired cache.
    await expect.poll(() => onOther.refused(me).catch(() => undefined)).toEqual(signedOut)
    expect((await other.withToken(nat.token).call(me)).first).toBe('Nat')
  })
})

describe('removing an account', () => {
  const endings = {
    'by its mark': (id: string) =>
      server.db.updateTable('people').set({ removed_at: new Date() }).where('id', '=', id).execute(),
    'by its row': (id: string) => server.db.deleteFrom('people').where('id', '=', id).execute(),
  }
  test.each(Object.entries(endings))(
    '%s ends each session of it, on every server that had just let it in',
    async (_, remove) => {
      const ploy = await server.person({ first: 'Ploy' })
      const nat = await server.person({ first: 'Nat' })
      const devices = [ploy, await server.signIn(ploy), other.withToken(ploy.token)]
      for (const device of devices) await device.call(me)
      await remove(ploy.id)
      // The clock stands still, so no server found out by an expired cache.
      for (const device of devices)
        await expect.poll(() => device.refused(me).catch(() => undefined)).toEqual(signedOut)
      expect((await nat.call(me)).first).toBe('Nat')
    },
  )
})

describe('a session', () => {
  test('that is not used for 14 days is over', async () => {
    const ploy = await server.person()
    clock.pass({ days: 14, ms: -1 })
    // Another server without the session in its cache: this one would write when they were here.
    expect(await other.statementsOf(() => other.withToken(ploy.token).call(me))).toHaveLength(2)
    clock.pass({ days: 14, ms: 1 })
    expect(await ploy.refused(me)).toEqual(signedOut)
  })

  test('that was never used again is over to the millisecond', async () => {
    const ploy = await server.person()
    clock.pass({ days: 14 })
    expect(await ploy.refused(me)).toEqual(signedOut)
  })

  test('that is used lives on, for 90 days in all', async () => {
    const ploy = await server.person()
    for (let day = 10; day < 90; day += 10) {
      clock.pass({ days: 10 })
      await ploy.call(me)
    }
    clock.pass({ days: 10, ms: -1 })
    await ploy.call(me)
    clock.pass({ seconds: 20 })
    expect(await ploy.refused(me)).toEqual(signedOut)
  })

  test('is believed for some seconds without asking the database, and no longer than 15', async () => {
    const ploy = await server.person()
    await ploy.call(me)
    clock.pass({ seconds: 14 })
    expect(await server.statementsOf(() => ploy.call(me))).toEqual([])
    clock.pass({ seconds: 2 })
    expect(await server.statementsOf(() => ploy.call(me))).toHaveLength(1)
  })

  test('writes down its use once an hour at most', async () => {
    const ploy = await server.person()
    clock.pass({ minutes: 59 })
    expect(await server.statementsOf(() => ploy.call(me))).toEqual([expect.stringMatching(/^select/)])
    clock.pass({ minutes: 2 })
    expect(await server.statementsOf(() => ploy.call(me))).toEqual([
      expect.stringMatching(/^select/),
      expect.stringMatching(/^update/),
    ])
  })

  test('that is guessed is asked for each time and never kept', async () => {
    const guess = server.withToken('a-guess')
    expect(await guess.refused(me)).toEqual(signedOut)
    expect(await server.statementsOf(() => guess.refused(me))).toHaveLength(1)
    const person = await server.person()
    await server.db
      .insertInto('sessions')
      .values({
        token_hash: hashOf('a-guess'),
        person_id: person.id,
        seen_at: clock.now(),
        expires_at: new Date('2030-01-01'),
      })
      .execute()
    expect((await guess.call(me))._id).toBe(person.id)
  })

  test('cannot be had with what the database keeps of it', async () => {
    const ploy = await server.person()
    for (const form of ['base64url', 'base64', 'hex', 'latin1'] as const) {
      expect(await server.withToken(hashOf(ploy.token).toString(form)).refused(me), form).toEqual(signedOut)
    }
  })
})

test('sweeping removes sessions that are over, and only those', async () => {
  const rows = {
    kept: {},
    idle: { seen_at: new Date(Date.now() - 15 * 86_400_000) },
    old: { expires_at: new Date(Date.now() - 1000) },
  }
  const { id } = await server.person()
  for (const [name, row] of Object.entries(rows)) {
    const good = { seen_at: new Date(), expires_at: new Date(Date.now() + 86_400_000) }
    await server.db
      .insertInto('sessions')
      .values({ token_hash: hashOf(name), person_id: id, ...good, ...row })
      .execute()
  }
  await sweepSessions(server.db, server.config.sessionIdleMs)
  const left = await server.db.selectFrom('sessions').select('token_hash').execute()
  const has = (name: string) => left.some(({ token_hash }) => token_hash.equals(hashOf(name)))
  expect([has('kept'), has('idle'), has('old')]).toEqual([true, false, false])
})
