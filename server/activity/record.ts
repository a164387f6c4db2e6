import { sql } from 'kysely'
import type { EventType } from '../../contract/endpoint.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { News } from '../live.ts'

interface Event {
  course_id: string
  type: EventType
  /** What people read in their notifications. */
  title: string
  /** A path of this product. */
  link: string
  /** Who did it: they are not told what they did themselves. */
  actor_id: string | null
  created_at: Date
}

/**
 * Records something that happened in a course: for everyone on it, or with `only` for those people alone. Answers the
 * news that the caller publishes once its transaction is committed.
 */
export async function recordActivity(db: Db, event: Event, only?: string[]): Promise<News[]> {
  const people = only ?? [null]
  if (people.length === 0) return []
  await activityFor(event, people).execute(db)
  return people.map((id) => ({ kind: 'course_changed', course_id: event.course_id, ...(id && { person_id: id }) }))
}

/** The statement that records it for each of them (null: everyone on the course), which may go on with a `where`. */
export const activityFor = ({ course_id, type, title, link, actor_id, created_at }: Event, people: (string | null)[]) =>
  sql`
    insert into activity (course_id, id, type, title, link, actor_id, created_at, person_id)
    select ${course_id}, e.id, ${type}, ${title}, ${link}, ${actor_id}, ${created_at}, e.person_id
    from unnest(${people.map(() => newId())}::uuid[], ${people}::uuid[]) as e (id, person_id)`
