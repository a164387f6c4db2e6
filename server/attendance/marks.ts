import { type Kysely, sql } from 'kysely'
import { refuseTry, takeTry } from '../access/rateLimit.ts'
import { doBatched, type Work } from '../db/batch.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { tableOf } from '../db/tableOf.ts'
import { Refusal } from '../errors.ts'

/* Students mark themselves by the code in the room. */

/** A class whose code is open. */
export interface OpenClass {
  id: string
  name: string
  /** in ms */
  opened: number
  /** In ms: a later mark is late; null: no mark is. */
  late_from: number | null
}

/**
 * The classes with an open code in the course of roster row `r`, and whether students see a column of attendance; null:
 * there is none.
 */
export const openColumns = (now: Date) => sql`
  (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name,
      'opened', round(extract(epoch from o.opened_at) * 1000),
      'late_from', extract(epoch from s.start_at) * 1000 + o.late_after * 60000)), '[]')
    from attendance_codes o join schedules s on s.course_id = o.course_id and s.id = o.schedule_id
    where o.course_id = r.course_id and o.closes_at > ${now}::timestamptz and s.deleted_at is null
      and not s.cancelled) as open,
  (select bool_or(g.released) from gradables g
    where g.course_id = r.course_id and g.attendance_late is not null and g.deleted_at is null) as scores_shown`

/**
 * How many wrong codes a person may send. Only wrong codes count, so nobody uses up another person's tries. A person
 * without tries is refused the right code too: otherwise the reply would be another guess.
 */
const wrongTries = { most: 10, windowMs: 5 * 60_000 }
const keyOf = (personId: string) => `attend/person/${personId}`

/** Counts a wrong code, and refuses it. */
export async function refuseCode(db: Db, personId: string, now: Date): Promise<never> {
  await takeTry(db, { key: keyOf(personId), ...wrongTries }, now)
  throw new Refusal('wrong_code')
}

export interface Mark {
  course_id: string
  schedule_id: string
  person_id: string
  code: 2 | 3
  device: string | null
  at: Date
}

interface Result {
  allowed: boolean
  /** Whether this mark is the person's first. */
  is_new: boolean
  /** The mark that counts. */
  code: 1 | 2 | 3 | null
}

/** One statement for all marks of the same moment: a lecture marks within a minute. */
const marking: Work<Mark, Result> = {
  async alone(db, mark) {
    return (await markAll(db, [mark]))[0] as Result
  },
  together: markAll,
}

async function markAll(db: Kysely<DB>, marks: Mark[]): Promise<Result[]> {
  const rows = marks.map((mark) => ({ ...mark, key: keyOf(mark.person_id) }))
  const types = { course_id: 'uuid', schedule_id: 'uuid', person_id: 'uuid', code: 'smallint', device: 'uuid' }
  const { rows: results } = await sql<Result>`
    with given as (
      select i.*, not exists (
        select from rate_limits l where l.key = i.key and l.resets_at > i.at and l.count >= ${wrongTries.most}) as allowed
      from ${tableOf(rows, { ...types, at: 'timestamptz', key: 'text' })}
    ), marked as (
      insert into attendance_marks (course_id, schedule_id, person_id, code, device, marked_at)
      select course_id, schedule_id, person_id, code, device, at from given where allowed order by person_id
      on conflict do nothing
      returning course_id, schedule_id, person_id
    )
    select g.allowed, n.person_id is not null as is_new,
      case when a.code is not null or a.recorded_at >= coalesce(m.marked_at, g.at) then a.code
        else coalesce(m.code, g.code) end as code
    from given g
    left join marked n on (n.course_id, n.schedule_id, n.person_id) = (g.course_id, g.schedule_id, g.person_id)
    left join attendance a
      on a.course_id = g.course_id and a.person_id = g.person_id and a.schedule_id = g.schedule_id
    left join attendance_marks m
      on m.course_id = g.course_id and m.person_id = g.person_id and m.schedule_id = g.schedule_id
    order by g.place`.execute(db)
  return results
}

/** Marks a student with a right code; the first mark counts. Throws too_many after too many wrong codes. */
export async function markSelf(db: Kysely<DB>, mark: Mark): Promise<Result> {
  const result = await doBatched(db, marking, mark)
  if (!result.allowed) await refuseTry(db, { key: keyOf(mark.person_id), ...wrongTries }, mark.at)
  return result
}
