import { type Browser, sealKeys } from './entries.ts'
import { sealing } from './sealing.ts'

// What uses a storage loads this when idle, which may be after the last test of a file.
await sealing()

type Event = { key: string | null; newValue: string | null }

/** The storage of one device, with the events that its tabs get from one another. */
export function deviceStorage({ room = Number.POSITIVE_INFINITY } = {}) {
  // Two people sign in on it, in turn.
  const entries = new Map(['ploy', 'nat'].map((person) => [sealKeys + person, '']))
  const tabs = new Set<Set<(event: Event) => void>>()
  return {
    entries,
    typed: () => [...entries.keys()].filter((key) => key.startsWith('typed/')),
    tab(): Browser {
      const tab = new Set<(event: Event) => void>()
      tabs.add(tab)
      const tell = (event: Event) => {
        for (const other of tabs) if (other !== tab) for (const hear of other) hear(event)
      }
      return {
        storage: {
          get length() {
            return entries.size
          },
          key: (index) => [...entries.keys()][index] ?? null,
          getItem: (key) => entries.get(key) ?? null,
          setItem(key, value) {
            if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
            entries.set(key, value)
            tell({ key, newValue: value })
          },
          removeItem(key) {
            if (entries.delete(key)) tell({ key, newValue: null })
          },
        },
        onStorage(listener) {
          tab.add(listener)
          return () => void tab.delete(listener)
        },
        tellOwn(event) {
          for (const hear of tab) hear(event)
        },
      }
    },
  }
}
