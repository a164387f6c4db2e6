import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type IncomingMessage, request as plain } from 'node:http'
import { request as secure } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkKey, NotStored, type Storage } from './storage.ts'

export interface S3Settings {
  /** The store's address, such as `https://s3.example.org`; the bucket is the first part of the path. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** In ms: a store that is silent for this long does not answer. */
const SILENCE_MS = 30_000

/** The statuses of an object store with too much to do, and 507 of a full one. */
const busyStatuses = new Set([429, 503, 507])

interface Asked {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  headers?: Record<string, string>
  /** With its length in bytes and its SHA-256 in hex. */
  body?: { bytes: Readable; length: number; sha256: string }
}

/** Files in an object store that speaks S3. */
export function s3Storage(settings: S3Settings): Storage {
  async function ask({ method, key, headers = {}, body }: Asked): Promise<IncomingMessage> {
    checkKey(key)
    const url = new URL(`/${settings.bucket}/${key}`, settings.endpoint)
    const sha256 = body?.sha256 ?? sha256Of('')
    const signed = sign(settings, { method, url, headers: { ...headers, 'x-amz-content-sha256': sha256 } }, new Date())
    const send = url.protocol === 'https:' ? secure : plain
    const request = send(url, { method, headers: { ...signed, ...(body && { 'content-length': body.length }) } })
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error(`${settings.endpoint} does not answer.`)))
    const answer = new Promise<IncomingMessage>((come, fail) => request.once('response', come).once('error', fail))
    const [response] = await Promise.all([answer, body ? pipeline(body.bytes, request) : request.end()])
    // From here on a reader may pause, as during a film.
    request.setTimeout(0)
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return response
    response.resume()
    if (statusCode === 404) throw new NotStored('There is no such file.')
    const error = new Error(`${settings.endpoint} answered ${statusCode} to ${method}.`)
    // The store is slow, away or full: the reply asks for a retry.
    throw busyStatuses.has(statusCode) ? Object.assign(error, { statusCode: 503 }) : error
  }

  return {
    async put(key, bytes) {
      checkKey(key)
      if (Buffer.isBuffer(bytes)) {
        const body = { bytes: Readable.from([bytes]), length: bytes.length, sha256: sha256Of(bytes) }
        await drain(await ask({ method: 'PUT', key, body }))
        return
      }
      // The store must know the length beforehand, and a refused upload never gets there.
      const path = join(tmpdir(), `raintree-${randomUUID()}`)
      try {
        const hash = createHash('sha256')
        let length = 0
        await pipeline(
          bytes,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              hash.update(chunk)
              length += chunk.length
              yield chunk
            }
          },
          createWriteStream(path, { flags: 'wx', mode: 0o600 }),
        )
        const body = { bytes: createReadStream(path), length, sha256: hash.digest('hex') }
        await drain(await ask({ method: 'PUT', key, body }))
      } finally {
        await rm(path, { force: true })
      }
    },
    async open(key, range) {
      const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const response = await ask({ method: 'GET', key, headers })
      if (!range || response.statusCode === 206) return response
      response.destroy()
      throw new Error(`${settings.endpoint} gives no ranges.`)
    },
    async remove(key) {
      try {
        await drain(await ask({ method: 'DELETE', key }))
      } catch (error) {
        if (!(error instanceof NotStored)) throw error
      }
    },
    // A put reports a full store; a probing put on each check would cost too much.
    async tryRoom() {},
  }
}

const drain = (response: IncomingMessage) => response.resume().toArray()

const sha256Of = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

interface Unsigned {
  method: string
  url: URL
  /** With `x-amz-content-sha256`; in small letters. */
  headers: Record<string, string>
}

/** The headers of a request without a query, signed by AWS Signature Version 4. */
export function sign(
  { region, accessKeyId, secretAccessKey }: Omit<S3Settings, 'endpoint' | 'bucket'>,
  { method, url, headers }: Unsigned,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-date': time }
  const names = Object.keys(all).sort()
  const canonical = [
    method,
    url.pathname,
    '',
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, time.slice(0, 8)))
  const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256Of(canonical)}`).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...all, authorization }
}
