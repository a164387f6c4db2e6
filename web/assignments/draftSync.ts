import { assignments } from '../../contract/assignments.ts'
import type { Draft as Answer, DraftSave } from '../../contract/drafts.ts'
import { CallError, call, serverNow, waitAfter } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { readToken } from '../session/token.ts'
import type { KeptField } from './device.ts'
import type { Draft } from './draft.ts'
import { followDraftNews } from './draftNews.ts'
import { draftOf } from './queries.ts'

/** A pause in typing after which it is sent, and the longest that it waits while somebody types on. */
const PAUSE_MS = 1_500
const LONGEST_MS = 8_000
/** After a save of one's own, news are most likely its echo; typing on answers them too. */
const ECHO_MS = 3_000
const HOLD_MS = 3_000
/** A browser takes 64 KiB, and not more, along when a page is left. */
const KEEPALIVE_BYTES = 60_000

/** Where what was typed is kept, and since when. */
export interface Saved {
  where: 'none' | 'device' | 'server' | 'offline' | 'tooLarge' | 'nowhere'
  at: string
}

export interface DraftSync {
  /** Begins to follow the draft, the server and the other devices; answers how to stop. */
  start(): () => void
  /** Lets what is on its way arrive and sends nothing more, until `release`. */
  hold(): Promise<void>
  release(): void
  saved(): Saved
  watch(listener: () => void): () => void
}

