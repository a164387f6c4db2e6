import { createServer } from 'node:http'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { readConfig } from '../config.ts'
import { Browser } from '../testing/browser.ts'
import { usePlainProvider } from '../testing/plain-provider.ts'
import { type TestServer, useServer } from '../testing/server.ts'
import { makePerson } from '../testing/world.ts'
import { mapProfile } from './provider.ts'
import { saveProfile } from './queries.ts'

/* Other people's providers: plain OAuth 2 with its own names for everything, and OpenID Connect by discovery. */

const provider = await usePlainProvider()
const settings = {
  OAUTH_NAME: 'University course site',
  OAUTH_LOGO: '/logo.svg',
  OAUTH_AUTHORIZE_URL: `${provider.origin}/oauth/authorize`,
  OAUTH_TOKEN_URL: `${provider.origin}/oauth/token`,
  OAUTH_PROFILE_URL: `${provider.origin}/profile`,
  OAUTH_CLIENT_ID: provider.clientId,
  OAUTH_CLIENT_SECRET: provider.clientSecret,
  OAUTH_FIELD_ID: 'data.student.id',
  OAUTH_FIELD_FIRST: 'data.student.firstname_en',
  OAUTH_FIELD_LAST: 'data.student.lastname_en',
  OAUTH_FIELD_EMAIL: 'data.student.email',
  OAUTH_FIELD_PICTURE: 'data.student.photo',
}

async function begin(server: TestServer, browser: Browser, returnTo = '/'): Promise<URL> {
  const answer = await browser.get(
    `${await server.listen()}/api/session/provider?${new URLSearchParams({ return_to: returnTo })}`,
  )
  const { data } = (await answer.json()) as { data: { authorize_url: string } }
  return new URL(data.authorize_url)
}

async function signIn(server: TestServer, browser = new Browser(), returnTo = '/'): Promise<URL> {
  const authorize = await begin(server, browser, returnTo)
  return browser.visit(authorize.href)
}

const whoIs = (server: TestServer, at: URL) =>
  server.withToken(at.searchParams.get('code') ?? '').call(contract.users.me)

/** The address of the product's callback, before the browser follows it. */
async function almostSignIn(server: TestServer, browser: Browser, returnTo = '/'): Promise<URL> {
  const authorize = await begin(server, browser, returnTo)
  return browser.follow(authorize.href, await browser.get(authorize.href), /^\/api\/callback$/)
}

const server = await useServer(settings)

