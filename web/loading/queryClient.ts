import { QueryClient } from '@tanstack/react-query'
import { CallError, isPassing, waitAfter } from './call.ts'

/** In ms: a reader who has to wait longer is told so instead. */
const LONGEST_WAIT = 10_000

const mayRetry = (error: unknown): boolean =>
  isPassing(error) || (error instanceof CallError && error.code === 'too_many' && error.retryAfter <= LONGEST_WAIT)

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What changes on the server is announced (live/live.ts); this is for what is not.
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && mayRetry(error),
      retryDelay: (failures, error) => Math.min(waitAfter(error, 400 * 2 ** failures), LONGEST_WAIT),
      // Offline, a call fails at once and its screen says so, rather than waiting without a word.
      networkMode: 'always',
      // And is made again when the network is back.
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
