import { type Browser, entriesOf, sealKeys, typedBy } from './entries.ts'
import { noteTyped, prepareJournal } from './journaling.ts'
import { prepareSealing } from './sealing.ts'

/** This device's storage for one person's texts of one kind, by place, written at once. */
export interface Typed {
  /** All texts, by place. */
  all(): Map<string, string>
  read(place: string): string | null
  /** False when the write failed: storage is full or forbidden, or the person is signed out. */
  keep(place: string, text: string): boolean
  /** False when it may still be there. */
  drop(place: string): boolean
  /** Reports to the followers of this tab what the device has at a place: a form that was left wrote it. */
  show(place: string): void
  /** Reports what other tabs write and remove (`null`), and what this tab shows. Returns the unsubscribe function. */
  follow(listener: (place: string, text: string | null) => void): () => void
}

/** The key starts with the person, so that people who share a device never see each other's texts. */
export function typedOf(browser: Browser, person: string, what: string): Typed {
  const { storage, onStorage, tellOwn, hasJournal } = browser
  prepareSealing()
  if (hasJournal) prepareJournal(browser)
  const prefix = `${typedBy(person)}${what}/`
  function read(place: string) {
    try {
      return storage.getItem(prefix + place)
    } catch {
      return null
    }
  }
  return {
    all() {
      try {
        return entriesOf(storage, prefix)
      } catch {
        return new Map()
      }
    },
    read,
    keep(place, text) {
      try {
        // Without the key nothing could seal this again: the person signed out, maybe in another tab.
        if (storage.getItem(sealKeys + person) === null) return false
        storage.setItem(prefix + place, text)
        if (hasJournal) noteTyped(prefix + place)
        return true
      } catch {
        return false
      }
    },
    drop(place) {
      try {
        // A form that opens drops also what is not there, which the journal may be about to restore.
        const isNoted = hasJournal && read(place) !== null
        storage.removeItem(prefix + place)
        if (isNoted) noteTyped(prefix + place)
        return true
      } catch {
        return false
      }
    },
    show: (place) => tellOwn({ key: prefix + place, newValue: read(place) }),
    follow: (listener) =>
      onStorage(({ key, newValue }) => {
        if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue)
      }),
  }
}