describe('a plain OAuth 2 provider', () => {
  test('is named on the login screen, and asked without what only OpenID Connect knows', async () => {
    const { name, logo, authorize_url } = await server.nobody.call(contract.session.provider)
    expect([name, logo]).toEqual(['University course site', '/logo.svg'])
    const { searchParams: asked } = new URL(authorize_url)
    expect(asked.has('nonce') || asked.has('scope')).toBe(false)
    expect(asked.get('client_id')).toBe('raintree')
  })

  test('may have its logo anywhere, which the page may then show', async () => {
    const elsewhere = await useServer({ ...settings, OAUTH_LOGO: 'https://cdn.example.org/logo.svg?v=2' })
    const policyOf = async ({ nobody }: TestServer) => (await nobody.raw('GET', '/')).headers['content-security-policy']
    expect(await policyOf(elsewhere)).toMatch(/img-src [^;]* https:\/\/cdn\.example\.org(;|$)/)
    expect(await policyOf(server)).not.toContain('http')
  })

  test('has the account details of its people, at its origin unless the settings say where', async () => {
    const ploy = await server.person({ first: 'Ploy' })
    expect(await ploy.call(contract.session.account)).toEqual({ name: 'University course site', url: provider.origin })
    const elsewhere = await useServer({ ...settings, OAUTH_ACCOUNT_URL: 'https://me.example.org/account' })
    const nat = await elsewhere.person({ first: 'Nat' })
    expect((await nat.call(contract.session.account)).url).toBe('https://me.example.org/account')
  })

  test('signs a person in with the fields that its profile has, wherever they are', async () => {
    provider.student = {
      id: 6_430_000_121,
      firstname_en: 'Ploy',
      lastname_en: 'Srisuk',
      email: 'ploy@example.org',
      photo: 'https://pictures.example.org/ploy.jpg',
    }
    const at = await signIn(server, new Browser(), '/setting')
    expect(at.pathname).toBe('/setting')
    expect(await whoIs(server, at)).toMatchObject({
      first: 'Ploy',
      last: 'Srisuk',
      email: 'ploy@example.org',
      img: 'https://pictures.example.org/ploy.jpg',
    })
    const identities = await server.db.selectFrom('identities').select(['issuer', 'subject']).execute()
    expect(identities).toEqual([{ issuer: provider.origin, subject: '6430000121' }])
  })

  test('brings the name of a person up to date when they come again, and lets others be', async () => {
    const nat = await makePerson(server.db, { first: 'Nat' })
    provider.student = { id: 6_430_000_121, firstname_en: 'Ployphailin', lastname_en: 'Srisuk' }
    const me = await whoIs(server, await signIn(server))
    expect(me).toMatchObject({ first: 'Ployphailin', img: null })
    expect(await server.db.selectFrom('people').select('first').where('id', '=', nat.id).execute()).toEqual([
      { first: 'Nat' },
    ])
    expect(await server.db.selectFrom('identities').selectAll().execute()).toHaveLength(1)
  })

  test('two first sign-ins of one person at the same moment make one person', async () => {
    const { db } = server
    const names = { email: '', emailVerified: false, first: 'Kanya', last: 'Suk', picture: null }
    const kanya = { issuer: provider.origin, subject: 'kanya', ...names }
    let both: ReturnType<typeof saveProfile>[] = []
    await db.transaction().execute(async (tx) => {
      // Neither sign-in inserts her before both have looked her up.
      await sql`lock table identities in share row exclusive mode`.execute(tx)
      both = [saveProfile(db, kanya), saveProfile(db, kanya)]
      const waiting = sql<{
        n: number
      }>`select count(distinct pid)::int as n from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await waiting.execute(db)).rows).toEqual([{ n: 2 }])
    })
    const [first, second] = (await Promise.all(both)).map((saved) => saved?.id)
    expect(first).toBe(second)
    expect(await db.selectFrom('people').select('id').where('first', '=', 'Kanya').execute()).toEqual([{ id: first }])
  })

  test('a profile with characters that no database takes does no harm', async () => {
    provider.student = { id: 'odd', firstname_en: 'A\u0000B', lastname_en: '\ud800', email: 'odd\u0000@example.org' }
    const at = await signIn(server)
    expect(await whoIs(server, at)).toMatchObject({ first: 'AB', email: 'odd@example.org' })
  })

  test('a sign-in is finished by another server than the one that began it', async () => {
    const other = await server.another()
    const browser = new Browser()
    const callback = await almostSignIn(server, browser, '/setting')
    const at = await browser.visit((await other.listen()) + callback.pathname + callback.search)
    expect(at.pathname).toBe('/setting')
    expect(await whoIs(other, at)).toMatchObject({ _id: expect.any(String) })
  })

  test('is asked for the profile with the token, and its failure is a failure with words', async () => {
    provider.profileStatus = 500
    const at = await signIn(server, new Browser(), '/setting')
    provider.profileStatus = 200
    expect([at.pathname, at.searchParams.get('error'), at.searchParams.get('return_to')]).toEqual([
      '/login',
      'failed',
      '/setting',
    ])
  })

  test('that gives no token for the code is a failure with words, and no session is opened', async () => {
    const sessions = () => server.db.selectFrom('sessions').select('person_id').execute()
    const before = await sessions()
    for (const status of [400, 401, 500]) {
      provider.tokenStatus = status
      const at = await signIn(server, new Browser(), '/setting')
      expect([at.pathname, Object.fromEntries(at.searchParams)], String(status)).toEqual([
        '/login',
        { error: 'failed', return_to: '/setting' },
      ])
    }
    provider.tokenStatus = 200
    expect(await sessions()).toEqual(before)
  })

  test('a profile without the person’s number lets nobody in', async () => {
    provider.student = { id: '', firstname_en: 'No', lastname_en: 'Number' }
    const at = await signIn(server)
    expect([at.pathname, at.searchParams.get('error')]).toEqual(['/login', 'failed'])
  })

  test('that answers with an error which is no refusal is a failure', async () => {
    const browser = new Browser()
    const callback = await almostSignIn(server, browser)
    callback.searchParams.delete('code')
    callback.searchParams.set('error', 'server_error')
    expect((await browser.visit(callback.href)).searchParams.get('error')).toBe('failed')
  })
})

describe('the secret of the client', () => {
  test.each(['basic', 'post'] as const)('is told by %s as the settings say', async (how) => {
    const server = await useServer({ ...settings, OAUTH_CLIENT_AUTH: how })
    provider.student = { id: 1, firstname_en: 'Ploy', lastname_en: 'Srisuk' }
    provider.clientAuth = []
    expect((await signIn(server)).pathname).toBe('/')
    expect(provider.clientAuth).toEqual([how])
  })

  test('that is wrong lets nobody in', async () => {
    const server = await useServer({ ...settings, OAUTH_CLIENT_SECRET: 'guess' })
    expect((await signIn(server)).searchParams.get('error')).toBe('failed')
  })
})

describe('an OpenID Connect provider', () => {
  test('is found out by its issuer alone, and its people are not those of another with the same numbers', async () => {
    const site = await useServer()
    const issuer = `${await site.listen()}/demo-provider`
    const { id } = await makePerson(site.db, { first: 'Nat', last: 'Wong', email: 'nat@example.org' })
    await site.db.insertInto('identities').values({ issuer: 'demo', subject: 'nat', person_id: id }).execute()

    const server = await useServer({ OAUTH_ISSUER: issuer, OAUTH_CLIENT_ID: 'raintree-demo' })
    const stranger = await makePerson(server.db, { first: 'Other' })
    await server.db
      .insertInto('identities')
      .values({ issuer: 'https://other.example', subject: 'nat', person_id: stranger.id })
      .execute()

    const browser = new Browser()
    const authorize = await begin(server, browser, '/setting')
    expect(authorize.searchParams.get('scope')).toBe('openid profile email')
    authorize.searchParams.set('login_hint', 'nat@example.org')
    const at = await browser.visit(authorize.href)
    expect(at.origin + at.pathname).toBe(`${await server.listen()}/setting`)
    const me = await whoIs(server, at)
    expect(me).toMatchObject({ first: 'Nat', last: 'Wong', email: 'nat@example.org' })
    expect(me._id).not.toBe(stranger.id)
  })

  test('that cannot be reached fails in passing: the next person is let in once it is back', async () => {
    let up = false
    const door = createServer((_request, response) => {
      if (!up) return void response.destroy()
      const document = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token` }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
    })
    await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening))
    const issuer = `http://127.0.0.1:${(door.address() as { port: number }).port}`
    const server = await useServer({ OAUTH_ISSUER: issuer, OAUTH_CLIENT_ID: 'x', LOG_LEVEL: 'silent' })
    expect(await server.nobody.refused(contract.session.provider)).toEqual({ status: 503, code: 'busy' })
    up = true
    const { authorize_url } = await server.nobody.call(contract.session.provider)
    expect(authorize_url).toContain(`${issuer}/authorize?`)
    door.closeAllConnections()
    door.close()
  })
})

