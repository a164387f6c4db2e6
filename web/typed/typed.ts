import { type Browser, entriesOf, sealKeys, typedBy } from './entries.ts'
import { prepareSealing } from './sealing.ts'

/** Where one person's texts of one kind are kept on this device, each in its place, and written at once. */
export interface Typed {
  /** All of them, by their places. */
  all(): Map<string, string>
  read(place: string): string | null
  /** False when it could not be kept: there is no room, storage is forbidden, or the person is signed out. */
  keep(place: string, text: string): boolean
  /** False when it may still be there. */
  drop(place: string): boolean
  /** Tells what other tabs keep, and drop (`null`); answers how to stop. */
  follow(listener: (place: string, text: string | null) => void): () => void
}

/** The person stands in the key, so that people who share a device never see each other's. */
export function typedOf({ storage, onStorage }: Browser, person: string, what: string): Typed {
  prepareSealing()
  const prefix = `${typedBy(person)}${what}/`
  return {
    all() {
      try {
        return entriesOf(storage, prefix)
      } catch {
        return new Map()
      }
    },
    read(place) {
      try {
        return storage.getItem(prefix + place)
      } catch {
        return null
      }
    },
    keep(place, text) {
      try {
        // Without it nothing could seal this again: the person signed out, maybe in another tab.
        if (storage.getItem(sealKeys + person) === null) return false
        storage.setItem(prefix + place, text)
        return true
      } catch {
        return false
      }
    },
    drop(place) {
      try {
        storage.removeItem(prefix + place)
        return true
      } catch {
        return false
      }
    },
    follow: (listener) =>
      onStorage(({ key, newValue }) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue)
      }),
  }
}
