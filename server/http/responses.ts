import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/*
 * The same for every text reply, as a string or as bytes: its ETag, "not modified", and compression. Files and streams
 * pass untouched.
 */

/** In bytes. A smaller reply saves less on the line than compressing it costs. */
const LEAST = 4_096

/** In bytes. Up to this size compressing takes half a millisecond, and a thread would cost more. */
const MOST_AT_ONCE = 65_536

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = zlib.constants
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** The encodings, the best first, each with a level that suits texts made anew each time. */
const encodings: Record<string, (text: Buffer) => Buffer | Promise<Buffer>> = {
  br(text) {
    const params = {
      // 3 takes a quarter more time for as many bytes.
      [BROTLI_PARAM_QUALITY]: 2,
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: text.length,
    }
    return text.length <= MOST_AT_ONCE ? zlib.brotliCompressSync(text, { params }) : brotli(text, { params })
  },
  gzip: (text) => (text.length <= MOST_AT_ONCE ? zlib.gzipSync(text, { level: 4 }) : gzip(text, { level: 4 })),
}

/** The latest compressed answers of the cache, by encoding and ETag: many people read the same. */
const compressed = new LRUCache<string, Buffer, () => Promise<Buffer>>({
  maxSize: 8_000_000,
  sizeCalculation: ({ length }) => length,
  // Compresses once for all requests that wait meanwhile.
  fetchMethod: (_key, _old, { context: encode }) => encode(),
  ignoreFetchAbort: true,
})

export function shapeAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isText(reply, payload)) return done(null, payload)
    const large = Buffer.byteLength(payload) >= LEAST
    if (large) reply.header('vary', 'accept-encoding')
    if (reply.statusCode === 200 && isKnown(request, reply, payload)) {
      reply.code(304)
      return done(null, '')
    }
    const encoding = large ? preferred(request.headers['accept-encoding']) : undefined
    const encode = encoding && encodings[encoding]
    if (!encode) return done(null, payload)
    const work = async () => encode(Buffer.from(payload))
    // A string was made for one person.
    const isKept = Buffer.isBuffer(payload)
    const encoded = isKept ? compressed.forceFetch(`${encoding} ${reply.getHeader('etag')}`, { context: work }) : work()
    encoded.then(
      (bytes) => {
        reply.header('content-encoding', encoding)
        done(null, bytes)
      },
      (error) => done(error),
    )
  })
}

/** Other bytes have no ETag yet and are in no cache. */
const isText = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || (Buffer.isBuffer(payload) && reply.hasHeader('etag'))

/**
 * Sets the reply's ETag, and returns whether the client has it. The tag is weak: it stands for the text in any
 * encoding.
 */
function isKnown({ method, headers }: FastifyRequest, reply: FastifyReply, text: string | Buffer): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const etag = (reply.getHeader('etag') as string | undefined) ?? tagOf(text)
  reply.header('etag', etag)
  return has(headers['if-none-match'], etag)
}

export const tagOf = (text: string | Buffer): string => `W/"${hash('sha1', text, 'base64')}"`

/** Whether an If-None-Match, `*` or a list, names the ETag, weak or not. */
export const has = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag)))

const bare = (tag: string) => tag.trim().replace(/^W\//, '')

/** The best encoding that an Accept-Encoding takes (`q=0` refuses one); undefined when none, or without the header. */
export function preferred(header: string | string[] | undefined): string | undefined {
  if (!header) return undefined
  const weights = new Map<string, number>()
  for (const part of String(header).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((text) => text.startsWith('q='))
    weights.set(name, q ? Number(q.slice(2)) : 1)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  let best: string | undefined
  for (const name of Object.keys(encodings)) if (weightOf(name) > (best ? weightOf(best) : 0)) best = name
  return best
}
