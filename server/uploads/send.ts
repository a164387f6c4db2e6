import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { has } from '../http/responses.ts'
import { isShown } from './mediaType.ts'
import { disposition } from './names.ts'
import type { FileRow } from './queries.ts'
import { readRange } from './range.ts'
import { type ByteRange, NotStored, type Storage } from './storage.ts'

/**
 * Sends a file, or a range of it, as it is read; or says that the browser has it already. Its address is valid for
 * `seconds`.
 */
export async function sendFile(
  storage: Storage,
  file: FileRow,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  seconds: number,
): Promise<void> {
  const etag = `"${file.sha256.toString('base64url')}"`
  const { headers, method } = request
  const known = has(headers['if-none-match'], etag)
  // A range of another file, or a range by date, which files here do not have, is ignored.
  const condition = headers['if-range']
  const range = condition === undefined || condition === etag ? readRange(headers.range, file.bytes) : undefined
  const empty = known || range === 'none' || method === 'HEAD'
  // Before any header is set, because the file may be missing.
  const bytes = empty ? undefined : await open(storage, file.storage_key, range)

  const { media_type: type, filename } = file
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    // The bytes of an upload never change.
    'cache-control': `private, max-age=${seconds}, immutable`,
    'content-type': /^text\/[\w-]+$/.test(type) ? `${type}; charset=utf-8` : type,
    'content-disposition': disposition(isShown(type) ? 'inline' : 'attachment', filename),
    'content-security-policy': policyOf(type),
  })
  if (known) return void reply.code(304).send()
  if (range === 'none') return void reply.code(416).header('content-range', `bytes */${file.bytes}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.bytes)
  reply.send(bytes)
}

async function open(storage: Storage, key: string, range: ByteRange | undefined): Promise<Readable> {
  try {
    return await storage.open(key, range)
  } catch (error) {
    throw error instanceof NotStored ? notFound() : error
  }
}

/** A file loads nothing and runs nothing, and only our own pages may frame it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"

/**
 * With an origin of its own (`sandbox`) the file cannot reach ours, whatever a browser takes it for; Chromium's PDF
 * viewer opens all the same. Its player loads the file a second time, which is refused from another origin.
 */
const policyOf = (type: string): string =>
  /^(audio|video)\//.test(type) ? `${policy}; media-src 'self'` : `${policy}; sandbox`
