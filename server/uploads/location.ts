import { createHmac, timingSafeEqual } from 'node:crypto'
import { isId } from '../ids.ts'

/*
 * The location of a file: `/api/files/<upload id>` names it, and opens nothing. Its signed form opens without a header,
 * for everyone with the address, until it expires.
 */

const HOUR_S = 3_600
const VALID_HOURS = 13
/**
 * The router takes parameters of 200 characters; the name in an address is for the eye, the whole name is in the
 * record.
 */
const NAME_MOST = 150

/** The bare address of an upload. */
export const locationOf = (uploadId: string): string => `/api/files/${uploadId}`

/**
 * The upload in an address: bare or signed, a path or a whole URL; `undefined` for any other text. The origin does not
 * matter: an id is worth something to its owner only.
 */
export function uploadIdOf(location: string): string | undefined {
  const path = URL.parse(location, 'http://localhost')?.pathname ?? ''
  const id = /^\/api\/files\/([^/]+)(?:\/[^/]*)?$/.exec(path)?.[1]
  return id && isId(id) ? id.toLowerCase() : undefined
}

/** When addresses that are signed now expire, in seconds since 1970. */
export const expiryOf = (now: Date): number => (Math.floor(now.getTime() / 1000 / HOUR_S) + VALID_HOURS) * HOUR_S

interface Limits {
  /** The file is sent under the name in the address instead of its own. */
  calledSo?: true
  /** The address opens the file while it is published among the contents of this course. */
  course?: string | undefined
}

/**
 * An address that opens the file without a header for 12 to 13 hours. Within an hour it stays the same, so that replies
 * with it keep their ETag and browsers the file.
 */
export function signedAddress(
  key: Buffer,
  { id, filename }: { id: string; filename: string },
  now: Date,
  { calledSo, course }: Limits = {},
): string {
  const expiry = expiryOf(now)
  // A bracket would end the address in Markdown, or be taken for its end.
  const bracket = (sign: string) => (sign === '(' ? '%28' : '%29')
  const name = encodeURIComponent(filename.slice(-NAME_MOST).toWellFormed()).replace(/[()]/g, bracket)
  // A browser would read these as steps in the path.
  const safe = /^\.*$/.test(name) ? 'file' : name
  const signature = signatureOf(key, course ? inCourse(id, course) : id, expiry, calledSo && filename)
  return `${locationOf(id)}/${safe}?e=${expiry}&s=${signature}${course ? `&c=${course}` : ''}`
}

/** What is signed in place of the id of an upload for an address that names a course. */
export const inCourse = (id: string, course: string): string => `${id} in ${course}`

/** The signature in an address: with it, a file opens without a header for 12 to 13 hours. */
export function signedQuery(key: Buffer, id: string, now: Date): string {
  const expiry = expiryOf(now)
  return `e=${expiry}&s=${signatureOf(key, id, expiry)}`
}

/**
 * Whether `signedAddress` made `s` for this upload and this expiry `e` (seconds since 1970), which is still to come;
 * with a `name`, for a file under that name.
 */
export function isRightSignature(
  key: Buffer,
  uploadId: string,
  { e, s }: { e: string; s: string },
  now: Date,
  name?: string,
): boolean {
  const wanted = Buffer.from(signatureOf(key, uploadId, Number(e), name))
  const got = Buffer.from(s)
  return got.length === wanted.length && timingSafeEqual(got, wanted) && Number(e) * 1000 > now.getTime()
}

const signatureOf = (key: Buffer, id: string, expiry: number, name?: string): string =>
  createHmac('sha256', key)
    .update(`${id}\n${expiry}${name === undefined ? '' : `\n${name}`}`)
    .digest('base64url')
