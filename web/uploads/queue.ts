import type { Upload } from '../../contract/uploads.ts'
import { CallError } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { listeners } from '../ui/listeners.ts'
import { type Sending, sendFile } from './send.ts'

/* All uploads of this page wait in one queue. It outlives the screens, so uploads go on while a person works elsewhere. */

/** An unfinished upload. */
export interface QueuedUpload {
  file: File
  state: 'waiting' | 'sending' | 'failed'
  /** The part that is sent, 0 to 1. */
  part: number
  /** Why it failed. */
  failed?: CallError['code'] | undefined
}

interface Entry extends QueuedUpload {
  idempotencyKey: string
  stop: AbortController
  done: PromiseWithResolvers<Upload>
  report: ((part: number) => void) | undefined
  /** How often the server asked to wait. */
  waits: number
}

/** More uploads at once would only share the bandwidth. */
const MOST = 3
/** The queue waits by itself when the server asks for so long at most, and so often. */
const MOST_WAIT_MS = 30_000
const MOST_WAITS = 3

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

interface Options {
  send: (file: File, sending: Sending) => Promise<Upload>
  wait?: (ms: number) => Promise<void>
}

/** A queue of uploads, each under a key of the caller's. */
export function createUploadQueue({ send, wait = pause }: Options) {
  const entries = new Map<string, Entry>()
  const { subscribe, tell } = listeners()
  /** While the server has asked to wait, nothing is sent. */
  let isPaused = false

  const isActive = ({ state }: QueuedUpload) => state !== 'failed'
  const isActiveUnder = (prefix: string) =>
    [...entries].some(([key, entry]) => key.startsWith(prefix) && isActive(entry))

  /** Entries are replaced, not changed, so that React notices. */
  function put(key: string, entry: Entry | undefined): void {
    if (entry) entries.set(key, entry)
    else entries.delete(key)
    // Only now: a page with a `beforeunload` listener is not cached for Back.
    if (isActiveUnder('')) addEventListener('beforeunload', askFirst)
    else removeEventListener('beforeunload', askFirst)
    tell()
  }

  function sendNext(): void {
    if (isPaused) return
    const sending = [...entries.values()].filter(({ state }) => state === 'sending').length
    const waiting = [...entries].filter(([, { state }]) => state === 'waiting')
    for (const [key, entry] of waiting.slice(0, MOST - sending))
      void start(key, { ...entry, state: 'sending', part: 0 })
  }

  async function start(key: string, entry: Entry): Promise<void> {
    put(key, entry)
    const { file, stop, idempotencyKey, done, report } = entry
    const isCurrent = () => entries.get(key)?.stop === stop
    const onProgress = (part: number) => {
      if (!isCurrent()) return
      put(key, { ...entry, part })
      report?.(part)
    }
    try {
      done.resolve(await send(file, { onProgress, signal: stop.signal, idempotencyKey }))
      // The code that waits for the upload takes it before it leaves the queue, so that no screen shows neither.
      await done.promise
      if (isCurrent()) put(key, undefined)
    } catch (error) {
      const delay = delayOf(error, entry)
      if (isCurrent() && delay > 0) {
        put(key, { ...entry, state: 'waiting', part: 0, waits: entry.waits + 1 })
        await pauseFor(delay)
      } else {
        done.reject(error)
        const failed = error instanceof CallError ? error.code : 'internal'
        if (isCurrent()) put(key, { ...entry, state: 'failed', part: 0, failed })
      }
    }
    sendNext()
  }

  async function pauseFor(ms: number): Promise<void> {
    if (isPaused) return
    isPaused = true
    await wait(ms)
    isPaused = false
  }

  function cancel(key: string): void {
    const entry = entries.get(key)
    if (!entry) return
    put(key, undefined)
    const reason = new DOMException('cancelled', 'AbortError')
    entry.stop.abort(reason)
    entry.done.reject(reason)
    sendNext()
  }

  return {
    subscribe,
    get: (key: string): QueuedUpload | undefined => entries.get(key),
    /** Whether an upload whose key begins with this is waiting or under way. */
    isActiveUnder,
    /**
     * Uploads a file as soon as its turn comes. A failed upload stays under its key until it is cancelled; adding its file
     * again is a retry.
     * @throws CallError, or an AbortError once it is cancelled
     */
    add(key: string, file: File, report?: (part: number) => void): Promise<Upload> {
      const before = entries.get(key)
      // The server may have stored it, and only its response was lost.
      const idempotencyKey = before?.file === file ? before.idempotencyKey : newIdempotencyKey()
      cancel(key)
      const done = Promise.withResolvers<Upload>()
      const stop = new AbortController()
      put(key, { file, state: 'waiting', part: 0, idempotencyKey, stop, done, report, waits: 0 })
      sendNext()
      return done.promise
    },
    /** Stops an upload, or forgets a failed one. */
    cancel,
  }
}

/** Closing the page stops its uploads. */
const askFirst = (event: Event) => event.preventDefault()

/** How long the server asks to wait before the next try, in ms; 0 when the upload failed for good. */
function delayOf(error: unknown, { waits }: Entry): number {
  const asked = error instanceof CallError ? error.retryAfter : 0
  return waits < MOST_WAITS && asked <= MOST_WAIT_MS ? asked : 0
}

/** The uploads of this page. */
export const uploadQueue = createUploadQueue({ send: sendFile })
