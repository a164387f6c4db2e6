import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/*
 * What is the same for every text that a handler answers with, as a string or as its bytes: its ETag, "you have it
 * already", and compression.
 * Files and streams pass untouched.
 */

/** In bytes. Below, what is saved on the line is less than what it costs. */
const LEAST = 4_096

/** In bytes. Up to here, a thread of its own costs more than to compress at once, which takes half a millisecond. */
const MOST_AT_ONCE = 65_536

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = zlib.constants
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** As quick as is worth it for what is made anew each time; the best one first. */
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

/** What was compressed lately of the answers that are kept as bytes, by its encoding and ETag: many read the same. */
const compressed = new LRUCache<string, Buffer, () => Promise<Buffer>>({
  maxSize: 8_000_000,
  sizeCalculation: ({ length }) => length,
  // Once for all who ask meanwhile.
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
    // What comes as a string was made for one person.
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

/** Other bytes have no ETag yet: they are nobody's text. */
const isText = (reply: FastifyReply, payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || (Buffer.isBuffer(payload) && reply.hasHeader('etag'))

/** Gives the answer its ETag, and says whether the asker has it. The tag is weak: of the text, however it is encoded. */
function isKnown({ method, headers }: FastifyRequest, reply: FastifyReply, text: string | Buffer): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const etag = (reply.getHeader('etag') as string | undefined) ?? tagOf(text)
  reply.header('etag', etag)
  return has(headers['if-none-match'], etag)
}

export const tagOf = (text: string | Buffer): string => `W/"${hash('sha1', text, 'base64')}"`

/** Whether an If-None-Match, `*` or a list, names the ETag. Whether either is marked as weak does not matter here. */
export const has = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag)))

const bare = (tag: string) => tag.trim().replace(/^W\//, '')

/** The best encoding that an Accept-Encoding takes (`q=0` refuses one); undefined when none, or when nothing was said. */
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
