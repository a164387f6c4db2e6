import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { rememberedMs } from '../contract/notifications.ts'
import type { Part } from '../contract/parts.ts'
import { type Connection, type Db, lineSettings, socketOf } from './db/database.ts'
import type { DB } from './db/schema.ts'

/*
 * Live events between server processes, by PostgreSQL's LISTEN/NOTIFY: an ended session, a change in a course. A
 * listener that loses its connection reconnects, and says that it may have missed events.
 */

const CHANNEL = 'raintree'

export type LiveEvent =
  | { kind: 'session_ended'; hash: string }
  /**
   * A change in a course, for everyone on it, for one person, or for its staff: the changed parts, and the id of the
   * thing in its address, if it is about one.
   */
  | {
      kind: 'course_changed'
      course_id: string
      person_id?: string
      audience?: 'staff'
      parts: readonly Part[]
      thing?: string
    }
  /** A person's courses have changed; `left` is one that they are no longer on. */
  | { kind: 'person_changed'; person_id: string; left?: string }
  /** The account of a person was removed. */
  | { kind: 'person_removed'; person_id: string }
  /** The attendance at a class has changed: everyone's, one person's, or what staff see. */
  | { kind: 'attendance_changed'; course_id: string; schedule_id: string; person_id?: string; audience?: 'staff' }
  /** A new text in a topic: for everyone on the course, for staff (`to`), or for people by their ids. */
  | { kind: 'discussion_changed'; course_id: string; topic_id: string; to?: 'staff' | string[] }
  /** Somebody has handed in an assignment: for the staff of the course. */
  | { kind: 'handed_in'; course_id: string; assignment_id: string }
  /** Students made, joined or left groups: for everyone on the course, because each sees the groups. */
  | { kind: 'groups_changed'; course_id: string }
  /** Other staff are at a thing now, or do something else there. */
  | { kind: 'presence_changed'; course_id: string; thing_id: string }
  /** A person has read a topic on one of their devices. */
  | { kind: 'topic_seen'; person_id: string; course_id: string; topic_id: string }
  /** A person has read notifications on one of their devices. */
  | { kind: 'notifications_read'; person_id: string }
  /** Somebody has set a time of publication. */
  | { kind: 'publication_planned' }
  /** The server has saved a draft from one of a person's devices. */
  | { kind: 'draft_changed'; person_id: string; course_id: string; assignment_id: string }

/** A live event, and the time of its arrival by `performance.now()`. */
interface Received {
  at: number
  event: LiveEvent
}

export interface Live {
  /** Resolves once the event is sent to all listeners; rejects when that fails. */
  publish(event: LiveEvent): Promise<void>
  /** Publishes without waiting: the write stays done, whether or not others hear of it now. */
  tell(...events: LiveEvent[]): void
  /**
   * Calls back on each live event from any process, this one too, and calls `onMissed` after a lost connection, because
   * events of that time are lost. Returns how to stop.
   */
  subscribe(listener: (event: LiveEvent) => void, onMissed?: () => void): () => void
  /** The latest live events, the oldest first: for a listener that starts after its reading did. */
  lately(): Received[]
  /** Whether live events arrive at this moment. */
  listening(): boolean
  /** Sends the waiting events first, for at most 2 s. */
  close(): Promise<void>
}

interface Options {
  connection: Connection
  /** The PostgreSQL channel of live events. */
  db: Kysely<DB>
  onError: (error: unknown) => void
  /** In ms, how often the connection is checked; it has half as long to answer. */
  askMs?: number
  /** In ms: live events go out at most this often, together. Nobody notices, and it spares the database. */
  gatherMs?: number
}

/**
 * How many live events are remembered at least, unless they are older than `rememberedMs`; twice as many take about 1
 * MB.
 */
const MOST_REMEMBERED = 2_000

/**
 * In ms: an event that could not be sent is sent once more after this time, or other people's screens would stay old.
 */
const AGAIN_MS = 1_000
/** The longest that a process which stops waits for its live events to be sent. */
const LAST_MS = 2_000

/**
 * Transactions that notify commit one after the other. Live events need not survive a power cut, so none of them waits
 * for the disk.
 */
