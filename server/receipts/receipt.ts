import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import * as z from 'zod'
import type { Db } from '../db/database.ts'
import { sharedKey } from '../process/keys.ts'

/*
 * A receipt is a JSON text that says who handed in what and when, signed by the server with Ed25519. The signature
 * covers everything else, as canonical JSON, so anyone with the public key can check it without this server.
 */

/** JSON with the keys of every object in the order of their UTF-16 code units and no white space, as in RFC 8785. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

/** The submitted work, as its digest covers it. */
interface Work {
  /** ids */
  course: string
  assignment: string
  /** The person, or the group. */
  owner: string
  attempt: number
  /** `textbox` and `item-<question id>` */
  answers: Record<string, string>
  /** By `file-<slot id>`, the SHA-256 of the bytes in lowercase hex. */
  files: Record<string, string>
}

/** Lowercase hex SHA-256 of the work's canonical JSON: anybody with the answers and the files can compute it. */
export const digestOf = (work: Work): string => createHash('sha256').update(canonicalJson(work)).digest('hex')

const Facts = z.strictObject({
  v: z.literal(1),
  course: z.string(),
  assignment: z.string(),
  person: z.string(),
  group: z.string(),
  attempt: z.int(),
  datetime: z.iso.datetime(),
  digest: z.string(),
  /** How the digest was made, and the submission. */
  ids: z.strictObject({ course: z.string(), assignment: z.string(), owner: z.string(), submission: z.string() }),
})
type Facts = z.output<typeof Facts>

const Signed = Facts.extend({
  /** The id of the key that signed: the beginning of the SHA-256 of the public key (SPKI, DER) in hex. */
  key: z.string(),
  /** Ed25519, base64url */
  signature: z.string(),
})

/** The private key of the server's receipts, the same in every process. */
export async function receiptKey(db: Db): Promise<KeyObject> {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  return createPrivateKey({ key: await sharedKey(db, 'receipts', make), format: 'der', type: 'pkcs8' })
}

const names = new WeakMap<KeyObject, string>()

/** Computed once: that takes longer than signing. */
function nameOf(key: KeyObject): string {
  const name = names.get(key) ?? fingerprintOf(key)
  names.set(key, name)
  return name
}

function fingerprintOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return createHash('sha256').update(spki).digest('hex').slice(0, 16)
}

/** The receipt for a person. The same facts give the same text. */
export function signReceipt(key: KeyObject, facts: Facts): string {
  const said = { ...facts, key: nameOf(key) }
  const signature = sign(null, Buffer.from(canonicalJson(said)), key).toString('base64url')
  return JSON.stringify({ ...said, signature }, null, 2)
}

/**
 * The content of a receipt, or of its code, if this server signed exactly this text, except for white space;
 * `undefined` for any other text.
 */
export function readReceipt(key: KeyObject, given: string): Facts | undefined {
  const text = plainOf(given)
  const json = parsed(text)
  const { success, data } = Signed.safeParse(json)
  // A text that a reader and a parser understand differently, such as one with a key twice, is not the signed one.
  if (!success || withoutSpace(text) !== withoutSpace(JSON.stringify(json))) return undefined
  const { signature, ...said } = data
  const { key: name, ...facts } = said
  const bytes = Buffer.from(signature, 'base64url')
  const right =
    name === nameOf(key) &&
    // The last character has spare bits: only one of its spellings is valid.
    bytes.toString('base64url') === signature &&
    verify(null, Buffer.from(canonicalJson(said)), createPublicKey(key), bytes)
  return right ? facts : undefined
}

const withoutSpace = (text: string) => text.replace(/\s+/g, '')

/**
 * As JSON, or as the code on a printed page: the same JSON in base64url, which survives a copy with other line ends.
 */
function plainOf(text: string): string {
  const code = withoutSpace(text)
  return /^[\w-]+$/.test(code) ? Buffer.from(code, 'base64url').toString() : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim())
  } catch {
    return undefined
  }
}
