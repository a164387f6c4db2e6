import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { Refusal } from '../errors.ts'
import { discardBody } from '../http/body.ts'

/** In ms: a sender that is silent for this long counts as gone. */
const SILENCE_MS = 60_000
/** In bytes, the room for everything around the file: other fields, which nobody reads, and boundaries. */
const AROUND = 1_000_000

interface Wanted {
  /** The name of the form's file field. */
  part: string
  /** In bytes. */
  most: number
}

interface Part {
  /** The file's name on the sender's machine. */
  filename: string
  /** Must be read to its end; fails when the file is too large or the sender disconnects. */
  bytes: Readable
}

/**
 * Reads a multipart form as it arrives and passes its one file to `keep`. Throws `wrong_kind` unless the body is a
 * form, `invalid` unless it has exactly one file, of the wanted name, and `too_large`; by then `keep` has ended.
 */
export async function readForm<T>(
  request: IncomingMessage,
  wanted: Wanted,
  keep: (part: Part) => Promise<T>,
): Promise<T> {
  const { part, most } = wanted
  const form = formOf(request, most)
  let kept: Promise<T> | undefined
  try {
    if (Number(request.headers['content-length']) > most + AROUND) throw new Refusal('too_large')
    await new Promise<void>((done, fail) => {
      let file: Readable | undefined
      const giveUp = (error: Error) => {
        fail(error)
        file?.destroy(error)
      }
      const silence = setTimeout(() => giveUp(new Refusal('invalid', { message: 'The upload stopped.' })), SILENCE_MS)
      request.on('data', () => silence.refresh())
      request.once('close', () => {
        clearTimeout(silence)
        // Without effect when everything had arrived.
        if (!request.readableEnded) giveUp(new Refusal('invalid', { message: 'The upload was cut short.' }))
      })
      form.once('file', (name, bytes, filename) => {
        file = bytes
        // A failing keeper stops reading; that causes an error too, but not the one that says why.
        bytes.on('error', (error) => (kept ? kept.then(() => giveUp(error), giveUp) : giveUp(error)))
        bytes.once('limit', () => giveUp(new Refusal('too_large')))
        // A form without a chosen file has a part without a name.
        if (name !== part || !filename) return giveUp(oneFile(part))
        kept = keep({ filename: unescaped(filename), bytes })
        kept.catch(giveUp)
      })
      form.once('filesLimit', () => giveUp(oneFile(part)))
      form.once('error', () => giveUp(new Refusal('invalid', { message: 'The form could not be read.' })))
      form.once('finish', done)
      request.pipe(form)
    })
    if (!kept) throw oneFile(part)
    return await kept
  } catch (error) {
    request.unpipe(form)
    discardBody(request, most)
    await kept?.catch(() => {})
    throw error
  }
}

/** A browser escapes only these characters inside quotation marks (HTML, multipart/form-data encoding). */
const unescaped = (filename: string) => filename.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%22', '"')

const oneFile = (part: string) => new Refusal('invalid', { fields: { [part]: 'must be exactly one file' } })

function formOf(request: IncomingMessage, most: number): BusboyInstance {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) {
    discardBody(request, most)
    throw new Refusal('wrong_kind')
  }
  try {
    const headers = request.headers as BusboyHeaders
    const limits = { files: 1, fileSize: most, fields: 100, fieldSize: 1_000, parts: 200, headerPairs: 100 }
    return new Busboy({ headers, limits, preservePath: true })
  } catch {
    discardBody(request, most)
    throw new Refusal('invalid', { message: 'The form could not be read.' })
  }
}
