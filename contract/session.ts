import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the login screen may be told in `?error=`. */
export const signInErrors = ['refused', 'expired', 'failed', 'unavailable'] as const
export type SignInError = (typeof signInErrors)[number]

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
