import type { AttendanceRow, Mark } from '../../contract/attendance.ts'

/*
 * A mark goes to the server at once: marks during a request go together in the next one. It stays on screen and on the
 * device until the server has it.
 */

/** The marks of one student. */
export interface Marking {
  code: AttendanceRow['attendance']
  excused: boolean
  /** Absent: unchanged. */
  note?: string | undefined
}

export type Sent = Required<Pick<Mark, 'person_id' | 'code' | 'excused' | 'revision'>> & Pick<Mark, 'note'>

/** The outcome of a request. */
export type Outcome =
  | { kind: 'saved'; rows: AttendanceRow[] }
  /** Somebody else has marked these students since: nothing was saved. */
  | { kind: 'newer'; rows: AttendanceRow[] }
  /** A repeat may succeed in a moment. */
  | { kind: 'away' }
  | { kind: 'refused' }

export interface State {
  /** By student, the marks that the server does not have yet. */
  pending: ReadonlyMap<string, Marking>
  save: 'saved' | 'saving' | 'waiting'
}

interface Options {
  /** The unsaved marks of this device. */
  kept: [string, Marking][]
  keep: (pending: [string, Marking][]) => void
  /** The last known mark of a student on the server. */
  rowOf: (personId: string) => AttendanceRow | undefined
  send: (items: Sent[]) => Promise<Outcome>
  /** Shows the server's marks on the screen. */
  show: (rows: AttendanceRow[]) => void
  /** Somebody else marked these students differently meanwhile. */
  onMeanwhile: (rows: AttendanceRow[]) => void
  onRefused: () => void
}

/** In ms: marks within this time go together. */
const GATHER_MS = 150
const AGAIN_MS = 3_000

export interface Marks {
  get(): State
  subscribe(listener: () => void): () => void
  mark(people: string[], marking: Marking): void
  /** Tries again at once, for example when the network is back. */
  retry(): void
  /** Resolves once everything is saved, or given up for now. */
  settled(): Promise<void>
  /** Sends the kept marks: once the screen stands, because React may render it and discard that. */
  start(): void
  /** Sends the last marks once more. */
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
  /** A sent mark that has not changed since is no longer pending. */
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
    while (state.pending.size > 0) {
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
          // The first reply to this device's own request may have been lost.
          const others = outcome.rows.filter((row) => !isAs(row, sent.get(row._id)))
          if (others.length > 0) onMeanwhile(others)
        }
      }
    }
    put({ save: 'saved' })
  }
  const retry = () => {
    if (state.pending.size > 0) void flush()
  }

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
    retry,
    settled: async () => {
      if (state.pending.size > 0) await flush()
    },
    start() {
      stopped = false
      retry()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      retry()
    },
  }
}

const isAs = (row: AttendanceRow, marking: Marking | undefined) =>
  marking?.code === row.attendance &&
  marking.excused === row.excused &&
  (marking.note === undefined || marking.note.trim() === row.note)

/** A row with its new mark. */
export const withMarking = (row: AttendanceRow, marking: Marking | undefined): AttendanceRow =>
  marking ? { ...row, attendance: marking.code, excused: marking.excused, note: marking.note ?? row.note } : row
