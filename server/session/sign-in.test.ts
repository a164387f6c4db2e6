import { describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { Browser } from '../testing/browser.ts'
import { useServer } from '../testing/server.ts'
import { makePerson } from '../testing/world.ts'
import { hashOf } from './sessions.ts'

/* A whole sign-in over HTTP, with the demo provider: a real OpenID Connect server. */

const server = await useServer()
const origin = await server.listen()

const ploy = await makePerson(server.db, { first: 'Ploy', last: 'Srisuk', email: 'ploy@demo.raintree.test' })
const nat = await makePerson(server.db, { first: 'Nat', last: 'Wong', email: 'nat@demo.raintree.test' })
for (const [subject, { id }] of Object.entries({ ploy, nat })) {
  await server.db.insertInto('identities').values({ issuer: 'demo', subject, person_id: id }).execute()
}

/** Presses the button of the login screen; returns the provider's address. */
async function begin(browser: Browser, returnTo?: string, at = origin): Promise<URL> {
  const query = returnTo === undefined ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
  const answer = await browser.get(`${at}/api/session/provider${query}`)
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: { authorize_url: string } }
  return new URL(data.authorize_url)
}

async function signIn(browser: Browser, email: string, returnTo?: string): Promise<URL> {
  const authorize = await begin(browser, returnTo)
  authorize.searchParams.set('login_hint', email)
  return browser.visit(authorize.href)
}

/** Goes through the provider's pages; returns the address of the product's callback. */
async function almostSignIn(browser: Browser, email: string, returnTo?: string): Promise<URL> {
  const authorize = await begin(browser, returnTo)
  authorize.searchParams.set('login_hint', email)
  return browser.follow(authorize.href, await browser.get(authorize.href), /^\/api\/callback$/)
}

