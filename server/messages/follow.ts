import { sql } from 'kysely'
import { recordActivity } from '../activity/record.ts'
import type { Db } from '../db/database.ts'
import type { LiveEvent } from '../live.ts'

interface Row {
  id: string
  author_id: string | null
  people: string[] | null
  isThere: boolean
  wasNotified: boolean
}

/**
 * What follows from a change of messages: each recipient gets one notification. An undo removes the message and its
 * notifications.
 */
export async function followMessages(trx: Db, courseId: string, ids: string[], now: Date): Promise<LiveEvent[]> {
  const { rows } = await sql<Row>`
    select i.id, m.author_id, m.people, m.id is not null as "isThere",
      exists (select from activity a where a.course_id = ${courseId} and a.subject_id = i.id) as "wasNotified"
    from unnest(${ids}::uuid[]) as i (id) left join messages m on m.course_id = ${courseId} and m.id = i.id`.execute(
    trx,
  )
  const events: LiveEvent[] = []
  for (const { id, author_id, people, isThere, wasNotified } of rows) {
    const about = { course_id: courseId, kind: 'message_sent' as const, subject_id: id, actor_id: author_id }
    if (isThere && !wasNotified) {
      events.push(...(await recordActivity(trx, { ...about, created_at: now, ...(people && { people }) })))
      // Their list of what was sent.
      if (people) events.push({ kind: 'course_changed', course_id: courseId, parts: ['activity'], audience: 'staff' })
    } else events.push({ kind: 'course_changed', course_id: courseId, parts: ['activity'] })
  }
  return events
}
