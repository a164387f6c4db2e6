import { type AttendanceRow, type Mark, noteMost } from '../../contract/attendance.ts'
import { mergeText } from '../../contract/mergeText.ts'

/*
 * A mark goes to the server at once: marks during a request go together in the next one. It stays on screen and on the
 * device until the server has it.
 */

/** The marks of one student. */
export interface Marking {
  /** Absent: as it stands, also as the student marks themselves before this is sent. */
  code?: AttendanceRow['attendance'] | undefined
  excused: boolean
  /** Absent: unchanged. */
  note?: string | undefined
  /** The server's note from which `note` was written. */
  from?: string | undefined
  /** Of the row on which it was made; absent: of the row as it is when the mark is sent. */
  revision?: number
}

export type Sent = Required<Pick<Mark, 'person_id' | 'excused' | 'revision'>> & Pick<Mark, 'code' | 'note'>

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
  /** Reads the students again. */
  onRefused: () => Promise<unknown>
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
  /** The marks that were sent without a reply: the server may have them. */
  const unanswered = new Map<string, Marking>()
  const revisionOf = (personId: string) => rowOf(personId)?.revision ?? 0

  function put(change: Partial<State>) {
    state = { ...state, ...change }
    if (change.pending) keep([...state.pending])
    for (const listener of listeners) listener()
  }
  /**
   * A sent mark that has not changed since is no longer pending; one that has is made on the new row. `others`: rows with
   * the marks of somebody else, which stay, and a note goes into theirs.
   */
  function settle(
    sent: ReadonlyMap<string, Marking>,
    done: string[],
    rows: AttendanceRow[],
    others: AttendanceRow[] = [],
  ) {
    const pending = new Map(state.pending)
    for (const id of done) if (pending.get(id) === sent.get(id)) pending.delete(id)
    for (const row of rows) {
      const { _id, revision } = row
      const marking = pending.get(_id)
      const isOthers = others.includes(row)
      if (marking)
        pending.set(_id, { ...marking, ...(isOthers ? withNote(marking, row) : { from: row.note }), revision })
      else if (isOthers) {
        const { note = row.note, from } = withNote(sent.get(_id), row)
        const stands = { excused: row.excused, ...(row.excused && { code: row.attendance }) }
        if (note !== row.note) pending.set(_id, { ...stands, note, from, revision })
      }
    }
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
      const items = [...sent].map(([person_id, { code, excused, note, revision = revisionOf(person_id) }]) => ({
        ...{ person_id, excused, revision },
        ...(code !== undefined && { code }),
        ...(note !== undefined && { note }),
      }))
      const outcome = await send(items)
      if (outcome.kind === 'away') {
        for (const [id, marking] of sent) unanswered.set(id, marking)
        put({ save: 'waiting' })
        return later(AGAIN_MS)
      }
      if (outcome.kind === 'refused') {
        await onRefused()
        // Somebody may have left the course since: the marks of the others go again.
        const gone = [...sent.keys()].filter((id) => !rowOf(id))
        settle(sent, gone.length > 0 ? gone : [...sent.keys()], [])
        continue
      }
      show(outcome.rows)
      // A reply to this device's own request may have been lost: its mark is there, and not somebody else's.
      const isOwn = (row: AttendanceRow) => isAs(row, unanswered.get(row._id)) && !isAs(row, sent.get(row._id))
      const done = outcome.rows.filter((row) => outcome.kind === 'saved' || !isOwn(row))
      const others = outcome.kind === 'newer' ? done.filter((row) => !isAs(row, sent.get(row._id))) : []
      settle(
        sent,
        done.map(({ _id }) => _id),
        outcome.rows,
        others,
      )
      for (const { _id } of outcome.rows) unanswered.delete(_id)
      // A note alone takes nothing of theirs away.
      const lost = others.filter(({ _id }) => sent.get(_id)?.code !== undefined)
      if (lost.length > 0) onMeanwhile(lost)
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
      for (const id of people) {
        const before = pending.get(id)
        const { note, from = rowOf(id)?.note, code, revision = revisionOf(id) } = before ?? {}
        const whole = { note, ...marking, code: marking.code === undefined ? code : marking.code }
        pending.set(id, { ...whole, ...(whole.note !== undefined && { from }), revision })
      }
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

/** A note that was written while somebody else wrote one: both stand, or one's own where they are too long together. */
function withNote({ note, from = '' }: Partial<Marking> = {}, row: AttendanceRow): Pick<Marking, 'note' | 'from'> {
  if (note === undefined) return {}
  const { text } = mergeText(from, note, row.note)
  return { note: text.length > noteMost ? note : text, from: row.note }
}

const isAs = (row: AttendanceRow, marking: Marking | undefined) =>
  marking !== undefined &&
  (marking.code === undefined || marking.code === row.attendance) &&
  marking.excused === row.excused &&
  (marking.note === undefined || marking.note.trim() === row.note)

/** A row with its new mark. */
export const withMarking = (row: AttendanceRow, marking: Marking | undefined): AttendanceRow =>
  marking
    ? {
        ...row,
        attendance: marking.code === undefined ? row.attendance : marking.code,
        excused: marking.excused,
        note: marking.note ?? row.note,
      }
    : row
