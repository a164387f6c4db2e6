import { useSuspenseQuery } from '@tanstack/react-query'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { query } from '../loading/call.ts'
import { unsealTyped } from '../typed/session.ts'

/**
 * Loads once at the start, together with the person's stored texts. A network failure or a 5xx is no sign-out: the
 * frame retries as long as it takes.
 */
export const me = { ...query(users.me, {}, undefined, unsealTyped), staleTime: Number.POSITIVE_INFINITY }

export const useMe = () => useSuspenseQuery(me).data

/** The address of the person's account details; constant while the server runs. */
export const account = { ...query(session.account, {}), staleTime: Number.POSITIVE_INFINITY }

export const provider = (return_to: string) => query(session.provider, {}, { return_to })
export const isProvider = ([noun, what]: readonly unknown[]): boolean => noun === 'session' && what === 'provider'