async function notify(db: Kysely<DB>, payloads: string[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, payload)
    from unnest(${payloads}::text[]) as payload`.execute(db)
}

/** Sends a live event with the commit of a transaction, or not at all. */
export async function tellWithin(trx: Db, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(trx)
}

/** Destroys the socket: a silent connection would swallow a goodbye, and its end would never come. */
async function end(line: pg.Client): Promise<void> {
  const closing = line.end()
  socketOf(line).destroy()
  await closing
}

/** Resolves once it listens, so that later events are not missed. */
export async function createLive({ connection, db, onError, askMs = 10_000, gatherMs = 10 }: Options): Promise<Live> {
  const listeners = new Map<(event: LiveEvent) => void, (() => void) | undefined>()
  let client: pg.Client | undefined
  let closed = false

  async function listen(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      ...lineSettings,
      query_timeout: askMs / 2,
      application_name: 'raintree live',
    })
    let asking: NodeJS.Timeout | undefined
    next.on('notification', ({ payload }) => hear(payload ?? ''))
    next.on('error', onError)
    next.on('end', () => {
      clearInterval(asking)
      if (client === next) retry()
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      await end(next).catch(() => {})
      throw error
    }
    // Closed while it was reconnecting: nobody would close it later.
    if (closed) return end(next)
    client = next
    asking = setInterval(() => ask(next), askMs).unref()
  }

  /**
   * A proxy may keep a dead connection, and nothing else would reveal it: the connection is silent most of the time.
   */
  function ask(line: pg.Client): void {
    line.query('select 1').catch((error) => {
      if (closed) return
      onError(error)
      return end(line)
    })
  }

  /** Anybody who reaches the database can write on the channel, and one bad message must not stop the others. */
  function hear(payload: string): void {
    let event: LiveEvent
    try {
      event = JSON.parse(payload)
      if (typeof event?.kind !== 'string') throw new Error('a live event without a kind')
    } catch (error) {
      onError(error)
      return
    }
    remember(event)
    for (const listener of listeners.keys()) attempt(() => listener(event))
  }

  function attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      onError(error)
    }
  }

  async function comeBack(): Promise<void> {
    await listen()
    for (const onMissed of listeners.values()) if (onMissed) attempt(onMissed)
  }

  let older: Received[] = []
  let newer: Received[] = []
  /** In two halves: the older one goes as a whole. */
  function remember(event: LiveEvent): void {
    const at = performance.now()
    if (newer.length >= MOST_REMEMBERED || at - (newer[0]?.at ?? at) > rememberedMs) {
      older = newer
      newer = []
    }
    newer.push({ at, event })
  }

  function retry(): void {
    client = undefined
    if (closed) return
    setTimeout(() => {
      if (!closed) comeBack().catch(() => retry())
    }, 1_000).unref()
  }

  async function send(payloads: string[]): Promise<void> {
    try {
      await notify(db, payloads)
    } catch {
      await pause(AGAIN_MS)
      await notify(db, payloads)
    }
  }

  let waiting: { payloads: string[]; sent: Promise<void> } | undefined
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<unknown> = last
  /** One message to the database at a time, with all events of the meantime. */
  function publish(event: LiveEvent): Promise<void> {
    if (!waiting) {
      const payloads: string[] = []
      const previous = next
      const sent = previous.then(() => {
        waiting = undefined
        return send(payloads)
      })
      last = sent.catch(onError)
      waiting = { payloads, sent }
      next = Promise.allSettled([sent, previous.then(() => pause(gatherMs))])
    }
    waiting.payloads.push(JSON.stringify(event))
    return waiting.sent
  }

  await listen()
  return {
    publish,
    tell(...events) {
      // `send` reports the error once, for all events of its message.
      for (const one of events) publish(one).catch(() => {})
    },
    subscribe(listener, onMissed) {
      listeners.set(listener, onMissed)
      return () => void listeners.delete(listener)
    },
    lately: () => [...older, ...newer],
    listening: () => client !== undefined,
    async close() {
      closed = true
      await Promise.race([last, pause(LAST_MS, undefined, { ref: false })])
      if (client) await end(client)
    },
  }
}
