import { type Kysely, type RawBuilder, sql } from 'kysely'
import { change } from '../changes/change.ts'
import { followUp } from '../changes/follow.ts'
import type { DB } from '../db/schema.ts'
import { doEach } from '../doEach.ts'
import { tellWithin } from '../live.ts'
import { showGrades } from './show.ts'

/** The most releases that one statement finds. */
const MOST = 100

interface Due {
  id: string
  actor_id: string | null
  assignment_id: string
  name: string
  now: Date
}

/**
 * Does the planned releases whose time has come, each as a change of the person who planned it, which can be undone.
 * Skips a release that another process or a change of staff has locked; one of a deleted assignment waits until that is
 * brought back. The next round tries again what failed. Returns how many it did.
 */
export const releaseDue = (db: Kysely<DB>, courseId: string, clock: () => RawBuilder<Date>): Promise<number> =>
  doEach(findDue(db, courseId, clock), (one) => releaseOne(db, courseId, one))

/** Each once: what failed or was locked is due still. */
async function* findDue(db: Kysely<DB>, courseId: string, clock: () => RawBuilder<Date>): AsyncGenerator<Due> {
  const given: string[] = []
  for (;;) {
    const { rows } = await sql<Due>`
      select p.subject_id as id, p.actor_id, r.assignment_id, a.name, ${clock()} as now
      from publications p join planned_releases r on r.course_id = p.course_id and r.id = p.subject_id
      join assignments a on a.course_id = r.course_id and a.id = r.assignment_id and a.deleted_at is null
      where p.course_id = ${courseId} and p.subject_table = 'planned_releases' and p.publish_at <= ${clock()}
        and p.subject_id <> all(${given}::uuid[])
      order by p.publish_at, p.subject_id limit ${MOST}`.execute(db)
    yield* rows
    if (rows.length < MOST) return
    given.push(...rows.map(({ id }) => id))
  }
}

async function releaseOne(db: Kysely<DB>, courseId: string, due: Due): Promise<boolean> {
  const { assignment_id: assignmentId, name, now, actor_id: actorId } = due
  const about = { _id: assignmentId, title: name, planned: true }
  const what = { courseId, actorId, kind: 'grades_released', about, at: now }
  const { result } = await change(db, what, async (trx, changeId) => {
    const { rows } = await sql<{ owners: string[] | null }>`
      with due as (
        select course_id, subject_id from publications
        where course_id = ${courseId} and subject_id = ${due.id} and publish_at <= ${now}
        for update skip locked)
      delete from publications p using due
      join planned_releases r on r.course_id = due.course_id and r.id = due.subject_id
      join assignments a on a.course_id = r.course_id and a.id = r.assignment_id and a.deleted_at is null
      where p.course_id = due.course_id and p.subject_id = due.subject_id
      returning r.owners`.execute(trx)
    const [plan] = rows
    if (plan) await showGrades(trx, { courseId, assignmentId, owners: plan.owners, shown: true, at: now })
    const events = await followUp(trx, { courseId, changeId, now })
    if (!events) await trx.deleteFrom('changes').where('course_id', '=', courseId).where('id', '=', changeId).execute()
    // NOTIFY goes out with the commit, so a killed process has done both or neither.
    for (const event of events ?? []) await tellWithin(trx, event)
    // Staff with the plan on screen see that it is done, even if no work had a grade.
    if (plan && !events)
      await tellWithin(trx, { kind: 'course_changed', course_id: courseId, parts: ['work'], audience: 'staff' })
    return plan !== undefined
  })
  return result ?? false
}
