import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { rememberedMs } from '../contract/notifications.ts'
import type { Part } from '../contract/parts.ts'
import { type Connection, type Db, lineSettings, socketOf } from './db/database.ts'
import type { DB } from './db/schema.ts'

/*
 * Live events between server processes, by PostgreSQL's LISTEN/NOTIFY: an ended session, a change in a course.
 * A listener that loses its connection comes back by itself, and tells that something may have been missed.
 */

const CHANNEL = 'raintree'

export type LiveEvent =
  | { kind: 'session_ended'; hash: string }
  /**
   * Something new in a course, for everyone on it, for one person, or for its staff: the parts, and the id of the thing
   * as in its address, if it is about one.
   */
  | {
      kind: 'course_changed'
      course_id: string
      person_id?: string
      audience?: 'staff'
      parts: readonly Part[]
      thing?: string
    }
  /** The courses of a person are others than before; `left` is one that they are no longer on. */
  | { kind: 'person_changed'; person_id: string; left?: string }
  /** The account of a person was removed. */
  | { kind: 'person_removed'; person_id: string }
  /** The attendance at a class is another one: of everyone, of one person, or as staff see it. */
  | { kind: 'attendance_changed'; course_id: string; schedule_id: string; person_id?: string; audience?: 'staff' }
  /** Somebody wrote in a topic: for everyone on the course, or `to` staff, or to people by their ids. */
  | { kind: 'discussion_changed'; course_id: string; topic_id: string; to?: 'staff' | string[] }
  /** Something was handed in to an assignment: for the staff of the course. */
  | { kind: 'handed_in'; course_id: string; assignment_id: string }
  /** Students made, joined or left groups: for everyone on the course, because each sees the groups. */
  | { kind: 'groups_changed'; course_id: string }
  /** Others of the staff of a course are at a thing than before, or do something else there. */
  | { kind: 'presence_changed'; course_id: string; thing_id: string }
  /** A person has seen what was written in a topic on one of their devices. */
  | { kind: 'topic_seen'; person_id: string; course_id: string; topic_id: string }
  /** A person has read notifications on one of their devices. */
  | { kind: 'notifications_read'; person_id: string }
  /** Somebody has set a time of publication. */
  | { kind: 'publication_planned' }
  /** Something typed on one of a person's devices was kept. */
  | { kind: 'draft_changed'; person_id: string; course_id: string; assignment_id: string }

/** A live event, and when it came in by `performance.now()`. */
interface Received {
  at: number
  event: LiveEvent
}

export interface Live {
  /** Resolves once it is sent to all who listen; rejects when that cannot be. */
  publish(event: LiveEvent): Promise<void>
  /** Publishes for who does not wait for it: what was done is done, whether or not others hear of it now. */
  tell(...events: LiveEvent[]): void
  /**
   * Calls back on each live event from any process, this one too, and, when the line was lost and is back, `onMissed`:
   * events of that time are lost. Returns how to stop.
   */
  subscribe(listener: (event: LiveEvent) => void, onMissed?: () => void): () => void
  /** What came in of late, the oldest first: for a listener that starts after its reading did. */
  lately(): Received[]
  /** Whether live events come in at this moment. */
  listening(): boolean
  /** Sends the waiting events first, for at most 2 s. */
  close(): Promise<void>
}

interface Options {
  connection: Connection
  /** Through which live events go out. */
  db: Kysely<DB>
  onError: (error: unknown) => void
  /** So often the line is asked whether it is there; it has half as long to answer. */
  askMs?: number
  /** Live events go out at most so often, together with what came meanwhile. Nobody sees it, and it spares the database. */
  gatherMs?: number
}

/** So many live events are remembered at least, unless they are older than `rememberedMs`; twice as much is about 1 MB. */
const MOST_REMEMBERED = 2_000

/** What could not be sent is sent once more, so long after: the screens of others would stay as they are. */
const AGAIN_MS = 1_000
/** The longest that a process which stops waits for its live events to be sent. */
const LAST_MS = 2_000

/** Those who notify commit one after the other. Live events need not survive a power cut, so none of them waits for the disk. */
async function notify(db: Kysely<DB>, payloads: string[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, payload)
    from unnest(${payloads}::text[]) as payload`.execute(db)
}

/** Sends a live event with the commit of a transaction, or not at all. */
export async function tellWithin(trx: Db, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`.execute(trx)
}

/** Not only in words, which a silent line would swallow: its end would be waited for for ever. */
async function end(line: pg.Client): Promise<void> {
  const closing = line.end()
  socketOf(line).destroy()
  await closing
}

/** Resolves once it listens, so that nothing published afterwards is missed. */
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
    // Closed while it was coming back: nobody would close it later.
    if (closed) return end(next)
    client = next
    asking = setInterval(() => ask(next), askMs).unref()
  }

  /** A proxy may keep a line that leads nowhere any more, and nothing else would tell: it is silent most of the time. */
  function ask(line: pg.Client): void {
    line.query('select 1').catch((error) => {
      if (closed) return
      onError(error)
      return end(line)
    })
  }

  /** Anybody who reaches the database can write on the channel, and one bad listener is not everybody's. */
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
  /** In two parts: the older one goes as a whole. */
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
  /** One message to the database at a time, in which what came meanwhile goes together. */
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
      // `send` reports the error once, for all that was to go together.
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