const tokenIn = (at: URL) => at.searchParams.get('code') ?? ''
const whoIs = async (token: string) => server.withToken(token).call(contract.users.me)
const sessions = async () =>
  Number(
    (
      await server.db
        .selectFrom('sessions')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('the button of the login screen', () => {
  test('leads to the provider, with everything that an authorization code needs', async () => {
    const answer = await new Browser().get(`${origin}/api/session/provider`)
    const { data } = (await answer.json()) as { data: { name: string; logo: string; authorize_url: string } }
    expect(data).toMatchObject({ name: 'Demo Course Site', logo: expect.stringMatching(/^\//) })
    const url = new URL(data.authorize_url)
    expect(url.origin).toBe(origin)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'raintree-demo',
      redirect_uri: `${origin}/api/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/.{40}/),
      nonce: expect.stringMatching(/.{40}/),
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^raintree_sign_in=[\w-]{43};/)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).not.toMatch(/Secure/)
  })

  test('follows the name under which the person reaches the product', async () => {
    const other = origin.replace('127.0.0.1', 'localhost')
    const url = await begin(new Browser(), '/', other)
    expect(url.origin).toBe(other)
    expect(url.searchParams.get('redirect_uri')).toBe(`${other}/api/callback`)
  })

  test('never leads back to a Host that is made up', async () => {
    for (const host of ['evil.example', '127.evil.example', 'localhost.evil.example', 'localhost@evil.example']) {
      const answer = await server.nobody.raw('GET', '/api/session/provider', { headers: { host } })
      expect(answer.json().data.authorize_url, host).not.toContain('evil')
    }
  })

  test('binds the attempt with a secure cookie when the product is reached over HTTPS', async () => {
    const overHttps = await useServer({ PUBLIC_URL: 'https://learn.example.org', DEMO: 'on' })
    await overHttps.listen()
    const answer = await overHttps.nobody.raw('GET', '/api/session/provider')
    expect(answer.headers['set-cookie']).toMatch(/Secure/)
    const url = new URL(answer.json().data.authorize_url)
    expect(url.searchParams.get('redirect_uri')).toBe('https://learn.example.org/api/callback')
  })
})

test('whoever is signed in is told where their account details are, without beginning another sign-in', async () => {
  const answer = await (await server.signIn(nat)).raw('GET', contract.session.account.path)
  expect(answer.json()).toEqual({ data: { name: 'Demo Course Site', url: '/demo-provider/account' } })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect((await fetch(`${origin}/demo-provider/account`)).status).toBe(200)
})

describe('signing in', () => {
  test('gives a token of the person who was chosen', async () => {
    const at = await signIn(new Browser(), 'ploy@demo.raintree.test')
    expect(at.origin + at.pathname).toBe(`${origin}/`)
    expect(await whoIs(tokenIn(at))).toMatchObject({ _id: ploy.id, first: 'Ploy', token: tokenIn(at) })
  })

  test('asks on a page whom to be when nobody is named, and takes the choice', async () => {
    const browser = new Browser()
    const authorize = await begin(browser)
    const choose = await browser.visit(authorize.href)
    expect(choose.pathname).toMatch(/^\/demo-provider\/choose\//)
    const page = await (await browser.get(choose.href)).text()
    expect(page).toContain('Ploy Srisuk')
    const at = await browser.follow(choose.href, await browser.post(choose.href, { person: 'nat' }))
    expect(await whoIs(tokenIn(at))).toMatchObject({ _id: nat.id })
  })

  test.each(['/course/1/assignments?tab=completed#due', '/notification', '/course/1/discussion/2/post/3'])(
    'returns to %s, which the person had opened',
    async (path) => {
      const at = await signIn(new Browser(), 'ploy@demo.raintree.test', path)
      const token = tokenIn(at)
      at.searchParams.delete('code')
      expect(at.pathname + at.search + at.hash).toBe(path)
      expect(await whoIs(token)).toMatchObject({ _id: ploy.id })
    },
  )

  test.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/api/callback', 'javascript:alert(1)'])(
    'does not carry the token to %s',
    async (path) => {
      const at = await signIn(new Browser(), 'ploy@demo.raintree.test', path)
      expect(at.origin + at.pathname).toBe(`${origin}/`)
    },
  )

  test('tells the page in a cookie of which attempt the token is, and gives it neither', async () => {
    const browser = new Browser()
    const { data } = (await (await browser.get(`${origin}/api/session/provider`)).json()) as {
      data: { authorize_url: string; attempt: string }
    }
    const authorize = new URL(data.authorize_url)
    authorize.searchParams.set('login_hint', 'nat@demo.raintree.test')
    const callback = await browser.follow(authorize.href, await browser.get(authorize.href), /^\/api\/callback$/)
    const answer = await browser.get(callback.href)
    const token = tokenIn(new URL(answer.headers.get('location') ?? '', origin))
    expect(await whoIs(token)).toMatchObject({ _id: nat.id })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toBe(`raintree_attempt_${data.attempt}=${token.slice(0, 8)}; Max-Age=60; Path=/; SameSite=Lax`)
  })

  test('keeps only the hash of a token', async () => {
    const token = tokenIn(await signIn(new Browser(), 'ploy@demo.raintree.test'))
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(32)
    const rows = await server.db.selectFrom('sessions').selectAll().execute()
    expect(rows.filter((row) => row.token_hash.equals(hashOf(token)))).toHaveLength(1)
    expect(JSON.stringify(rows.map((row) => ({ ...row, raw: row.token_hash.toString('latin1') })))).not.toContain(token)
  })

  test('again makes neither a second person nor a second identity, and each time another session', async () => {
    const first = tokenIn(await signIn(new Browser(), 'nat@demo.raintree.test'))
    const second = tokenIn(await signIn(new Browser(), 'nat@demo.raintree.test'))
    expect(first).not.toBe(second)
    expect((await whoIs(first))._id).toBe((await whoIs(second))._id)
    expect(await server.db.selectFrom('people').select('id').execute()).toHaveLength(2)
    expect(await server.db.selectFrom('identities').select('subject').execute()).toHaveLength(2)
  })

  test('as one person after the other in the same browser returns each time to what was asked for', async () => {
    const browser = new Browser()
    for (const [who, person] of [
      ['ploy', ploy],
      ['nat', nat],
      ['ploy', ploy],
      ['nat', nat],
    ] as const) {
      const choose = await browser.visit((await begin(browser, '/notification')).href)
      const at = await browser.follow(choose.href, await browser.post(choose.href, { person: who }))
      expect(at.pathname).toBe('/notification')
      expect(await whoIs(tokenIn(at))).toMatchObject({ _id: person.id })
    }
  })

  test('with login_hint is signing in as that person, whoever was chosen before in the same browser', async () => {
    const browser = new Browser()
    for (const [who, person] of [
      ['nat', nat],
      ['ploy', ploy],
      ['nat', nat],
    ] as const) {
      const at = await signIn(browser, `${who}@demo.raintree.test`, '/setting')
      expect(at.pathname).toBe('/setting')
      expect(await whoIs(tokenIn(at))).toMatchObject({ _id: person.id })
    }
  })

  test('in two tabs at once, as another person in each, ends well in both', async () => {
    const browser = new Browser()
    await signIn(browser, 'nat@demo.raintree.test')
    const one = await browser.visit((await begin(browser, '/notification')).href)
    const two = await browser.visit((await begin(browser, '/setting')).href)
    for (const [choose, path, who, person] of [
      [two, '/setting', 'nat', nat],
      [one, '/notification', 'ploy', ploy],
    ] as const) {
      const at = await browser.follow(choose.href, await browser.post(choose.href, { person: who }))
      expect(at.pathname).toBe(path)
      expect(await whoIs(tokenIn(at))).toMatchObject({ _id: person.id })
    }
  })

  test('in two tabs at once ends well in both', async () => {
    const browser = new Browser()
    const one = await browser.visit((await begin(browser, '/notification')).href)
    const two = await browser.visit((await begin(browser, '/setting')).href)
    for (const [choose, path] of [
      [two, '/setting'],
      [one, '/notification'],
    ] as const) {
      const at = await browser.follow(choose.href, await browser.post(choose.href, { person: 'ploy' }))
      expect(at.pathname).toBe(path)
      expect(await whoIs(tokenIn(at))).toMatchObject({ _id: ploy.id })
    }
  })
})

describe('the demo provider, where a person has lost their way,', () => {
  const ask = (path: string, accept = 'text/html') =>
    fetch(`${origin}/demo-provider${path}`, { redirect: 'manual', headers: { accept } })

  test.each([
    ['/auth/an-attempt-of-yesterday', 'expired'],
    ['/choose/an-attempt-of-yesterday', 'expired'],
    ['/auth', 'failed'],
    ['/auth?client_id=another', 'failed'],
    ['/auth?client_id=raintree-demo&redirect_uri=https://evil.example', 'failed'],
  ])('leads from %s back to the login screen: %s', async (path, error) => {
    const answer = await ask(path)
    expect([answer.status < 400, answer.headers.get('location')]).toEqual([true, `/login?error=${error}`])
  })

  test.each(['/nothing', '/', '/session/end', '/token'])('says that there is nothing at %s', async (path) => {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).toContain('<a href="/login">')
  })

  test('tells a tool in JSON', async () => {
    const answer = await ask('/nothing', 'application/json')
    expect([answer.status, await answer.json()]).toEqual([404, { error: 'not_found' }])
  })
})

describe('signing in fails', () => {
  const failed = async (browser: Browser, address: string) => {
    const before = await sessions()
    const at = await browser.visit(address)
    expect(await sessions(), 'no session was opened').toBe(before)
    expect(at.pathname).toBe('/login')
    return Object.fromEntries(at.searchParams)
  }

  test('in a browser that did not begin it', async () => {
    const callback = await almostSignIn(new Browser(), 'ploy@demo.raintree.test', '/setting')
    expect(await failed(new Browser(), callback.href)).toEqual({ error: 'expired' })
  })

  test('in a browser that began one of its own', async () => {
    const callback = await almostSignIn(new Browser(), 'ploy@demo.raintree.test')
    const other = new Browser()
    await begin(other)
    expect(await failed(other, callback.href)).toEqual({ error: 'expired' })
  })

  test('when the state was tampered with, be it by a letter', async () => {
    const browser = new Browser()
    const callback = await almostSignIn(browser, 'ploy@demo.raintree.test', '/setting')
    const state = callback.searchParams.get('state') ?? ''
    const swap = (at: number) => state.slice(0, at) + (state[at] === 'A' ? 'B' : 'A') + state.slice(at + 1)
    const body = JSON.parse(Buffer.from(state.split('.')[0] ?? '', 'base64url').toString())
    const elsewhere = Buffer.from(JSON.stringify({ ...body, r: '//evil.example' })).toString('base64url')
    for (const wrong of [
      swap(3),
      swap(state.length - 2),
      `${elsewhere}.${state.split('.')[1]}`,
      state.split('.')[0],
      '',
      '.',
      'x.y',
    ]) {
      callback.searchParams.set('state', wrong ?? '')
      expect(await failed(browser, callback.href), wrong).toEqual({ error: 'expired' })
    }
  })

  test('after a quarter of an hour', async () => {
    const browser = new Browser()
    const callback = await almostSignIn(browser, 'ploy@demo.raintree.test')
    server.clock.pass({ minutes: 15 })
    expect(await failed(browser, callback.href)).toEqual({ error: 'expired' })
    server.clock.reset()
  })

  test('when its code was used before, and the place to return to is not lost', async () => {
    const browser = new Browser()
    const callback = await almostSignIn(browser, 'ploy@demo.raintree.test', '/setting')
    expect((await browser.visit(callback.href)).pathname).toBe('/setting')
    expect(await failed(browser, callback.href)).toEqual({ error: 'failed', return_to: '/setting' })
  })

  test('when the code is of somebody else’s attempt', async () => {
    const browser = new Browser()
    const mine = await almostSignIn(browser, 'ploy@demo.raintree.test')
    const theirs = await almostSignIn(new Browser(), 'nat@demo.raintree.test')
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '')
    expect(await failed(browser, mine.href)).toMatchObject({ error: 'failed' })
  })

  test('when the person refuses, and the place to return to is not lost', async () => {
    const browser = new Browser()
    const choose = await browser.visit((await begin(browser, '/notification')).href)
    const at = await browser.follow(choose.href, await browser.post(choose.href, { cancel: '1' }))
    expect(at.pathname).toBe('/login')
    expect(Object.fromEntries(at.searchParams)).toEqual({ error: 'refused', return_to: '/notification' })
  })

  test('into an account that was removed, of which nothing is written again', async () => {
    const fah = await makePerson(server.db, { first: 'Fah', email: 'fah@demo.raintree.test' })
    await server.db.insertInto('identities').values({ issuer: 'demo', subject: 'fah', person_id: fah.id }).execute()
    const gone = { first: '', last: '', email: '', removed_at: new Date() }
    const browser = new Browser()
    const callback = await almostSignIn(browser, 'fah@demo.raintree.test', '/notification')
    await server.db.updateTable('people').set(gone).where('id', '=', fah.id).execute()
    expect(await failed(browser, callback.href)).toEqual({ error: 'refused', return_to: '/notification' })
    const row = await server.db.selectFrom('people').selectAll().where('id', '=', fah.id).executeTakeFirst()
    expect(row).toMatchObject(gone)
  })

  test('when a part of the callback is there twice', async () => {
    for (const name of ['state', 'code', 'iss']) {
      const browser = new Browser()
      const callback = await almostSignIn(browser, 'ploy@demo.raintree.test')
      callback.searchParams.append(name, callback.searchParams.get(name) ?? '')
      expect(await failed(browser, callback.href), name).toEqual({ error: 'failed', return_to: '/' })
    }
    expect(await failed(new Browser(), `${origin}/api/callback?state=a&state=b`)).toEqual({ error: 'expired' })
  })

  test('when there is nothing but the callback', async () => {
    for (const query of ['', '?code=1', '?state=1', '?error=access_denied']) {
      expect(await failed(new Browser(), `${origin}/api/callback${query}`), query).toEqual({ error: 'expired' })
    }
  })
})
