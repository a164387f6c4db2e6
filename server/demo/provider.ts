import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import formbody from 'node:querystring'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { KoaContextWithOIDC, default as Provider } from 'oidc-provider'
import { type Config, isLoopback } from '../config.ts'
import type { DB } from '../db/schema.ts'
import { localOrigin } from '../http/origin.ts'
import { sharedKey } from '../process/keys.ts'
import { createSignIn, type SignIn } from '../session/provider.ts'
import { adapterFor } from './adapter.ts'
import { accountPage, choosePage, chooseStyle, findDemoPeople, findDemoPerson, logo, nothingPage } from './choose.ts'

/*
 * The demo's course-site provider: a real OAuth 2 / OpenID Connect server inside the product, where anyone may be
 * anyone of the demo school. The product talks to it as to any other provider.
 */

const CLIENT = 'raintree-demo'
const NAME = 'Demo Course Site'
const MOUNT = '/demo-provider'
const about = { name: NAME, logo: `${MOUNT}/logo.svg`, accountUrl: `${MOUNT}/account` }

export const demoSignIn = ({ config, key, now }: { config: Config; key: Buffer; now: () => Date }): SignIn => {
  const make = () =>
    createSignIn({
      provider: {
        ...about,
        issuer: `${localOrigin(config)}${MOUNT}`,
        clientId: CLIENT,
        clientAuth: 'post',
        scope: 'openid profile email',
        fields: {
          ...{ id: 'sub', email: 'email', emailVerified: 'email_verified' },
          ...{ first: 'given_name', last: 'family_name', picture: 'picture' },
        },
        trustEmail: true,
        pictureOrigins: [],
      },
      key,
      now,
      filedAs: 'demo',
      sameOrigin: true,
    })
  // The port is known only once the server listens.
  let made: SignIn | undefined
  const it = () => {
    made ??= make()
    return made
  }
  return { ...about, begin: (input) => it().begin(input), finish: (input) => it().finish(input) }
}

interface Options {
  db: Kysely<DB>
  config: Config
}

