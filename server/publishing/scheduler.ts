import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type Live, tellWithin } from '../live.ts'
import { publish } from './publish.ts'
import { type PublishedTable, publishedTables } from './tables.ts'

/*
 * Each process sleeps until the next time of publication, by the database's clock, and wakes when somebody sets one. The
 * first to wake locks what is due. See docs/decisions/025-publishing.md.
 */

/** Looks this often though it heard of nothing: nobody tells of what a script has written. */
const LOOK_MS = 30_000
/** Looks again so soon after what it found was locked, by another process or by staff who change it. */
const LOCKED_MS = 200
const TROUBLE_MS = 1_000
/** Courses in which things go out at the same time, which are many at a full hour. */
const LANES = 4
/** So many courses are looked up at a time. */
const MOST = 200

/** What time it is, in SQL. */
export type Clock = () => RawBuilder<Date>
export const databaseClock: Clock = () => sql`now()`

interface Options {
  db: Kysely<DB>
  live: Live
  clock: Clock
  /** Hears why something could not go out; it is tried again. */
  onError: (error: unknown) => void
}

interface Scheduler {
  /** Resolves once nothing is under way. */
  close(): Promise<void>
}

export function startScheduler({ db, live, clock, onError }: Options): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let asked = false
  let closed = false

  function wake(): void {
    asked = true
    working ??= work().finally(() => {
      working = undefined
    })
  }

  async function work(): Promise<void> {
    clearTimeout(timer)
    let sleepMs = 0
    while (asked && !closed) {
      asked = false
      sleepMs = await round().catch((error) => {
        onError(error)
        return TROUBLE_MS
      })
    }
    if (!closed) timer = setTimeout(wake, sleepMs).unref()
  }

  /** Answers after how many ms there may be something to do. */
  async function round(): Promise<number> {
    const inMs = await nextIn(db, clock)
    if (inMs > 0) return inMs
    await publishDue(db, clock)
    const next = await nextIn(db, clock)
    return next > 0 ? next : LOCKED_MS
  }

  const stopListening = live.subscribe((event) => {
    if (event.kind === 'publication_planned') wake()
  }, wake)
  wake()
  return {
    async close() {
      closed = true
      stopListening()
      clearTimeout(timer)
      await working
    },
  }
}

/** In how many ms the next thing is due; at most so many as it may sleep. */
async function nextIn(db: Kysely<DB>, clock: Clock): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from min(publish_at) - ${clock()})::float8 * 1000 as ms from publications`.execute(db)
  return Math.min(LOOK_MS, Math.ceil(rows[0]?.ms ?? LOOK_MS))
}

interface Due {
  course_id: string
  subject_table: PublishedTable
}

/** Lets everything go out that is due and that nobody has locked. What fails keeps nothing else back. */
export async function publishDue(db: Kysely<DB>, clock: Clock): Promise<void> {
  for (;;) {
    const { rows: due } = await sql<Due>`
      select course_id, subject_table from publications where publish_at <= ${clock()}
      group by course_id, subject_table order by min(publish_at) limit ${sql.lit(MOST)}`.execute(db)
    const faults: unknown[] = []
    let published = 0
    const lane = async () => {
      for (let next = due.shift(); next; next = due.shift()) {
        published += await publishIn(db, next, clock).catch((error) => {
          faults.push(error)
          return 0
        })
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    if (published > 0) continue
    if (faults.length > 0) throw faults[0]
    return
  }
}

const publishIn = (db: Kysely<DB>, { course_id, subject_table: table }: Due, clock: Clock): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const isDue = sql`p.publish_at <= ${clock()}`
    const out = await publish(trx, { courseId: course_id, table }, { isDue, now: clock() })
    const [one] = out
    const event = {
      course_id,
      parts: [publishedTables[table].part, 'activity' as const],
      // What is for one section is not named: the others must not learn that it is there.
      ...(out.length === 1 && one?.section === null && { thing: one.id }),
    }
    // With the commit: a process that is killed has told of it, or has not let it go out.
    if (one) await tellWithin(trx, { kind: 'course_changed', ...event })
    return out.length
  })
