import { type Kysely, sql } from 'kysely'
import { isPassing } from '../errors.ts'
import type { Live } from '../live.ts'
import type { DB } from './schema.ts'

/*
 * Reads that a replica may answer, which is a moment behind. See docs/decisions/007-reads-from-a-replica.md.
 */

/** Of which course and for which person something is read. */
interface About {
  courseId?: string
  viewer?: { _id: string }
}

/**
 * Runs `work`, which only reads, on the replica; on the primary when the replica is away or behind, or may not have seen
 * what just happened in that course or to that person.
 */
export type Reads = <T>(about: About, work: (db: Kysely<DB>) => Promise<T>) => Promise<T>

/** How often the replica is looked at, how far it may be behind, and how long a course and a person stay with the primary after something new. */
const LOOK_MS = 1_000
const BEHIND_MS = 3_000
const NEW_MS = BEHIND_MS + 2 * LOOK_MS

/** Where the primary's log was at a time (ms), in bytes. */
export interface Mark {
  at: number
  position: number
}

/** How many ms a replica that has replayed up to `position` is behind, by the marks of its primary, oldest first. */
export function behindBy(marks: Mark[], position: number, now: number): number {
  const seen = marks.findLast((mark) => mark.position <= position)
  return seen ? now - seen.at : Number.POSITIVE_INFINITY
}

interface Options {
  primary: Kysely<DB>
  /** Absent: everything is read from the primary. */
  replica?: Kysely<DB>
  live: Live
  now?: () => number
}

export interface Replica {
  reads: Reads
  /** Looks at the replica once more, now. */
  look(): Promise<void>
  close(): void
}

export function createReads({ primary, replica, live, now = Date.now }: Options): Replica {
  if (!replica) return { reads: (_about, work) => work(primary), look: async () => {}, close() {} }

  let usable = false
  const marks: Mark[] = []
  /** Until when something new is known of a course or a person, oldest first. */
  const fresh = new Map<string, number>()
  // What was told before this process listened is not known to it.
  let blindUntil = now() + NEW_MS

  const unsubscribe = live.subscribe(
    (news) => {
      if (news.kind === 'session_ended' || news.kind === 'draft_changed') return
      const about = 'person_id' in news && news.person_id ? news.person_id : 'course_id' in news ? news.course_id : ''
      fresh.delete(about)
      fresh.set(about, now() + NEW_MS)
    },
    () => {
      blindUntil = now() + NEW_MS
    },
  )

  function forgetOld(): void {
    for (const [about, until] of fresh) {
      if (until > now()) return
      fresh.delete(about)
    }
  }

  const isFresh = (about: string | undefined) => about !== undefined && (fresh.get(about) ?? 0) > now()

  async function look(): Promise<void> {
    forgetOld()
    try {
      marks.push({ at: now(), position: await positionOf(primary) })
      if (marks.length > 2 + BEHIND_MS / LOOK_MS) marks.shift()
      usable = behindBy(marks, await positionOf(replica as Kysely<DB>), now()) <= BEHIND_MS
    } catch {
      usable = false
    }
  }

  let looking = false
  const timer = setInterval(async () => {
    // A look that waits for a machine that is gone is not joined by more of them.
    if (looking) return
    looking = true
    await look()
    looking = false
  }, LOOK_MS).unref()

  return {
    async reads({ courseId, viewer }, work) {
      const trusted = usable && live.listening() && now() > blindUntil
      if (!trusted || isFresh(courseId) || isFresh(viewer?._id)) return work(primary)
      try {
        return await work(replica)
      } catch (error) {
        // Until the next look. What is not there may only not be there yet, and what is asked wrongly is no trouble of its.
        if (isPassing(error)) usable = false
        return work(primary)
      }
    },
    look,
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}

/** Up to which byte of the log the database's rows are. */
async function positionOf(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0')::float8 as position
    `.execute(db)
  return rows[0]?.position ?? 0
}