/** Keeps a draft on the server as it is typed, and takes in what the person's other devices type. */
export function syncDraft(draft: Draft, params: { course_id: string; asgn_id: string }, first?: Answer): DraftSync {
  /** What the server does not take, by name, until it is changed. */
  const refused = new Map<string, KeptField>()
  const listeners = new Set<() => void>()
  let behind = true
  let stopped = true
  let held = 0
  let failures = 0
  let tooLarge = false
  let sending: Promise<void> | undefined
  let savedAt = 0
  let waitingSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopLate = () => {}
  let saved: Saved = { where: 'none', at: '' }

  if (first) take([], first)
  else if (draft.fields().size > 0) show('device', lastTyped())

  function lastTyped(): string {
    return new Date(Math.max(...[...draft.fields().values()].map(({ at }) => at))).toISOString()
  }

  function show(where: Saved['where'], at = new Date(serverNow()).toISOString()): void {
    const kept = where === 'none' || where === 'server' || draft.isOnDevice()
    const shown = kept ? where : 'nowhere'
    // Within a minute the words are the same, and a keystroke draws nothing.
    if (shown === saved.where && at.slice(0, 16) === saved.at.slice(0, 16)) return
    saved = { where: shown, at }
    for (const listener of listeners) listener()
  }

  /** What the server is to be sent. */
  const saves = () => draft.saves(isRefused)
  const isRefused = (name: string) => refused.has(name) && refused.get(name) === draft.fields().get(name)

  const put = (saves: DraftSave[], keepalive = false) =>
    call(assignments.saveDraft, { params, keepalive, body: { saves, owner_id: draft.owner() } })

  /** Takes in an answer, which is the merged whole. */
  function take(sent: DraftSave[], answer: Answer): void {
    if (sent.length > 0) draft.arrived(sent, answer)
    else draft.receive(answer)
    queries.setQueryData(draftOf(params.course_id, params.asgn_id).queryKey, answer)
    if (draft.isAhead()) show('device', lastTyped())
    else if (draft.fields().size > 0) show('server', answer.updated_at ?? undefined)
    else show('none', '')
  }

  /** Sends what there is, or reads what others sent. The tabs of a browser do it in turn: they have one store. */
  const exchange = () => inTurn(`draft/${params.asgn_id}`, exchangeAlone)

  async function exchangeAlone(): Promise<void> {
    const sent = saves()
    if (sent.length === 0 && !behind) return
    behind = false
    waitingSince = 0
    try {
      if (sent.length > 0) take(sent, await put(sent).catch((error) => readOther(error, sent)))
      else take([], await call(assignments.draft, { params }))
      if (sent.length > 0) savedAt = Date.now()
      failures = 0
      tooLarge = false
    } catch (error) {
      behind = true
      fail(error, sent)
    }
  }

  /** The draft is another's by now, such as of the group that the person is in: theirs is read, and this one stands aside. */
  function readOther(error: unknown, sent: DraftSave[]): Promise<Answer> {
    if (!(error instanceof CallError) || error.status !== 409) throw error
    draft.withdraw(sent)
    return call(assignments.draft, { params })
  }

  function go(): void {
    clearTimeout(timer)
    timer = undefined
    if (sending || stopped || held > 0 || !readToken()) return
    sending = exchange().finally(() => {
      sending = undefined
      const more = behind || draft.isAhead(isRefused)
      if (timer === undefined && failures === 0 && !tooLarge && more) plan(PAUSE_MS)
    })
  }

  function plan(ms: number): void {
    if (stopped || held > 0) return
    clearTimeout(timer)
    timer = setTimeout(go, ms)
  }

  function fail(error: unknown, sent: DraftSave[]): void {
    const { code, status, fields } = error instanceof CallError ? error : new CallError('internal', 500, '')
    if (status === 401) return
    if (status === 413) {
      tooLarge = true
      draft.withdraw(sent)
      show('tooLarge')
      return
    }
    // By its name, or by its place in the body.
    const places = Object.keys(fields)
    const wrong = [...draft.fields()].filter(([name]) =>
      places.some((at) => at === name || at.includes(`.fields.${name}.`)),
    )
    if (status === 400) draft.withdraw(sent)
    for (const [name, field] of wrong) refused.set(name, field)
    if (wrong.length > 0) {
      show('device')
      plan(0)
    } else {
      show(code === 'offline' ? 'offline' : 'device')
      // What the server will not hear of is asked again too, only more and more seldom.
      plan(waitAfter(error, Math.min(30_000, 1_000 * 2 ** failures++) * (0.5 + Math.random())))
    }
  }

  function onTyped(): void {
    tooLarge = false
    show(saved.where === 'offline' ? 'offline' : 'device')
    if (failures > 0) return
    waitingSince ||= Date.now()
    plan(Math.max(0, Math.min(PAUSE_MS, waitingSince + LONGEST_MS - Date.now())))
  }

  function onNews(): void {
    behind = true
    if (timer === undefined) plan(Date.now() - savedAt < ECHO_MS ? ECHO_MS : 100)
  }

  function onOnline(): void {
    failures = 0
    behind = true
    go()
  }

  function onOffline(): void {
    if (draft.fields().size > 0) show('offline')
  }

  /** The page is left or put aside: what is not on the server yet goes now, and outlives it. */
  function flush(): void {
    // A tab has the token of one person; who signs in next begins with another document.
    if (held > 0 || !readToken()) return
    const rest = saves()
    if (rest.length === 0) return
    const bytes = new TextEncoder().encode(JSON.stringify(rest)).length
    void put(rest, bytes < KEEPALIVE_BYTES).then(
      (answer) => take(rest, answer),
      () => {},
    )
  }

  /** Whoever leaves a box may leave the page or sign out next. */
  function onLeftBox(): void {
    if (waitingSince > 0) go()
  }

  const onVisibility = () => (document.visibilityState === 'hidden' ? flush() : onNews())

  return {
    start() {
      stopped = false
      stopLate()
      const stops = [
        draft.watch('typed', onTyped),
        draft.follow(),
        followDraftNews(params.asgn_id, onNews),
        on(window, 'online', onOnline),
        on(window, 'offline', onOffline),
        on(window, 'pagehide', flush),
        on(document, 'visibilitychange', onVisibility),
        on(document, 'focusout', onLeftBox),
      ]
      plan(first && !draft.isAhead() ? ECHO_MS : 0)
      return () => {
        flush()
        stopped = true
        clearTimeout(timer)
        timer = undefined
        for (const stop of stops) stop()
        // A file that is on its way when the sheet is left arrives in this draft, and goes to the server too.
        stopLate = draft.watch('typed', flush)
      }
    },
    async hold() {
      held++
      clearTimeout(timer)
      timer = undefined
      // On a bad line it is not waited for: a draft that comes late is older than the submission, and is told by that.
      const last = async () => {
        await sending
        // What others of the group typed until now is handed in too.
        behind = true
        await exchange()
      }
      await Promise.race([last(), new Promise((go) => setTimeout(go, HOLD_MS))])
    },
    release() {
      held--
      plan(0)
    },
    saved: () => saved,
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Of all tabs one at a time, where the browser can tell. */
const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  // Absent on a plain http address.
  navigator.locks ? navigator.locks.request(name, work) : work()

function on(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}
