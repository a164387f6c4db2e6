import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { contract } from '../../contract/index.ts'
import { uploadMost, uploadPart } from '../../contract/uploads.ts'
import { takeTry } from '../access/rateLimit.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import type { Handlers } from '../serve.ts'
import { readForm } from './form.ts'
import { isRightSignature, signedAddress, uploadIdOf } from './location.ts'
import { headBytes, mediaTypeOf } from './mediaType.ts'
import { safeFilename } from './names.ts'
import { addUpload, getFile, getKept, removeUpload } from './queries.ts'
import { sendFile } from './send.ts'

/** What one person may upload within an hour. */
const limit = { most: 200, windowMs: 3_600_000 }
/** In bytes. A form that is larger is counted before it is read; a smaller one with its record, in one statement. */
const LARGE = 1_000_000

export function uploadRoutes({ db, storage, fileKey, now }: Deps): Handlers<typeof contract.uploads> {
  return {
    async create({ viewer, newId, request }) {
      const tries = { key: `upload/${viewer._id}`, ...limit }
      const isSmall = Number(request.headers['content-length']) <= LARGE
      if (!isSmall) await takeTry(db, tries, now())
      const id = newId()
      // Not by the id: a repeat must not take the place of the bytes of the first.
      const storage_key = randomUUID()
      /** Whether there may be bytes that no record names. */
      let stray = false
      try {
        const file = await readForm(request.raw, { part: uploadPart, most: uploadMost }, async (part) => {
          const { bytes, facts } = await inspect(part.bytes)
          stray = true
          await storage.put(storage_key, bytes)
          return { filename: safeFilename(part.filename), ...(await facts()) }
        })
        const upload = { id, owner_id: viewer._id, storage_key, created_at: now(), ...file }
        const made = await addUpload(db, upload, isSmall ? tries : undefined).catch((error) => {
          // A line that broke does not say whether the record is there: bytes without one are better than one without bytes.
          stray = error instanceof Refusal
          throw error
        })
        stray = !made
        const { filename } = stray ? await getKept(db, id, viewer._id) : file
        return { location: signedAddress(fileKey, { id, filename }, now()), filename }
      } finally {
        if (stray) await storage.remove(storage_key).catch(logged(request))
      }
    },
    async remove({ viewer, body }) {
      const id = uploadIdOf(body.location)
      if (!id) throw notFound()
      await removeUpload(db, storage, { id, owner: viewer._id })
      return { removed: true }
    },
    async file({ params, query, request, reply }) {
      const { upload_id } = params
      if (!isRightSignature(fileKey, upload_id, query, now())) throw notFound()
      const seconds = Number(query.e) - Math.ceil(now().getTime() / 1000)
      return sendFile(storage, await getFile(db, upload_id), { request, reply }, seconds)
    },
  }
}

/** The reply says why the file was refused, not that the store does not answer. */
const logged =
  ({ log }: FastifyRequest) =>
  (err: unknown) =>
    log.warn({ err }, 'bytes without a record stay in the store')

/** The same bytes, of a small file in one piece, which costs less than a stream; once they have gone by, what they were. */
async function inspect(bytes: Readable) {
  const hash = createHash('sha256')
  let count = 0
  async function* pass() {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      hash.update(chunk)
      count += chunk.length
      yield chunk
    }
  }
  const chunks = pass()
  const { head, isAll } = await readHead(chunks)
  async function* headAndRest() {
    yield head
    yield* chunks
  }
  return {
    bytes: isAll ? head : Readable.from(headAndRest()),
    facts: async () => ({
      bytes: count,
      sha256: hash.digest(),
      media_type: await mediaTypeOf(head.subarray(0, headBytes)),
    }),
  }
}

/** The first chunks, of at least `headBytes` together, or all there are. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<{ head: Buffer; isAll: boolean }> {
  const read: Buffer[] = []
  for (let bytes = 0; bytes < headBytes; ) {
    const { value, done } = await chunks.next()
    if (done) return { head: Buffer.concat(read), isAll: true }
    read.push(value)
    bytes += value.length
  }
  return { head: Buffer.concat(read), isAll: false }
}
