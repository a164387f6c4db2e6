import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { type Live, tellWithin } from '../live.ts'
import { releaseDue } from '../releases/due.ts'
import { publish } from './publish.ts'
import { type PublishedTable, publishedTables } from './tables.ts'

/*
 * Each process sleeps until the next time of publication, by the database's clock, and wakes when somebody sets a time.
 * The first process to wake locks the due things. See docs/decisions/025-publishing.md.
 */

/** The scheduler looks this often without a NOTIFY, because a script that writes a row sends none. */
const LOOK_MS = 30_000
/** The wait after another process, or a change of staff, had locked a due thing. */
const LOCKED_MS = 200
const TROUBLE_MS = 1_000
/** In how many courses it publishes at the same time: at a full hour many are due. */
const LANES = 4
/** How many courses one lookup returns. */
const MOST = 200

/** The present time, as SQL. */
export type Clock = () => RawBuilder<Date>
export const databaseClock: Clock = () => sql`now()`

interface Options {
  db: Kysely<DB>
  live: Live
  clock: Clock
  /** Gets the error of a failed publication; the scheduler tries it again. */
  onError: (error: unknown) => void
}

interface Scheduler {
  /** Resolves once no publication is running. */
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

  /** Returns in how many ms to look again. */
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

/** Nothing of an archived course goes out until it is brought back, and no grades of a deleted assignment. */
const isOpen = sql`not exists (select from courses c where c.id = p.course_id and c.archived_at is not null)
  and not exists (
    select from planned_releases r join assignments a on a.course_id = r.course_id and a.id = r.assignment_id
    where r.course_id = p.course_id and r.id = p.subject_id and a.deleted_at is not null)`

/** In how many ms the next thing is due, at most the longest sleep. */
async function nextIn(db: Kysely<DB>, clock: Clock): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from min(publish_at) - ${clock()})::float8 * 1000 as ms from publications p where ${isOpen}`.execute(
    db,
  )
  return Math.min(LOOK_MS, Math.ceil(rows[0]?.ms ?? LOOK_MS))
}

interface Due {
  course_id: string
  subject_table: PublishedTable | 'planned_releases'
}

/** Publishes everything that is due and unlocked. A failure in one course does not delay the others. */
export async function publishDue(db: Kysely<DB>, clock: Clock): Promise<void> {
  for (;;) {
    const { rows: due } = await sql<Due>`
      select course_id, subject_table from publications p where publish_at <= ${clock()} and ${isOpen}
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

async function publishIn(db: Kysely<DB>, { course_id, subject_table: table }: Due, clock: Clock): Promise<number> {
  if (table === 'planned_releases') return releaseDue(db, course_id, clock)
  return db.transaction().execute(async (trx) => {
    const isDue = sql`p.publish_at <= ${clock()}`
    const out = await publish(trx, { courseId: course_id, table }, { isDue, now: clock() })
    const [one] = out
    const event = {
      course_id,
      parts: [publishedTables[table].part, 'activity' as const],
      // An event does not name a thing that some students do not see: they must not learn that it exists.
      ...(out.length === 1 && one?.narrow === false && { thing: one.id }),
    }
    // NOTIFY goes out with the commit, so a killed process has done both or neither.
    if (one) await tellWithin(trx, { kind: 'course_changed', ...event })
    return out.length
  })
}
