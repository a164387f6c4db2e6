import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'

/**
 * In bytes, how much of a too large body the server reads and discards before it cuts the connection. The limit itself
 * is the route's.
 */
const MOST_IGNORED = 20_000_000
/** In ms, how long a JSON body may take to come. */
const LONGEST_MS = 30_000

interface Options {
  /** In ms; shorter in a test. */
  longestMs?: number
}

/** Reads bodies: JSON and nothing else. A client may send the JSON header on a call without a body. */
export function readBodies(app: FastifyInstance, { longestMs = LONGEST_MS }: Options = {}): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest, body, done) => {
    readText(body as IncomingMessage, request.routeOptions.bodyLimit, longestMs).then(
      (text) => (text.length === 0 ? done(null, undefined) : parse(request, text, done)),
      done,
    )
  })
}

/** Throws too_large, and too_slow for a body that trickles. */
function readText(body: IncomingMessage, most: number, longestMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const stop = (error: Error) => {
      clearTimeout(timer)
      body.off('data', take)
      discardBody(body, MOST_IGNORED)
      reject(error)
    }
    const timer = setTimeout(() => stop(new Refusal('too_slow')), longestMs)
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most) stop(new Refusal('too_large'))
      else chunks.push(chunk)
    }
    if (Number(body.headers['content-length']) > most) return stop(new Refusal('too_large'))
    body.on('data', take)
    body.once('end', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString())
    })
    body.once('error', stop)
    body.once('close', () => clearTimeout(timer))
  })
}

/**
 * Reads and discards the rest of a body, up to `most` bytes: a browser reads no answer before it has sent everything,
 * and cutting the connection while it sends loses the answer.
 */
export function discardBody(request: IncomingMessage, most: number): void {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > most) request.destroy()
  })
  request.on('error', () => {})
  request.resume()
}
