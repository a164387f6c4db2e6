/*
 * The entries in local storage for typed text: `typed/<person>/<what>/<place>`: a text while the person is signed in.
 * `sealed/<person>/<random>`: one such entry after they signed out, unreadable. `seal-key/<person>`: the key that
 * seals, while they are signed in; '' where nothing can be sealed.
 */

type Stored = Pick<StorageEvent, 'key' | 'newValue'>

/** The storage of a browser, and the events by which its tabs follow one another. */
export interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  onStorage(listener: (event: Stored) => void): () => void
  /** Tells the listeners of this tab, which get no event of its own writes. */
  tellOwn(event: Stored): void
  /** Whether a journal restores what is lost when the browser is killed (journal.ts). */
  hasJournal?: true
}

export type Store = Browser['storage']

export const sealKeys = 'seal-key/'
export const typedBy = (person: string): string => `typed/${person}/`
export const sealedOf = (person: string): string => `sealed/${person}/`

/** Read before anything is removed: a removal shifts the other entries. Empty where storage is forbidden. */
export function keysOf(storage: Store): string[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  } catch {
    return []
  }
}

/** The entries whose keys start with a prefix, by the rest of the key. */
export const entriesOf = (storage: Store, prefix: string): Map<string, string> =>
  new Map(
    keysOf(storage).flatMap((key) => {
      const text = key.startsWith(prefix) ? storage.getItem(key) : null
      return text === null ? [] : [[key.slice(prefix.length), text] as const]
    }),
  )

/** Replaces one entry with another. If the new one does not fit, the old one stays. */
export function swap(storage: Store, from: string, to: string, text: string): boolean {
  const before = storage.getItem(from) ?? ''
  storage.removeItem(from)
  try {
    storage.setItem(to, text)
    return true
  } catch {
    storage.setItem(from, before)
    return false
  }
}

export const thisBrowser: Browser = {
  // Looked up at each use: where storage is forbidden, touching it throws.
  storage: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, value) => localStorage.setItem(key, value),
    removeItem: (key) => localStorage.removeItem(key),
    key: (index) => localStorage.key(index),
    get length() {
      return localStorage.length
    },
  },
  onStorage(listener) {
    addEventListener('storage', listener)
    return () => removeEventListener('storage', listener)
  },
  tellOwn: (event) => void dispatchEvent(new StorageEvent('storage', event)),
  hasJournal: true,
}
