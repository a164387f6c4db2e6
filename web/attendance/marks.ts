import type { AttendanceRow, Mark } from '../../contract/attendance.ts'

/*
 * What is marked on a screen goes to the server at once: what is marked while a request is under way goes together in the
 * next one. It stays on the screen and on the device until the server has it.
 */

/** What is marked of one student. */
export interface Marking {
  code: AttendanceRow['attendance']
  excused: boolean
  /** Absent: it stays. */
  note?: string | undefined
}

export type Sent = Required<Pick<Mark, 'person_id' | 'code' | 'excused' | 'revision'>> & Pick<Mark, 'note'>

/** What came of a request. */
export type Outcome =
  | { kind: 'saved'; rows: AttendanceRow[] }
  /** Somebody marked these since: nothing was saved. */
  | { kind: 'newer'; rows: AttendanceRow[] }
  /** The same may succeed in a moment. */
  | { kind: 'away' }
  | { kind: 'refused' }

export interface State {
  /** By student, what the server does not have yet. */
  pending: ReadonlyMap<string, Marking>
  save: 'saved' | 'saving' | 'waiting'
}

interface Options {
  /** What was marked on this device and not saved. */
  kept: [string, Marking][]
  keep: (pending: [string, Marking][]) => void
  /** What the server is known to have of a student. */
  rowOf: (personId: string) => AttendanceRow | undefined
  send: (items: Sent[]) => Promise<Outcome>
  /** Puts what the server has on the screen. */
  show: (rows: AttendanceRow[]) => void
  /** Somebody else marked these students meanwhile, and otherwise. */
  onMeanwhile: (rows: AttendanceRow[]) => void
  onRefused: () => void
}

/** What is marked within this time goes together, in ms. */
const GATHER_MS = 150
const AGAIN_MS = 3_000

export interface Marks {
  get(): State
  subscribe(listener: () => void): () => void
  mark(people: string[], marking: Marking): void
  /** Tries again at once, for example when the network is back. */
  retry(): void
  /** Resolves once nothing is left to save, or it is given up for now. */
  settled(): Promise<void>
  stop(): void
}

export function createMarks({ kept, keep, rowOf, send, show, onMeanwhile, onRefused }: Options): Marks {
  let state: State = { pending: new Map(kept), save: kept.length > 0 ? 'saving' : 'saved' }
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy: Promise<void> | undefined
  let stopped = false

  function put(change: Partial<State>) {
    state = { ...state, ...change }
    if (change.pending) keep([...state.pending])
    for (const listener of listeners) listener()
  }
  /** What was sent and has not been marked otherwise since is not pending any more. */
  function settle(sent: ReadonlyMap<string, Marking>, people: string[]) {
    const pending = new Map(state.pending)
    for (const id of people) if (pending.get(id) === sent.get(id)) pending.delete(id)
    put({ pending })
  }
  function later(ms: number) {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void flush(), ms)
  }
  function flush(): Promise<void> {
    clearTimeout(timer)
    busy ??= sendAll().finally(() => {
      busy = undefined
    })
    return busy
  }

  async function sendAll() {
    while (state.pending.size > 0 && !stopped) {
      put({ save: 'saving' })
      const sent = new Map(state.pending)
      const items = [...sent].map(([person_id, { code, excused, note }]) => {
        const revision = rowOf(person_id)?.revision ?? 0
        return { person_id, code, excused, revision, ...(note !== undefined && { note }) }
      })
      const outcome = await send(items)
      if (outcome.kind === 'away') {
        put({ save: 'waiting' })
        return later(AGAIN_MS)
      }
      if (outcome.kind === 'refused') {
        settle(sent, [...sent.keys()])
        onRefused()
      } else {
        show(outcome.rows)
        settle(
          sent,
          outcome.rows.map(({ _id }) => _id),
        )
        if (outcome.kind === 'newer') {
          // The first answer to this device's own request may have been lost.
          const others = outcome.rows.filter((row) => !isAs(row, sent.get(row._id)))
          if (others.length > 0) onMeanwhile(others)
        }
      }
    }
    put({ save: 'saved' })
  }
  if (kept.length > 0) later(0)

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    mark(people, marking) {
      const pending = new Map(state.pending)
      for (const id of people) pending.set(id, { note: pending.get(id)?.note, ...marking })
      put({ pending, ...(state.save === 'saved' && { save: 'saving' }) })
      if (!busy && state.save !== 'waiting') later(GATHER_MS)
    },
    retry() {
      if (state.pending.size > 0) void flush()
    },
    settled: async () => {
      if (state.pending.size > 0) await flush()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

const isAs = (row: AttendanceRow, marking: Marking | undefined) =>
  marking?.code === row.attendance &&
  marking.excused === row.excused &&
  (marking.note === undefined || marking.note.trim() === row.note)

/** A row as it will be. */
export const withMarking = (row: AttendanceRow, marking: Marking | undefined): AttendanceRow =>
  marking ? { ...row, attendance: marking.code, excused: marking.excused, note: marking.note ?? row.note } : row
