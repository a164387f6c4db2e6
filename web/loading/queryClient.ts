import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query'
import { CallError, isTransient, waitAfter } from './call.ts'
import { studentMark } from './studentView.ts'

/** In ms: for a longer wait, the reader gets an error instead. */
const LONGEST_WAIT = 10_000

const mayRetry = (error: unknown): boolean =>
  isTransient(error) || (error instanceof CallError && error.code === 'too_many' && error.retryAfter <= LONGEST_WAIT)

/**
 * In the student view of a course, each key in that course names another answer. The hash includes this and the key
 * does not, so that no key can forget it.
 */
function hashOf(key: QueryKey): string {
  const [noun, course_id] = key
  const mark = noun === 'courses' && studentMark({ course_id })
  return hashKey(mark ? [...key, mark] : key)
}

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      queryKeyHashFn: hashOf,
      // The live stream announces changes on the server (live/live.ts); this is for data that it does not cover.
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && mayRetry(error),
      retryDelay: (failures, error) => Math.min(waitAfter(error, 400 * 2 ** failures), LONGEST_WAIT),
      // Offline, a call fails at once and its screen says so, rather than waiting silently.
      networkMode: 'always',
      // It runs again when the network is back.
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
