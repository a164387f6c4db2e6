import { type Browser, sealKeys, typedBy } from './entries.ts'

/*
 * A second copy of what was typed in the last minutes. Chromium writes local storage to the disk seconds to a minute
 * later, and a browser that is killed, or a machine without power, loses that. It writes IndexedDB at once, but reading
 * it takes a wait. So local storage stays what everybody reads, and this restores what it has lost.
 */

/** In ms: at most as much is lost. */
const WRITE_MS = 500
/** In ms: by then local storage is on the disk. */
const KEEP_MS = 10 * 60_000
/** In local storage, and lost with it: until when the journal was written. */
const WRITTEN = 'journal'

interface Entry {
  /** That of local storage. */
  key: string
  /** Null: it was removed. */
  text: string | null
  /** In ms since 1970; later ones are greater, also when the clock goes back. */
  at: number
}

/** Notes that an entry of local storage was written or removed. */
export type Note = (key: string) => void

/**
 * Restores what this device has lost, and writes what is noted from then on, beginning with `waiting`. @throws
 * DOMException where IndexedDB is forbidden
 */
export async function openJournal({ storage, tellOwn }: Browser, waiting: Set<string>): Promise<Note> {
  const db = await open()
  let timer: ReturnType<typeof setTimeout> | undefined
  const isSignedIn = (key: string) => storage.getItem(sealKeys + key.split('/')[1]) !== null
  const written = () => Number(storage.getItem(WRITTEN))

  async function restore() {
    const entries = await settled<Entry[]>(db.transaction('entries').objectStore('entries').getAll())
    const last = written()
    for (const { key, text, at } of entries) {
      // What the person has typed since stays.
      if (at <= last || waiting.has(key) || !isSignedIn(key) || storage.getItem(key) === text) continue
      if (text === null) storage.removeItem(key)
      else storage.setItem(key, text)
      tellOwn({ key, newValue: text })
    }
    storage.setItem(WRITTEN, String(Math.max(last, ...entries.map(({ at }) => at))))
    const old = entries.filter(({ key, at }) => at < Date.now() - KEEP_MS || !isSignedIn(key))
    write(db, (store) => {
      for (const { key } of old) store.delete(key)
    })
  }

  function flush() {
    clearTimeout(timer)
    timer = undefined
    const at = Math.max(Date.now(), written() + 1)
    const keys = [...waiting].filter(isSignedIn)
    waiting.clear()
    if (keys.length === 0) return
    try {
      storage.setItem(WRITTEN, String(at))
      write(db, (store) => {
        // As it is by now: another tab may have written since.
        for (const key of keys) store.put({ key, text: storage.getItem(key), at } satisfies Entry)
      })
    } catch {
      // No room, or the database was closed: local storage has it.
    }
  }

  // In one tab after the other: the next one finds everything restored.
  await (navigator.locks?.request(WRITTEN, restore) ?? restore())
  flush()
  addEventListener('pagehide', flush)
  return (key) => {
    waiting.add(key)
    // A text that was sent must not come back.
    if (storage.getItem(key) === null) flush()
    else timer ??= setTimeout(flush, WRITE_MS)
  }
}

/** Removes a person's entries. */
export async function forgetEntries(person: string): Promise<void> {
  try {
    const db = await open()
    const all = typedBy(person)
    const transaction = write(db, (store) => store.delete(IDBKeyRange.bound(all, `${all}\uffff`)))
    await new Promise((done) => {
      transaction.oncomplete = done
      transaction.onabort = done
    })
    db.close()
  } catch {
    // Where the browser forbids IndexedDB, there is no journal.
  }
}

function write(db: IDBDatabase, change: (store: IDBObjectStore) => void): IDBTransaction {
  const transaction = db.transaction('entries', 'readwrite')
  change(transaction.objectStore('entries'))
  // Also if the page is closed now.
  transaction.commit()
  return transaction
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('typed', 1)
  request.onupgradeneeded = () => void request.result.createObjectStore('entries', { keyPath: 'key' })
  return settled(request)
}

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
