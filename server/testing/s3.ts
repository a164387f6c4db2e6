import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export interface PlainS3 {
  endpoint: string
  /** The objects by path: `/bucket/key`. */
  objects: Map<string, Buffer>
  /** Answers everything with this status. */
  broken?: number
  /** Answers requests of this method with 503. */
  refuses?: string
}

/**
 * A plain object store: objects under `/bucket/key`, ranges, and the refusals of a real one for a missing signature, a
 * wrong length and a wrong hash.
 */
export async function usePlainS3(): Promise<PlainS3> {
  const store: PlainS3 = { endpoint: '', objects: new Map() }

  async function answer({ method, url = '', headers }: IncomingMessage, body: Buffer) {
    const { authorization = '', range } = headers
    if (store.broken || store.refuses === method) return { status: store.broken ?? 503 }
    if (
      !/^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/.test(
        authorization,
      )
    ) {
      return { status: 403 }
    }
    if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex')) return { status: 400 }
    if (method === 'PUT') {
      if (headers['content-length'] === undefined) return { status: 411 }
      store.objects.set(url, body)
      return { status: 200 }
    }
    if (method === 'DELETE') {
      store.objects.delete(url)
      return { status: 204 }
    }
    const object = store.objects.get(url)
    if (!object) return { status: 404 }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (from === undefined) return { status: 200, body: object }
    return { status: 206, body: object.subarray(Number(from), Number(to) + 1) }
  }

  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request, await buffer(request))
    response.writeHead(status, body && { 'content-length': body.length }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  store.endpoint = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return store
}
