import type { Endpoint, Params, Query } from '../../contract/endpoint.ts'
import { readToken } from '../session/token.ts'
import { addressOf, readAnswer, send } from './call.ts'

/** A file may be slow to make and to come. */
const TIMEOUT_MS = 120_000

/** The file that an endpoint answers with. @throws CallError */
export async function callFile<E extends Endpoint & { raw: 'file' }>(
  endpoint: E,
  { params, query }: { params: Params<E['path']>; query?: Query<E> },
): Promise<Blob> {
  const token = readToken()
  const response = await send(addressOf(endpoint, { params, query }), {
    headers: { ...(token && { authorization: token }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) await readAnswer(response, token)
  return response.blob()
}
