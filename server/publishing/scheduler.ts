import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { doEach } from '../doEach.ts'
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

/** Publishes everything that is due and unlocked. What fails does not delay the others: its error is thrown after them. */
export async function publishDue(db: Kysely<DB>, clock: Clock): Promise<void> {
  const faults: unknown[] = []
  /** What is locked or fails: this round does not look at it again. */
  const stuck: Due[] = []
  for (;;) {
    const { rows: due } = await sql<Due>`
      select course_id, subject_table from publications p where publish_at <= ${clock()} and ${isOpen}
        and not exists (
          select from unnest(
            ${stuck.map((one) => one.course_id)}::uuid[], ${stuck.map((one) => one.subject_table)}::text[]
          ) s (course_id, subject_table)
          where s.course_id = p.course_id and s.subject_table = p.subject_table)
      group by course_id, subject_table order by min(publish_at) limit ${sql.lit(MOST)}`.execute(db)
    if (due.length === 0) break
    const lane = async () => {
      for (let next = due.shift(); next; next = due.shift()) {
        const published = await publishIn(db, next, clock).catch((error) => {
          faults.push(error)
          return 0
        })
        if (published === 0) stuck.push(next)
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }
  if (faults.length > 0) throw faults[0]
}

/** Publishes all that is due in one course and table together; one by one, when that fails because of one of them. */
async function publishIn(db: Kysely<DB>, { course_id, subject_table }: Due, clock: Clock): Promise<number> {
  if (subject_table === 'planned_releases') return releaseDue(db, course_id, clock)
  const of = { courseId: course_id, table: subject_table }
  const isDue = sql`p.publish_at <= ${clock()}`
  return publishThose(db, of, { isDue, now: clock() }).catch(async () => {
    const { rows } = await sql<{ id: string }>`
      select subject_id as id from publications p
      where course_id = ${course_id} and subject_table = ${subject_table} and ${isDue}
      order by publish_at, subject_id`.execute(db)
    return doEach(rows, async ({ id }) => {
      const isOne = sql`${isDue} and p.subject_id = ${id}`
      return (await publishThose(db, of, { isDue: isOne, now: clock() })) > 0
    })
  })
}

const publishThose = (
  db: Kysely<DB>,
  of: { courseId: string; table: PublishedTable },
  when: { isDue: RawBuilder<unknown>; now: RawBuilder<unknown> },
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const out = await publish(trx, of, when)
    const [one] = out
    const event = {
      course_id: of.courseId,
      parts: [publishedTables[of.table].part, 'activity' as const],
      // An event does not name a thing that some students do not see: they must not learn that it exists.
      ...(out.length === 1 && one?.narrow === false && { thing: one.id }),
    }
    // NOTIFY goes out with the commit, so a killed process has done both or neither.
    if (one) await tellWithin(trx, { kind: 'course_changed', ...event })
    return out.length
  })
