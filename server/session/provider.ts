import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import * as oauth from 'openid-client'
import type { SignInError } from '../../contract/session.ts'
import type { Provider } from '../config.ts'

/*
 * Signing in with the course-site provider: authorization code with PKCE. Nothing is stored between the two steps. The
 * state carries the address to return to, sealed with a key of the servers together with a secret that only this
 * browser holds (a cookie); the PKCE verifier derives from the same. So any server can finish what another began, and
 * no other browser can.
 */

export interface Profile {
  issuer: string
  subject: string
  email: string
  /** Whether the provider vouches for the address. */
  emailVerified: boolean
  first: string
  last: string
  picture: string | null
}

export class SignInFailure extends Error {
  code: SignInError
  /** The address that the person wanted, if it could be read. */
  returnTo?: string
  constructor(code: SignInError, options: { returnTo?: string; cause?: unknown } = {}) {
    super(`sign-in: ${code}`, { cause: options.cause })
    this.code = code
    this.returnTo = options.returnTo
  }
}

export interface SignIn {
  name: string
  logo: string | null
  accountUrl: string
  /**
   * The provider's address at which sign-in begins. `origin` is the product's own; `browser` the secret in the person's
   * cookie. @throws SignInFailure 'unavailable' when the provider cannot be reached
   */
  begin(input: { origin: string; browser: string; returnTo: string }): Promise<Begun>
  /** Checks the provider's callback and reads the profile. @throws SignInFailure */
  finish(input: { url: URL; browser: string | undefined }): Promise<Finished>
}

interface Begun {
  address: string
  /** The id of the attempt; the browser that began it and the provider know it. */
  attempt: string
}

interface Finished {
  profile: Profile
  returnTo: string
  attempt: string
}

interface Options {
  provider: Provider
  key: Buffer
  now: () => Date
  /** The issuer under which identities are stored; the provider's own unless that may change (the demo's does). */
  filedAs?: string
  /** Makes the authorize page follow the origin that the person uses (the demo is part of this product). */
  sameOrigin?: boolean
}

interface State {
  /** a random number, once for each attempt */
  n: string
  /** where to go afterwards */
  r: string
  /** the origin under which the attempt began */
  o: string
  /** expiry, in ms */
  x: number
}

const ATTEMPT_MS = 15 * 60_000

export function createSignIn({ provider, key, now, filedAs, sameOrigin }: Options): SignIn {
  const seal = (purpose: string, text: string, browser: string) =>
    createHmac('sha256', key).update(`${purpose}\n${browser}\n${text}`).digest('base64url')
  const redirectUri = (origin: string) => `${origin}/api/callback`
  const oidc = provider.scope.split(' ').includes('openid')

  let ready: Promise<oauth.Configuration> | undefined
  /** Discovered once; a failure is not kept, so the next person tries again. */
  function configuration(): Promise<oauth.Configuration> {
    ready ??= configure(provider).catch((cause) => {
      ready = undefined
      throw new SignInFailure('unavailable', { cause })
    })
    return ready
  }

  function openState(text: string, browser: string): State | undefined {
    const [body = '', mac = ''] = text.split('.')
    const right = Buffer.from(seal('state', body, browser))
    const given = Buffer.from(mac)
    if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined
    const state = JSON.parse(Buffer.from(body, 'base64url').toString()) as State
    return state.x > now().getTime() ? state : undefined
  }

  return {
    name: provider.name,
    logo: provider.logo,
    accountUrl: provider.accountUrl,
    async begin({ origin, browser, returnTo }) {
      const config = await configuration()
      const n = randomBytes(16).toString('base64url')
      const state: State = { n, r: returnTo, o: origin, x: now().getTime() + ATTEMPT_MS }
      const body = Buffer.from(JSON.stringify(state)).toString('base64url')
      const url = oauth.buildAuthorizationUrl(config, {
        response_type: 'code',
        redirect_uri: redirectUri(origin),
        ...(provider.scope && { scope: provider.scope }),
        state: `${body}.${seal('state', body, browser)}`,
        code_challenge: await oauth.calculatePKCECodeChallenge(seal('verifier', n, browser)),
        code_challenge_method: 'S256',
        ...(oidc && { nonce: seal('nonce', n, browser) }),
      })
      return { address: sameOrigin ? `${origin}${url.pathname}${url.search}` : url.href, attempt: n }
    },
    async finish({ url, browser }) {
      const given = url.searchParams.get('state')
      const state = given && browser ? openState(given, browser) : undefined
      if (!given || !browser || !state) throw new SignInFailure('expired')
      const returnTo = state.r
      if (url.searchParams.get('error') === 'access_denied') throw new SignInFailure('refused', { returnTo })
      const config = await configuration()
      try {
        const tokens = await oauth.authorizationCodeGrant(config, new URL(`${redirectUri(state.o)}${url.search}`), {
          expectedState: given,
          pkceCodeVerifier: seal('verifier', state.n, browser),
          ...(oidc && { expectedNonce: seal('nonce', state.n, browser), idTokenExpected: true }),
        })
        const raw = await readProfile(config, provider, tokens)
        return { profile: mapProfile(raw, provider, filedAs ?? provider.issuer), returnTo, attempt: state.n }
      } catch (cause) {
        throw new SignInFailure('failed', { returnTo, cause })
      }
    },
  }
}

