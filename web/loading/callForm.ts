import type { Endpoint, Params, Query, Reply } from '../../contract/endpoint.ts'
import { readToken } from '../session/token.ts'
import { addressOf, readAnswer, repeated, send } from './call.ts'
import { newIdempotencyKey } from './idempotency.ts'

/** A file may be slow to come and to read. */
const TIMEOUT_MS = 120_000

/** Calls an endpoint that takes one file in a form. It has an Idempotency-Key, and is repeated. @throws CallError */
export async function callForm<E extends Endpoint & { form: string }>(
  endpoint: E,
  { params, query, file }: { params: Params<E['path']>; query?: Query<E>; file: File },
): Promise<{ data: Reply<E>; headers: Headers }> {
  const token = readToken()
  const body = new FormData()
  body.append(endpoint.form, file, file.name)
  return repeated(newIdempotencyKey(), async (key) => {
    const response = await send(addressOf(endpoint, { params, query }), {
      method: endpoint.method,
      headers: { ...(token && { authorization: token }), 'idempotency-key': key },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { data: (await readAnswer(response, token)) as Reply<E>, headers: response.headers }
  })
}
