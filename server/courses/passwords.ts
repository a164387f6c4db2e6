import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'

const derive = promisify<string, Buffer, number, { N: number; maxmem: number }, Buffer>(scrypt)

/** The work factor of new hashes; each hash names its own, so it may grow. About 0.05 s and 16 MB. */
const N = 16_384
const mostN = 1_048_576
const keyLength = 32
// Twice what scrypt needs with 8 blocks; Node's own limit is too low for a greater N.
const memory = (n: number) => ({ N: n, maxmem: 256 * n * 8 })

/** Hashes a course's or an invitation's password: `scrypt$N$salt$hash`, both in base64url. */
export async function hashPassword(text: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(text.normalize('NFC'), salt, keyLength, memory(N))
  return `scrypt$${N}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/**
 * Whether `hash` was made from `text`; false for a hash in another form. Takes the same time for a right and a wrong
 * text.
 */
export async function verifyPassword(text: string, hash: string): Promise<boolean> {
  const [scheme, n, salt, expected] = hash.split('$')
  const work = Number(n)
  const wellFormed = scheme === 'scrypt' && work > 1 && work <= mostN && Number.isInteger(Math.log2(work))
  if (!wellFormed || !salt || !expected) return false
  const wanted = Buffer.from(expected, 'base64url')
  if (wanted.length !== keyLength) return false
  const got = await derive(text.normalize('NFC'), Buffer.from(salt, 'base64url'), keyLength, memory(work))
  return timingSafeEqual(got, wanted)
}

/** A secret of this process, so that its cache of passwords is worthless elsewhere. */
const secret = randomBytes(32)
const answers = new LRUCache<string, Promise<boolean>>({ max: 2_000, ttl: 15 * 60_000 })

/**
 * `verifyPassword` with a cache of some minutes, which also covers a hash that is still being computed: a lecture that
 * joins at once waits for one slow hash. A changed password has another hash and so another entry.
 */
export function isRight(text: string, hash: string): Promise<boolean> {
  const name = createHmac('sha256', secret)
    .update(`${hash}\0${text.normalize('NFC')}`)
    .digest('base64url')
  const known = answers.get(name)
  if (known) return known
  const answer = verifyPassword(text, hash)
  answers.set(name, answer)
  answer.catch(() => answers.delete(name))
  return answer
}