async function configure(provider: Provider): Promise<oauth.Configuration> {
  const auth = !provider.clientSecret
    ? oauth.None()
    : provider.clientAuth === 'basic'
      ? oauth.ClientSecretBasic(provider.clientSecret)
      : oauth.ClientSecretPost(provider.clientSecret)
  const insecure = provider.issuer.startsWith('http:') ? [oauth.allowInsecureRequests] : []
  if (provider.endpoints) {
    const { authorize, token, profile } = provider.endpoints
    const server = {
      issuer: provider.issuer,
      authorization_endpoint: authorize,
      token_endpoint: token,
      userinfo_endpoint: profile,
    }
    const config = new oauth.Configuration(server, provider.clientId, undefined, auth)
    for (const allow of insecure) allow(config)
    return config
  }
  return oauth.discovery(new URL(provider.issuer), provider.clientId, undefined, auth, {
    execute: insecure,
    timeout: 10,
  })
}

type Tokens = Awaited<ReturnType<typeof oauth.authorizationCodeGrant>>

async function readProfile(config: oauth.Configuration, provider: Provider, tokens: Tokens): Promise<unknown> {
  const subject = tokens.claims()?.sub
  if (subject) return oauth.fetchUserInfo(config, tokens.access_token, subject)
  const address = provider.endpoints?.profile ?? config.serverMetadata().userinfo_endpoint
  if (!address) throw new Error('the provider has no profile address')
  const answer = await oauth.fetchProtectedResource(config, tokens.access_token, new URL(address), 'GET')
  if (!answer.ok) throw new Error(`the profile address answered ${answer.status}`)
  return answer.json()
}

/** Reads a person's fields from a profile, under the provider's names for them. */
export function mapProfile(raw: unknown, provider: Provider, issuer: string): Profile {
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], raw)
  // Some providers write the boolean as a text.
  const isTrue = (path: string) => ['true', true].includes(valueAt(path) as string | boolean)
  // PostgreSQL takes no NUL in a text.
  const pick = (path: string): string => {
    const value = valueAt(path)
    return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll('\0', '').trim() : ''
  }
  const { fields } = provider
  const subject = pick(fields.id)
  if (!subject) throw new Error(`the profile has no ${fields.id}`)
  const email = pick(fields.email)
  const [first = '', ...rest] = (pick('name') || email.split('@')[0] || subject).split(/\s+/)
  const picture = pick(fields.picture)
  return {
    issuer,
    subject,
    email,
    emailVerified: provider.trustEmail || isTrue(fields.emailVerified),
    first: pick(fields.first) || first,
    last: pick(fields.last) || (pick(fields.first) ? '' : rest.join(' ')),
    picture: /^(https?:\/\/|\/)/.test(picture) ? picture : null,
  }
}
