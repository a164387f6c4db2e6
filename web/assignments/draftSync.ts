import { assignments } from '../../contract/assignments.ts'
import type { Draft as Answer, DraftSave } from '../../contract/drafts.ts'
import { CallError, call, serverNow, waitAfter } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { readToken } from '../session/token.ts'
import type { StoredField } from './device.ts'
import type { Draft } from './draft.ts'
import { onDraftEvent } from './draftEvents.ts'
import { draftOf } from './queries.ts'

/** A pause in typing after which a save starts, and the longest wait while a person keeps typing. */
const PAUSE_MS = 1_500
const LONGEST_MS = 8_000
/** A live event right after our own save is most likely its echo; the next save answers it too. */
const ECHO_MS = 3_000
const HOLD_MS = 3_000
/** A browser sends at most 64 KiB with a request that outlives the page. */
const KEEPALIVE_BYTES = 60_000

/** Where the answers are saved, and since when. */
export interface Saved {
  where: 'none' | 'device' | 'server' | 'offline' | 'tooLarge' | 'nowhere'
  at: string
}

export interface DraftSync {
  /** Starts to follow the draft, the server and other devices. Returns the function that stops it. */
  start(): () => void
  /** Waits for saves under way and sends no more, until `release`. */
  hold(): Promise<void>
  release(): void
  saved(): Saved
  watch(listener: () => void): () => void
}

/** Saves a draft to the server while a person types, and merges what their other devices type. */
export function syncDraft(draft: Draft, params: { course_id: string; asgn_id: string }, first?: Answer): DraftSync {
  /** Fields that the server refused, by name, until they change. */
  const refused = new Map<string, StoredField>()
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
    // Within a minute the words stay the same, and a keystroke renders nothing.
    if (shown === saved.where && at.slice(0, 16) === saved.at.slice(0, 16)) return
    saved = { where: shown, at }
    for (const listener of listeners) listener()
  }

  /** The body of the next save. */
  const saves = () => draft.saves(isRefused)
  const isRefused = (name: string) => refused.has(name) && refused.get(name) === draft.fields().get(name)

  const put = (saves: DraftSave[], keepalive = false) =>
    call(assignments.saveDraft, { params, keepalive, body: { saves, owner_id: draft.owner() } })

  /** Applies a response, which is the merged draft. */
  function take(sent: DraftSave[], answer: Answer): void {
    if (sent.length > 0) draft.arrived(sent, answer)
    else draft.receive(answer)
    queries.setQueryData(draftOf(params.course_id, params.asgn_id).queryKey, answer)
    if (draft.isAhead()) show('device', lastTyped())
    else if (draft.fields().size > 0) show('server', answer.updated_at ?? undefined)
    else show('none', '')
  }

  /** Sends changes, or reads those of others. The tabs of a browser take turns: they share one store. */
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

  /**
   * The draft now belongs to another owner, such as a group that the person has joined: read that one and leave this
   * one.
   */
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
      // Retries back off, also for errors that will probably stay.
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

  function onEvent(): void {
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

  /** Saves the rest when the page closes or is hidden; the request outlives the page. */
  function flush(): void {
    // A tab has one person's token; the next person gets a new document.
    if (held > 0 || !readToken()) return
    const rest = saves()
    if (rest.length === 0) return
    const bytes = new TextEncoder().encode(JSON.stringify(rest)).length
    void put(rest, bytes < KEEPALIVE_BYTES).then(
      (answer) => take(rest, answer),
      () => {},
    )
  }

  /** A person who leaves a field may leave the page or sign out next. */
  function onLeftBox(): void {
    if (waitingSince > 0) go()
  }

  const onVisibility = () => (document.visibilityState === 'hidden' ? flush() : onEvent())

  return {
    start() {
      stopped = false
      stopLate()
      const stops = [
        draft.watch('typed', onTyped),
        draft.follow(),
        onDraftEvent(params.asgn_id, onEvent),
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
        // An upload that finishes after the sheet is closed still lands in this draft, and on the server.
        stopLate = draft.watch('typed', flush)
      }
    },
    async hold() {
      held++
      clearTimeout(timer)
      timer = undefined
      // On a bad connection do not wait for it: the server recognises a late draft as older than the submission.
      const last = async () => {
        await sending
        // The submission includes what the other group members typed until now.
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

/** Runs in one tab at a time, where the browser has locks. */
const inTurn = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  // Absent on a plain http address.
  navigator.locks ? navigator.locks.request(name, work) : work()

function on(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}
