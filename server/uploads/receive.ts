import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type Upload, uploadMost, uploadPart } from '../../contract/uploads.ts'
import { type Limit, takeTry } from '../access/rateLimit.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { Viewer } from '../session/sessions.ts'
import { readForm } from './form.ts'
import { signedAddress } from './location.ts'
import { headBytes, mediaTypeOf } from './mediaType.ts'
import { safeFilename } from './names.ts'
import { addUpload, getKept, isStaffSomewhere } from './queries.ts'

/** How much one person may upload within an hour. */
const limit = { most: 200, windowMs: 3_600_000 }
/** Staff upload the files of a whole course at once. */
const mostOfStaff = 2_000
/** In bytes. A larger form is counted before it is read; a smaller one with its record, in one statement. */
const LARGE = 1_000_000

interface Asked {
  viewer: Viewer
  newId: () => string
  request: FastifyRequest
}

interface Bounds {
  /** In bytes. */
  most: number
  /** By the media type of its first bytes, before anything is stored. */
  takes: (mediaType: string) => boolean
}

/**
 * Stores the one file of a form as it arrives, never whole in memory. Throws wrong_kind for a type that is not allowed.
 */
export async function receiveUpload(
  { db, storage, fileKey, now }: Pick<Deps, 'db' | 'storage' | 'fileKey' | 'now'>,
  { viewer, newId, request }: Asked,
  { most, takes }: Bounds = { most: uploadMost, takes: () => true },
): Promise<Upload> {
  const isSmall = Number(request.headers['content-length']) <= LARGE
  if (!isSmall) await counted(db, viewer, (tries) => takeTry(db, tries, now()))
  const id = newId()
  // Not the id: a repeat must not overwrite the bytes of the first upload.
  const storage_key = randomUUID()
  /** Whether there may be bytes without a record. */
  let stray = false
  try {
    const file = await readForm(request.raw, { part: uploadPart, most }, async (part) => {
      const { bytes, mediaType, facts } = await inspect(part.bytes)
      if (!takes(mediaType)) throw new Refusal('wrong_kind')
      stray = true
      await storage.put(storage_key, bytes)
      return { filename: safeFilename(part.filename), ...facts() }
    })
    const upload = { id, owner_id: viewer._id, storage_key, created_at: now(), ...file }
    const add = (tries?: Limit) => addUpload(db, upload, tries)
    const made = await (isSmall ? counted(db, viewer, add) : add()).catch((error) => {
      // After a broken connection the record may exist: bytes without a record are better than a record without bytes.
      stray = error instanceof Refusal
      throw error
    })
    stray = !made
    const { filename } = stray ? await getKept(db, id, viewer._id) : file
    return { location: signedAddress(fileKey, { id, filename }, now()), filename }
  } finally {
    if (stray) await storage.remove(storage_key).catch(logged(request))
  }
}

/** Runs `work` with a try of the person. Only beyond everybody's limit it asks whether theirs is that of staff. */
async function counted<T>(db: Deps['db'], { _id }: Viewer, work: (tries: Limit) => Promise<T>): Promise<T> {
  const tries = { key: `upload/${_id}`, ...limit }
  try {
    return await work(tries)
  } catch (error) {
    const isOver = error instanceof Refusal && error.code === 'too_many'
    if (!isOver || !(await isStaffSomewhere(db, _id))) throw error
    return work({ ...tries, most: mostOfStaff })
  }
}

/** The reply says why the file was refused, not that the store does not answer. */
const logged =
  ({ log }: FastifyRequest) =>
  (err: unknown) =>
    log.warn({ err }, 'bytes without a record stay in the store')

/**
 * Passes the bytes on, a small file's in one piece, which costs less than a stream; and returns their length and hash
 * afterwards.
 */
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
  const mediaType = await mediaTypeOf(head.subarray(0, headBytes))
  return {
    bytes: isAll ? head : Readable.from(headAndRest()),
    mediaType,
    facts: () => ({ bytes: count, sha256: hash.digest(), media_type: mediaType }),
  }
}

/** The first chunks, of at least `headBytes` together, or all. */
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
