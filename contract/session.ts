import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The codes that the login screen accepts in `?error=`. */
export const signInErrors = ['refused', 'expired', 'failed', 'unavailable'] as const
export type SignInError = (typeof signInErrors)[number]

/** The cookie that tells the page to which sign-in attempt a token belongs. */
export const attemptCookie = (attempt: string): string => `raintree_attempt_${attempt}`
/** Its value: enough of the token to distinguish it from any other, and far too little to use it. */
export const attemptMark = (token: string): string => token.slice(0, 8)

export const session = {
  provider: endpoint({
    method: 'GET',
    path: '/api/session/provider',
    access: 'public',
    summary: 'The sign-in provider, and the address at which to begin signing in',
    query: z.object({ return_to: z.optional(z.string()) }),
    reply: z.object({
      name: z.string(),
      logo: z.nullable(z.string()),
      authorize_url: z.string(),
      /** The id of this sign-in attempt. The browser stores it, and recognizes its own attempt by it. */
      attempt: z.string(),
    }),
    errors: ['busy'],
  }),
  callback: endpoint({
    method: 'GET',
    path: '/api/callback',
    access: 'public',
    summary: 'Where the provider sends the person back; redirects into the product',
    raw: 'redirect',
  }),
  account: endpoint({
    method: 'GET',
    path: '/api/session/account',
    access: 'signedIn',
    summary: 'Where people change their account details: the provider and its address for that',
    reply: z.object({ name: z.string(), url: z.string() }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/session',
    access: 'signedIn',
    summary: 'Signs out: the token is worthless afterwards',
    reply: z.object({ ended: z.literal(true) }),
  }),
}
