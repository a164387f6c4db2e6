import { createParser } from 'eventsource-parser'
import { notifications, rememberedMs } from '../../contract/notifications.ts'
import { retryAfterOf } from '../loading/call.ts'
import { readToken } from '../session/token.ts'

/*
 * One line to the server for all tabs of a browser. A browser allows six connections to a host over HTTP/1.1, and the
 * seventh tab would wait for ever if each had a line of its own. The tab that has the lock reads the stream and passes
 * on what it hears; when it goes away, the next one gets the lock.
 */

export interface News {
  event: string
  data: string
}

/**
 * `opened`: just now, and what happened before was not told. `refused`: the session has ended. `away`: this tab has stopped
 * listening.
 */
export type LineState = 'opened' | 'up' | 'down' | 'refused' | 'away'

export interface Listener {
  onNews(news: News): void
  onState(state: LineState): void
}

/** What one tab says to the others. One that asks gives its `loadingMs`, and is told what was heard meanwhile. */
type Word = { news: News } | { state: Exclude<LineState, 'away'>; heard?: News[] } | { ask: number }

/** The server beats every 25 s: a line that is silent for this long is dead, although nothing says so. */
const SILENCE_MS = 60_000

/**
 * For how many ms this page has been loading, and one second for the way of the question: what it shows was read since
 * then, and nobody told it what happened before it listened. A page that is older reads again what it may have missed.
 */
function loadingMs(): number {
  const ms = Math.ceil(performance.now()) + 1_000
  return ms < rememberedMs ? ms : 0
}

/** Listens until it is stopped, but for while the page is frozen or put aside; `name` is the same in tabs that share. */
export function followLine(name: string, listener: Listener): () => void {
  let joined: AbortController | undefined
  const join = () => {
    if (joined) return
    joined = new AbortController()
    joinLine(name, listener, joined.signal)
  }
  // A page that does nothing must not keep the line from those that do.
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

function joinLine(name: string, { onNews, onState }: Listener, signal: AbortSignal): void {
  // Locks are there only over https and on this machine; without them each tab has its own line.
  const channel = 'locks' in navigator ? new BroadcastChannel(name) : undefined
  let holding = false
  let up = false
  /** What this tab passed on of late. */
  let told: { at: number; news: News }[] = []
  let silence: ReturnType<typeof setTimeout> | undefined

  const hear = (word: Word) => {
    clearTimeout(silence)
    if ('news' in word) onNews(word.news)
    if ('state' in word) {
      const wasUp = up
      up = word.state === 'opened' || word.state === 'up'
      onState(word.state)
      // An answer to one tab is heard by all, and the others know this.
      if (!wasUp) for (const news of word.heard ?? []) onNews(news)
    }
    // The tab that reads may hang, or the system may have put it to sleep.
    if (up) silence = setTimeout(hear, SILENCE_MS, { state: 'down' })
  }
  const tell = (word: Word) => {
    if (signal.aborted) return
    channel?.postMessage(word)
    hear(word)
    const at = performance.now()
    told = told.filter((one) => one.at > at - rememberedMs)
    if ('news' in word) told.push({ at, news: word.news })
  }
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      if (!('ask' in data)) return hear(data)
      if (!holding) return
      const since = performance.now() - data.ask
      const heard = told.filter(({ at }) => at >= since).map(({ news }) => news)
      channel.postMessage({ state: up ? 'up' : 'down', heard } satisfies Word)
    }
    channel.postMessage({ ask: loadingMs() } satisfies Word)
  }
  signal.addEventListener('abort', () => {
    clearTimeout(silence)
    channel?.close()
  })
  const hold = () => {
    holding = true
    return keepReading(tell, signal)
  }
  if (!channel) void hold()
  // Where storage is forbidden, so is the lock.
  else navigator.locks.request(name, { signal }, hold).catch(() => (signal.aborted ? undefined : hold()))
}

/** Reads the stream, and comes back by itself after a loss. */
async function keepReading(tell: (word: Word) => void, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const { opened, retryAfter } = await readStream(tell, signal)
    if (opened) failures = 0
    // Nobody would end the pause, and in a frozen page not its timer either: the lock goes to another tab now.
    if (signal.aborted) return
    tell({ state: 'down' })
    await pause(Math.max(retryAfter, Math.min(30_000, 1_000 * 2 ** failures) * (0.5 + Math.random())), signal)
  }
}

interface Read {
  opened: boolean
  /** In ms, how long the server asks to wait before the next time. */
  retryAfter: number
}

/** Reads until the stream ends or falls silent. */
async function readStream(tell: (word: Word) => void, signal: AbortSignal): Promise<Read> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), SILENCE_MS)
  let opened = false
  try {
    const response = await fetch(`${notifications.stream.path}?since_ms=${loadingMs()}`, {
      headers: { authorization: readToken() ?? '' },
      signal: AbortSignal.any([signal, silent.signal]),
    })
    if (response.status === 401) tell({ state: 'refused' })
    if (!response.ok || !response.body) return { opened, retryAfter: retryAfterOf(response) }
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => tell({ news: { event, data } }),
    })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { opened: true, retryAfter: 0 }
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), SILENCE_MS)
      tell({ state: opened ? 'up' : 'opened' })
      opened = true
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    return { opened, retryAfter: 0 }
  } finally {
    clearTimeout(timer)
  }
}

/** Waits; not longer than until the network is there again. */
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
