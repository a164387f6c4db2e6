import { createParser } from 'eventsource-parser'
import { notifications, rememberedMs } from '../../contract/notifications.ts'
import { onWake } from '../common/onWake.ts'
import { retryAfterOf } from '../loading/call.ts'
import { readToken } from '../session/token.ts'
import { listeners } from '../ui/listeners.ts'

/*
 * One event stream for all tabs of a browser. A browser allows six connections to a host over HTTP/1.1, and the seventh
 * tab would wait forever if each had its own. The tab that holds the lock reads the stream and passes its events on;
 * when that tab closes, the next one gets the lock.
 */

export interface LiveEvent {
  event: string
  data: string
}

/**
 * `opened`: just now; earlier events are lost. `refused`: the session has ended. `away`: this tab has stopped
 * listening.
 */
export type StreamState = 'opened' | 'up' | 'down' | 'refused' | 'away'

export interface Listener {
  onEvent(event: LiveEvent): void
  onState(state: StreamState): void
}

/** A message between tabs. A tab that asks sends its `loadingMs`, on waking 0, and gets the events since then. */
type Message = { event: LiveEvent } | { state: Exclude<StreamState, 'away'>; heard?: LiveEvent[] } | { ask: number }

/** For the tab that reads the stream: the device may have slept. A tab behind others learns it from the one in sight. */
const woken = listeners()

/** The server sends a heartbeat every 25 s: a stream that is silent for this long is dead, even without an error. */
const SILENCE_MS = 60_000

/**
 * How long this page has been loading, in ms, plus one second for the request: it missed the events since then. An
 * older page reads again what it may have missed.
 */
function loadingMs(): number {
  const ms = Math.ceil(performance.now()) + 1_000
  return ms < rememberedMs ? ms : 0
}

/** Listens until it is stopped, and pauses while the page is frozen or cached. Tabs that share have the same `name`. */
export function followStream(name: string, listener: Listener): () => void {
  let joined: AbortController | undefined
  const join = () => {
    if (joined) return
    joined = new AbortController()
    joinStream(name, listener, joined.signal)
  }
  // A frozen page must not keep the stream from active ones.
  const leave = () => {
    if (!joined) return
    joined.abort()
    joined = undefined
    listener.onState('away')
  }
  const stops = [
    on(window, 'pagehide', leave),
    on(window, 'pageshow', join),
    on(document, 'freeze', leave),
    on(document, 'resume', join),
  ]
  join()
  return () => {
    for (const stop of stops) stop()
    leave()
  }
}

function joinStream(name: string, { onEvent, onState }: Listener, signal: AbortSignal): void {
  // Locks need https or localhost; without them each tab has its own stream.
  const channel = 'locks' in navigator ? new BroadcastChannel(name) : undefined
  let holding = false
  let up = false
  /** The events that this tab has passed on recently. */
  let recent: { at: number; event: LiveEvent }[] = []
  let silence: ReturnType<typeof setTimeout> | undefined

  const receive = (message: Message) => {
    clearTimeout(silence)
    if ('event' in message) onEvent(message.event)
    if ('state' in message) {
      const wasUp = up
      up = message.state === 'opened' || message.state === 'up'
      onState(message.state)
      // The answer to one tab reaches all; other tabs have these events already.
      if (!wasUp) for (const event of message.heard ?? []) onEvent(event)
    }
    // The reading tab may hang or be suspended.
    if (up) silence = setTimeout(receive, SILENCE_MS, { state: 'down' })
  }
  const broadcast = (message: Message) => {
    if (signal.aborted) return
    channel?.postMessage(message)
    receive(message)
    const at = performance.now()
    recent = recent.filter((one) => one.at > at - rememberedMs)
    if ('event' in message) recent.push({ at, event: message.event })
  }
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (!('ask' in data)) return receive(data)
      if (!holding) return
      woken.tell()
      const since = performance.now() - data.ask
      const heard = recent.filter(({ at }) => at >= since).map(({ event }) => event)
      channel.postMessage({ state: up ? 'up' : 'down', heard } satisfies Message)
    }
    channel.postMessage({ ask: loadingMs() } satisfies Message)
  }
  const stopWaking = onWake(() => (holding ? woken.tell() : channel?.postMessage({ ask: 0 } satisfies Message)))
  signal.addEventListener('abort', () => {
    clearTimeout(silence)
    stopWaking()
    channel?.close()
  })
  const hold = () => {
    holding = true
    return keepReading(broadcast, signal)
  }
  if (!channel) void hold()
  // Where storage is forbidden, so are locks.
  else navigator.locks.request(name, { signal }, hold).catch(() => (signal.aborted ? undefined : hold()))
}

/** Reads the stream, and reconnects after a loss. */
async function keepReading(broadcast: (message: Message) => void, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const { opened, retryAfter } = await readStream(broadcast, signal)
    if (opened) failures = 0
    // Nothing would end the pause, and a frozen page has no timers: the lock goes to another tab now.
    if (signal.aborted) return
    broadcast({ state: 'down' })
    await pause(Math.max(retryAfter, Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random())), signal)
  }
}

interface Read {
  opened: boolean
  /** How long the server asks to wait before the next attempt, in ms. */
  retryAfter: number
}

/** Reads until the stream ends or falls silent. */
async function readStream(broadcast: (message: Message) => void, signal: AbortSignal): Promise<Read> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  // The timer does not count the sleep of the device, over which the stream has died.
  let heardAt = Date.now()
  const stopLooking = woken.subscribe(() => {
    if (Date.now() - heardAt > SILENCE_MS) silent.abort()
  })
  let opened = false
  try {
    const response = await fetch(`${notifications.stream.path}?since_ms=${loadingMs()}`, {
      headers: { authorization: readToken() ?? '' },
      signal: AbortSignal.any([signal, silent.signal]),
    })
    if (response.status === 401) broadcast({ state: 'refused' })
    if (!response.ok || !response.body) return { opened, retryAfter: retryAfterOf(response) }
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => broadcast({ event: { event, data } }),
    })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { opened: true, retryAfter: 0 }
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENCE_MS)
      heardAt = Date.now()
      broadcast({ state: opened ? 'up' : 'opened' })
      opened = true
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    return { opened, retryAfter: 0 }
  } finally {
    clearTimeout(timer)
    stopLooking()
  }
}

/** Waits, at most until the network is back. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

function on(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}
