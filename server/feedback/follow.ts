import { sql } from 'kysely'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'

interface Answered {
  id: string
  assignment_id: string
  actor_id: string | null
  people: string[]
  /** The student got a notification before, and staff took the answer back since. */
  notified: boolean
  answered: boolean
}

/** Notifies each owner of the work once of an answer to a request. Taking an answer back notifies nobody. */
export async function followRegrades(
  trx: Db,
  { courseId, changeId, now }: { courseId: string; changeId: string; now: Date },
): Promise<LiveEvent[]> {
  const { rows } = await sql<Answered>`
    select q.id, q.assignment_id, q.answered_by as actor_id, q.answered_at is not null as answered,
      array(select n.person_id from submission_people n
        where n.course_id = q.course_id and n.submission_id = q.submission_id) as people,
      exists (select from activity e where e.course_id = q.course_id and e.kind = 'regrade_answered'
        and e.subject_id = q.id) as notified
    from regrade_requests q
    where q.course_id = ${courseId} and q.id in (
      select (key->>'id')::uuid from change_rows
      where course_id = ${courseId} and change_id = ${changeId} and table_name = 'regrade_requests')`.execute(trx)
  const events: LiveEvent[] = [{ kind: 'course_changed', course_id: courseId, parts: ['work'], audience: 'staff' }]
  for (const { id, assignment_id, actor_id, people, notified, answered } of rows) {
    const happened = { course_id: courseId, kind: 'regrade_answered', subject_id: id, actor_id, people } as const
    if (answered && !notified) events.push(...(await recordActivity(trx, { ...happened, created_at: now })))
    for (const person_id of people)
      events.push({
        ...{ kind: 'course_changed', course_id: courseId, person_id },
        ...{ parts: ['work', 'activity'], thing: assignment_id },
      })
  }
  return events
}
