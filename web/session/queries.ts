import { useSuspenseQuery } from '@tanstack/react-query'
import { session } from '../../contract/session.ts'
import { users } from '../../contract/users.ts'
import { query } from '../loading/call.ts'
import { openTyped } from '../typed/session.ts'

/** Read once at the start, and there when what the person typed is there. A network failure or a 5xx is no sign-out: the frame asks again for as long as it takes. */
export const me = { ...query(users.me, {}, undefined, openTyped), staleTime: Number.POSITIVE_INFINITY }

export const useMe = () => useSuspenseQuery(me).data

/** Where the person's account details are; the same for as long as the server runs. */
export const account = { ...query(session.account, {}), staleTime: Number.POSITIVE_INFINITY }

export const provider = (return_to: string) => query(session.provider, {}, { return_to })