export async function demoProvider(app: FastifyInstance, { db, config }: Options): Promise<void> {
  // The provider reads the bodies of its requests by itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  let made: Promise<Provider> | undefined
  const provider = () => {
    // A failure is not kept, so the next person tries again.
    made ??= makeProvider(db, config).catch((error) => {
      made = undefined
      throw error
    })
    return made
  }

  // The package is large, and the start does not need it: it is loaded before anybody has found the button.
  app.addHook('onListen', () => void import('oidc-provider'))

  await app.register(serveFiles, {
    root: join(import.meta.dirname, 'files/pictures'),
    prefix: '/pictures/',
    decorateReply: false,
    maxAge: '1d',
  })
  app.get('/logo.svg', (_request, reply) => reply.type('image/svg+xml').send(logo))
  app.get('/choose.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(chooseStyle))

  app.get('/', (_request, reply) => reply.code(404).type('text/html; charset=utf-8').send(nothingPage))
  app.get('/account', (_request, reply) => reply.type('text/html; charset=utf-8').send(accountPage))

  app.get('/choose/:uid', async (request, reply) => {
    const oidc = await provider()
    const details = await oidc.interactionDetails(request.raw, reply.raw).catch(() => undefined)
    if (!details) return reply.redirect('/login?error=expired')
    const hint = details.params.login_hint
    const hinted = typeof hint === 'string' ? await findDemoPerson(db, { email: hint }) : undefined
    if (hinted) return finish(oidc, request, reply, { login: { accountId: hinted.subject } })
    reply.header('cache-control', 'no-store')
    return reply.type('text/html; charset=utf-8').send(choosePage(await findDemoPeople(db)))
  })

  app.post('/choose/:uid', async (request, reply) => {
    const oidc = await provider()
    if (!(await oidc.interactionDetails(request.raw, reply.raw).catch(() => undefined))) {
      return reply.redirect('/login?error=expired')
    }
    const form = await readForm(request)
    const chosen = form.person ? await findDemoPerson(db, { subject: form.person }) : undefined
    const refused = { error: 'access_denied', error_description: 'No one was chosen.' }
    return finish(oidc, request, reply, chosen ? { login: { accountId: chosen.subject } } : refused)
  })

  app.all('/*', async (request, reply) => {
    const oidc = await provider()
    reply.hijack()
    const raw = request.raw as typeof request.raw & { originalUrl?: string }
    raw.originalUrl = raw.url
    raw.url = raw.url?.slice(MOUNT.length)
    oidc.callback()(raw, reply.raw)
  })
}

type Result = Parameters<Provider['interactionFinished']>[2]

async function finish(oidc: Provider, request: FastifyRequest, reply: FastifyReply, result: Result) {
  return reply.redirect(await oidc.interactionResult(request.raw, reply.raw, result))
}

/** The provider does not know this address. */
async function sayNothingIsHere(ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  await next()
  if (ctx.status !== 404 || ctx.body) return
  // A body makes it a success unless the status is set as well.
  ctx.status = 404
  ctx.body = ctx.accepts('json', 'html') === 'html' ? nothingPage : { error: 'not_found' }
}

async function readForm(request: FastifyRequest): Promise<Record<string, string>> {
  let text = ''
  for await (const part of request.raw) {
    text += part
    if (text.length > 10_000) break
  }
  return { ...formbody.parse(text) } as Record<string, string>
}

async function makeProvider(db: Kysely<DB>, config: Config): Promise<Provider> {
  const { default: Provider, errors, interactionPolicy } = await import('oidc-provider')
  const key = await sharedKey(db, 'demo_provider', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' })))
  })
  const cookieKey = (await sharedKey(db, 'demo_provider_cookies')).toString('base64url')

  const policy = interactionPolicy.base()
  // Always ask: in a demo, signing in again usually means as somebody else.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('choose', 'choose a person', (ctx) =>
        ctx.oidc.result?.login ? interactionPolicy.Check.NO_NEED_TO_PROMPT : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    )

  const provider = new Provider(`${localOrigin(config)}${MOUNT}`, {
    adapter: adapterFor(db),
    clients: [
      {
        client_id: CLIENT,
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${localOrigin(config)}/api/callback`],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [JSON.parse(key.toString())] },
    cookies: { keys: [cookieKey] },
    claims: { openid: ['sub'], profile: ['given_name', 'family_name', 'picture'], email: ['email'] },
    // Nobody stays signed in here (adapter.ts), so there is nothing to sign out of, and no code that ends with a session.
    expiresWithSession: () => false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    // The page for a person whose sign-in failed, such as yesterday's attempt: the login screen has the words.
    renderError(ctx, _out, error) {
      ctx.redirect(`/login?error=${error instanceof errors.SessionNotFound ? 'expired' : 'failed'}`)
    },
    pkce: { required: () => true },
    interactions: { policy, url: (_ctx, interaction) => `${MOUNT}/choose/${interaction.uid}` },
    ttl: { AuthorizationCode: 60, AccessToken: 600, IdToken: 600, Interaction: 3600, Session: 3600, Grant: 3600 },
    async findAccount(_ctx, subject) {
      const person = await findDemoPerson(db, { subject })
      if (!person) return undefined
      const { first, last, email, img } = person
      const claims = { sub: subject, email, given_name: first, family_name: last, ...(img && { picture: img }) }
      return { accountId: subject, claims: () => claims }
    },
    // The only client is the product itself: nothing to consent to.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  provider.proxy = config.trustProxy
  provider.use(sayNothingIsHere)
  // The product's own callback, under the address that the person uses.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => {
    const url = URL.parse(uri)
    if (url?.pathname !== '/api/callback') return false
    return url.origin === config.publicUrl || (url.protocol === 'http:' && isLoopback(url.hostname))
  }
  return provider
}
