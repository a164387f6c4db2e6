import { onServer } from '../assignments/onServer.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { entriesOf, type Store, sealedOf, sealKeys, swap, typedBy } from './entries.ts'
import { forgetEntries } from './journal.ts'

/*
 * A chunk of its own (sealing.ts). All slow steps come before the first change, and all changes happen at once:
 * whatever happens meanwhile, each text exists once, plain or sealed.
 */

/**
 * Removes a person's texts that the server has, seals the rest, and removes the key. Changes nothing if `mayGoOn`
 * returns false by then: the person is back. A text that does not fit when sealed, or has no key, stays as it is.
 */
export async function seal(storage: Store, person: string, mayGoOn: () => boolean): Promise<void> {
  const kept = storage.getItem(sealKeys + person)
  const key = kept ? await keyOf(kept) : undefined
  const ready = new Map<string, { text: string; sealed: string }>()

  function unready(): [string, string][] {
    const typed = entriesOf(storage, typedBy(person))
    for (const place of onServer(typed)) typed.delete(place)
    return [...typed].filter(([place, text]) => ready.get(place)?.text !== text)
  }

  if (key) {
    // Including what the person typed meanwhile.
    for (let more = unready(); more.length > 0; more = unready())
      for (const [place, text] of more) {
        ready.set(place, { text, sealed: await encrypt(key, person, JSON.stringify([place, text])) })
      }
  }
  if (!mayGoOn()) return
  const typed = entriesOf(storage, typedBy(person))
  for (const place of onServer(typed)) {
    storage.removeItem(typedBy(person) + place)
    typed.delete(place)
  }
  for (const [place, { text, sealed }] of ready) {
    if (typed.get(place) === text)
      swap(storage, typedBy(person) + place, sealedOf(person) + newIdempotencyKey(), sealed)
  }
  storage.removeItem(sealKeys + person)
  // Without the key nothing is added to them any more. Nobody waits for it: signing in must not depend on IndexedDB.
  void forgetEntries(person)
}

/**
 * Unseals a person's texts. A text that this key does not open stays sealed. Changes nothing if `mayGoOn` returns false
 * by then.
 */
export async function unseal(storage: Store, person: string, secret: string, mayGoOn: () => boolean): Promise<void> {
  const key = await keyOf(secret)
  if (!key) return
  const opened: [id: string, place: string, text: string][] = []
  for (const [id, sealed] of entriesOf(storage, sealedOf(person))) {
    const entry = await decrypt(key, person, sealed)
    if (entry) opened.push([id, ...entry])
  }
  if (!mayGoOn()) return
  for (const [id, place, text] of opened) {
    const [from, to] = [sealedOf(person) + id, typedBy(person) + place]
    // Another tab was quicker.
    if (storage.getItem(from) === null) continue
    // A text typed since then stays.
    if (storage.getItem(to) === null) swap(storage, from, to, text)
    else storage.removeItem(from)
  }
}

/**
 * An AES key of 32 bytes in base64. None on a plain http address, where browsers have no cipher, and none for invalid
 * text.
 */
async function keyOf(secret: string): Promise<CryptoKey | undefined> {
  try {
    return await crypto.subtle.importKey('raw', bytesOf(secret), 'AES-GCM', false, ['encrypt', 'decrypt'])
  } catch {
    return undefined
  }
}

const IV_BYTES = 12
const cipher = (iv: Uint8Array<ArrayBuffer>, person: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(person),
})

async function encrypt(key: CryptoKey, person: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(cipher(iv, person), key, new TextEncoder().encode(text))
  return textOf(iv) + textOf(new Uint8Array(sealed))
}

async function decrypt(
  key: CryptoKey,
  person: string,
  sealed: string,
): Promise<[place: string, text: string] | undefined> {
  try {
    const bytes = bytesOf(sealed)
    const iv = bytes.slice(0, IV_BYTES)
    const opened = await crypto.subtle.decrypt(cipher(iv, person), key, bytes.slice(IV_BYTES))
    return JSON.parse(new TextDecoder().decode(opened))
  } catch {
    return undefined
  }
}

const textOf = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const bytesOf = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
