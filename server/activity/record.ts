import { sql } from 'kysely'
import type { ActivityKind, ActivityParams } from '../../contract/endpoint.ts'
import type { Part } from '../../contract/parts.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { LiveEvent } from '../live.ts'

export interface NewActivity {
  course_id: string
  kind: ActivityKind
  /** The subject, from which words and path are made (`subjects.ts`, `describe.ts`). */
  subject_id: string
  /** Data that the words need besides the subject. */
  params?: ActivityParams
  /** The actor, who gets no notification of it. */
  actor_id: string | null
  created_at: Date
  /** The one person who reads it; absent: everyone on the course. */
  people?: string[]
}

/**
 * Records an activity in a course. Returns the live events, which the caller publishes once its transaction is
 * committed.
 */
export async function recordActivity(db: Db, activity: NewActivity): Promise<LiveEvent[]> {
  await recording(activity).execute(db)
  return eventsFor(activity)
}

/** The statement that records an activity for each of these people; the caller may append a `where`. */
export const recording = ({ course_id, kind, subject_id, params = {}, actor_id, created_at, people }: NewActivity) => {
  const recipients = people ?? [null]
  return sql`
    insert into activity (course_id, id, kind, subject_id, params, actor_id, created_at, person_id)
    select ${course_id}, e.id, ${kind}, ${subject_id}, ${JSON.stringify(params)}, ${actor_id}, ${created_at}, e.person_id
    from unnest(${recipients.map(() => newId())}::uuid[], ${recipients}::uuid[]) as e (id, person_id)`
}

/** The parts of a course that an activity changes. */
const partsOf: Record<ActivityKind, readonly Part[]> = {
  announcement_posted: ['activity', 'materials'],
  assignment_posted: ['activity', 'work'],
  content_posted: ['activity', 'materials'],
  link_posted: ['activity', 'materials'],
  playlist_posted: ['activity', 'materials'],
  meeting_posted: ['activity', 'materials'],
  topic_posted: ['activity', 'materials'],
  grouping_posted: ['activity', 'work'],
  class_cancelled: ['activity', 'materials'],
  class_moved: ['activity', 'materials'],
  class_restored: ['activity', 'materials'],
  graded: ['activity', 'work', 'scores'],
  scored: ['activity', 'scores'],
  exception_given: ['activity', 'work'],
  grading_assigned: ['activity', 'work'],
  regrade_asked: ['activity', 'work'],
  regrade_answered: ['activity', 'work'],
  final_grades_released: ['activity', 'scores'],
  handed_in: ['activity', 'work'],
  added_to_group: ['activity', 'work'],
  left_group: ['activity', 'work'],
  message_sent: ['activity'],
}

const eventsFor = ({ course_id, kind, people }: NewActivity): LiveEvent[] =>
  (people ?? [undefined]).map((person_id) => ({ kind: 'course_changed', course_id, person_id, parts: partsOf[kind] }))
