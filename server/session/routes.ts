import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { contract } from '../../contract/index.ts'
import { attemptCookie, attemptMark } from '../../contract/session.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { originOf } from '../http/origin.ts'
import { ROSTER_EVERY_MS } from '../roster/follow.ts'
import type { Handlers } from '../serve.ts'
import { throttled } from '../throttle.ts'
import { SignInFailure } from './provider.ts'
import { saveProfile } from './queries.ts'
import { safeReturnTo, withParam } from './rules.ts'

/**
 * The cookie with the browser's secret that binds a sign-in to it; it stays, so that several tabs can sign in at once.
 */
const COOKIE = 'raintree_sign_in'
/** The cookie that the page reads and deletes at once. */
const ATTEMPT_COOKIE_S = 60

export function sessionRoutes({ db, config, live, sessions, signIn }: Deps): Handlers<typeof contract.session> {
  const tellOthers = throttled(live, ROSTER_EVERY_MS)
  return {
    async provider({ query, request, reply }) {
      const origin = originOf(config, request)
      const browser = browserOf(request) ?? randomBytes(32).toString('base64url')
      reply.setCookie(COOKIE, browser, {
        path: '/api',
        httpOnly: true,
        sameSite: 'lax',
        secure: origin.startsWith('https:'),
        // As long as a new session: when it ends, all tabs ask for a sign-in at once, with one secret.
        maxAge: Math.ceil(config.sessionMaxMs / 1_000) + 86_400,
      })
      reply.header('cache-control', 'no-store')
      try {
        const { address, attempt } = await signIn.begin({ origin, browser, returnTo: safeReturnTo(query.return_to) })
        return { name: signIn.name, logo: signIn.logo, authorize_url: address, attempt }
      } catch (error) {
        if (!(error instanceof SignInFailure)) throw error
        request.log.warn({ err: error.cause }, 'the sign-in provider cannot be reached')
        throw new Refusal('busy', { message: `${signIn.name} cannot be reached at the moment.` })
      }
    },
    async callback({ request, reply }) {
      reply.header('cache-control', 'no-store')
      const origin = originOf(config, request)
      const url = new URL(request.url, origin)
      try {
        const { profile, returnTo, attempt } = await signIn.finish({ url, browser: browserOf(request) })
        const saved = await saveProfile(db, profile)
        if (!saved) throw new SignInFailure('refused', { returnTo })
        for (const event of saved.events) tellOthers(event)
        const token = await sessions.open(saved.id)
        // For the page, which knows the attempts that it began: a token from a link has none.
        reply.setCookie(attemptCookie(attempt), attemptMark(token), {
          path: '/',
          sameSite: 'lax',
          secure: origin.startsWith('https:'),
          maxAge: ATTEMPT_COOKIE_S,
        })
        return reply.redirect(withParam(returnTo, 'code', token))
      } catch (error) {
        // A person sees the answer: the login screen explains whatever went wrong.
        const known = error instanceof SignInFailure ? error : new SignInFailure('failed', { cause: error })
        request.log.warn({ err: known.cause ?? known }, 'a sign-in did not succeed')
        const login = withParam('/login', 'error', known.code)
        return reply.redirect(known.returnTo ? withParam(login, 'return_to', known.returnTo) : login)
      }
    },
    account: () => ({ name: signIn.name, url: signIn.accountUrl }),
    async end({ viewer }) {
      await sessions.end(viewer.token)
      return { ended: true }
    },
  }
}

function browserOf(request: FastifyRequest): string | undefined {
  const value = request.cookies[COOKIE]
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}