describe('the fields of a profile', () => {
  const { provider: configured } = readConfig({
    ...settings,
    OAUTH_FIELD_ID: 'sub',
    OAUTH_FIELD_FIRST: 'given_name',
    OAUTH_FIELD_LAST: 'family_name',
    OAUTH_FIELD_EMAIL: 'email',
    OAUTH_FIELD_PICTURE: 'picture',
  })
  const map = (raw: unknown) => {
    if (!configured) throw new Error('no provider')
    return mapProfile(raw, configured, 'https://issuer.example')
  }

  test.each([
    ['a full one', { sub: '1', email: 'a@b.c', given_name: 'Ploy', family_name: 'S' }, ['Ploy', 'S']],
    ['a single name', { sub: '1', name: 'Ploy Na Ayudhya' }, ['Ploy', 'Na Ayudhya']],
    ['a first name alone', { sub: '1', given_name: 'Ploy', name: 'Ploy Srisuk' }, ['Ploy', '']],
    ['an address alone', { sub: '1', email: 'ploy@example.org' }, ['ploy', '']],
    ['a number alone', { sub: 17 }, ['17', '']],
    ['names that are no text', { sub: '1', given_name: { en: 'x' }, family_name: null, email: ['a'] }, ['1', '']],
  ])('%s gives a name to call the person by', (_, raw, name) => {
    const { first, last } = map(raw)
    expect([first, last]).toEqual(name)
  })

  test.each([
    ['https://pictures.example.org/1.jpg', 'https://pictures.example.org/1.jpg'],
    ['/pictures/1.jpg', '/pictures/1.jpg'],
    ['javascript:alert(1)', null],
    ['data:image/svg+xml,<svg/>', null],
    ['', null],
  ])('the picture %s is taken as %s', (picture, img) => {
    expect(map({ sub: '1', picture }).picture).toBe(img)
  })

  test.each([
    [{ email_verified: true }, true],
    [{ email_verified: 'true' }, true],
    [{ email_verified: false }, false],
    [{ email_verified: 1 }, false],
    [{}, false],
  ])('of which %j says whether the address is the person’s: %s', (said, verified) => {
    expect(map({ sub: '1', email: 'a@b.c', ...said }).emailVerified).toBe(verified)
  })

  test.each([[{}], [null], ['text'], [[]], [{ sub: '' }], [{ sub: ' ' }], [{ sub: {} }]])(
    'without a number nobody is known: %j',
    (raw) => {
      expect(() => map(raw)).toThrow('the profile has no sub')
    },
  )
})
