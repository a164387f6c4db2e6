import { type Kysely, sql } from 'kysely'
import { windowDays } from '../../contract/notifications.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { found } from '../errors.ts'
import { isThere, type Reader } from './reader.ts'
import type { Place } from './writes.ts'

/** Texts from before this time no longer count as new for anybody. */
export const neverNewUntil = (now: Date) => new Date(now.getTime() - windowDays * 86_400_000)

interface Seeing extends Place {
  reader: Reader
  until: Date
  now: Date
}

interface Seen {
  /** Until when the person had seen the topic before. */
  before: Date | null
  /** Whether they have now seen more than before. */
  noted: boolean
}

/**
 * Stores until when a person has seen a topic; never an earlier time than before, and only a time after which a text
 * may count as new.
 */
export async function noteSeen(db: Db, { course_id, topic_id, reader, until, now }: Seeing): Promise<Seen> {
  const person_id = reader.viewer._id
  const upTo = new Date(Math.min(until.getTime(), now.getTime()))
  const counts = upTo > neverNewUntil(now)
  const { rows } = await sql<Seen>`
    with t as (
      select t.course_id, t.id from topics t where t.course_id = ${course_id} and t.id = ${topic_id} and ${isThere(reader)}
    ), before as (
      select seen_at from topic_seen
      where course_id = ${course_id} and person_id = ${person_id} and topic_id = ${topic_id}
    ), noted as (
      insert into topic_seen (course_id, person_id, topic_id, seen_at)
      select course_id, ${person_id}, id, ${counts ? upTo : now} from t
      where ${counts} and not exists (select from before where seen_at >= ${counts ? upTo : now})
      on conflict (course_id, person_id, topic_id) do update set seen_at = excluded.seen_at
        where topic_seen.seen_at < excluded.seen_at
      returning seen_at
    )
    select (select seen_at from before) as before, exists (select from noted) as noted from t`.execute(db)
  return found(rows[0])
}

/** Removes rows that no longer say anything. */
export const sweepSeen = (db: Kysely<DB>, now: Date) =>
  db.deleteFrom('topic_seen').where('seen_at', '<', neverNewUntil(now)).execute()
