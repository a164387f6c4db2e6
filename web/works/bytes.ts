import { useSuspenseQuery } from '@tanstack/react-query'
import { CallError, send } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import type { WorkFile } from './kind.ts'

/** The largest upload; reading stops at a file that is larger than declared. */
const MOST = 20_000_000

/** Why a file cannot be shown: its content is too large, or not of its kind. */
export class NotShowable extends Error {
  reason: 'broken' | 'too_large' | 'locked' | 'empty'
  constructor(reason: NotShowable['reason']) {
    super(reason)
    this.reason = reason
  }
}

async function read(address: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const response = await send(address, { signal })
  if (!response.ok) throw new CallError('not_found', response.status, response.statusText)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > MOST) throw new NotShowable('too_large')
  return bytes
}

/** The bytes of a file, loaded once for all components that show it, and freed after the last one. */
export const fetchBytes = (file: WorkFile) => queries.fetchQuery(bytesOf(file))

const bytesOf = ({ address, data }: WorkFile) => ({
  queryKey: ['work', address] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const bytes = data ? new Uint8Array(await data.arrayBuffer()) : await read(address, signal)
    if (bytes.length === 0) throw new NotShowable('empty')
    return bytes
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  retry: false,
  structuralSharing: false as const,
})

export const useBytes = (file: WorkFile): Uint8Array<ArrayBuffer> => useSuspenseQuery(bytesOf(file)).data
