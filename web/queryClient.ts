import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './call.ts'

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What changes on the server is announced (live/live.ts); this is for what is not.
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      retryDelay: (failures) => 400 * 2 ** failures,
      // Offline, a call fails at once and its screen says so, rather than waiting without a word.
      networkMode: 'always',
      // And is made again when the network is back.
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
