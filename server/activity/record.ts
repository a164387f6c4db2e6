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
 * Records something that happened to people in a course. Answers the news that the caller publishes once its transaction is
 * committed.
 */
export async function recordActivity(db: Db, event: Event, people: string[]): Promise<News[]> {
  if (people.length === 0) return []
  await activityFor(event, people).execute(db)
  return people.map((person_id) => ({ kind: 'course_changed', course_id: event.course_id, person_id }))
}

/** The statement that records it for each of them, which may go on with a `where`. */
export const activityFor = ({ course_id, type, title, link, actor_id, created_at }: Event, people: string[]) =>
  sql`
    insert into activity (course_id, id, type, title, link, actor_id, created_at, person_id)
    select ${course_id}, e.id, ${type}, ${title}, ${link}, ${actor_id}, ${created_at}, e.person_id
    from unnest(${people.map(() => newId())}::uuid[], ${people}::uuid[]) as e (id, person_id)`
