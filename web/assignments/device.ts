import type { DraftField } from '../../contract/drafts.ts'

/** A field as this device keeps it. */
export interface KeptField extends DraftField {
  /** Typed on this device, not fetched from another one. */
  here: boolean
}

/** The store of a browser, and the events by which its tabs follow one another. */
export interface Browser {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>
  onStorage(listener: (event: Pick<StorageEvent, 'key' | 'newValue'>) => void): () => void
}

/** Where fields of one person and one assignment are kept on this device: one entry a field, written at once. */
export interface Device {
  read(): Map<string, KeptField>
  /** False when it could not be kept: there is no room, or storage is forbidden. */
  keep(name: string, field: KeptField): boolean
  drop(name: string): void
  /** Tells what other tabs keep, and drop (`undefined`); answers how to stop. */
  follow(listener: (name: string, field: KeptField | undefined) => void): () => void
}

/** `draft`: what is being typed. `unsent`: what was typed and a submission made elsewhere left out. */
type Area = 'draft' | 'unsent'

export const deviceOf = (browser: Browser, area: Area, personId: string, assignmentId: string): Device => {
  // The person stands in the key, so that people who share a device never see each other's.
  const prefix = `${area}/${personId}/${assignmentId}/`
  const { storage } = browser
  return {
    read() {
      const found = new Map<string, KeptField>()
      try {
        for (const key of keysOf(storage)) {
          const field = key.startsWith(prefix) && parse(storage.getItem(key))
          if (field) found.set(key.slice(prefix.length), field)
        }
      } catch {}
      return found
    },
    keep(name, { value, at, here }) {
      try {
        storage.setItem(prefix + name, JSON.stringify({ value, at, here }))
        return true
      } catch {
        return false
      }
    },
    drop(name) {
      try {
        storage.removeItem(prefix + name)
      } catch {}
    },
    follow: (listener) =>
      browser.onStorage(({ key, newValue }) => {
        if (!key?.startsWith(prefix)) return
        const field = parse(newValue)
        if (field || newValue === null) listener(key.slice(prefix.length), field)
      }),
  }
}

/** Read before anything is removed: removing moves the places of the rest. */
const keysOf = (storage: Browser['storage']): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

/** What stands there may be of an older version, or of nobody's making. */
function parse(text: string | null): KeptField | undefined {
  try {
    const { value, at, here } = JSON.parse(text ?? 'null') as Partial<KeptField>
    const sound = typeof value === 'string' && Number.isSafeInteger(at) && (at as number) >= 0
    return sound ? { value, at: at as number, here: here === true } : undefined
  } catch {
    return undefined
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
}
