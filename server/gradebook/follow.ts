import { sql, type Transaction } from 'kysely'
import { differs } from '../changes/differs.ts'
import type { DB } from '../db/schema.ts'
import { MOST_ALONE } from '../grading/follow.ts'
import type { LiveEvent } from '../live.ts'
import { refuseUnlessReleaser } from '../releases/releaser.ts'

export const gradebookTables = ['entries', 'gradables', 'grade_categories', 'grade_schemes']

/** The live events of a change of the gradebook: for staff alone, unless a student sees a part of it. */
export async function followGradebook(
  trx: Transaction<DB>,
  { courseId, changeId, now, ids }: { courseId: string; changeId: string; now: Date; ids: string[] },
): Promise<LiveEvent[]> {
  // A change of cells alone names no columns.
  if (ids.some(Boolean))
    await refuseUnlessReleaser(
      trx,
      { courseId, changeId },
      {
        shows: showsColumn,
        message: 'Only who releases grades shows students a column, hides it, or removes one that they see.',
      },
    )
  const ofFinal = await followFinal(trx, { courseId, changeId, now })
  const { rows } = await sql<{ moves: boolean }>`
    select ${movesPenalty(courseId)} as moves from change_rows r left join gradables g on g.course_id = r.course_id
      and g.id = case r.table_name when 'entries' then (r.key->>'gradable_id')::uuid
        when 'gradables' then (r.key->>'id')::uuid end
    where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = any(${gradebookTables})
      and (g.id is null or case when g.final then g.final_released or (r.before->>'final_released')::boolean
        else g.released or (r.before->>'released')::boolean end)
    order by moves desc limit 1`.execute(trx)
  const [seen] = rows
  const parts = seen?.moves ? (['scores', 'work'] as const) : (['scores'] as const)
  const event = { kind: 'course_changed', course_id: courseId, parts } as const
  if (!seen) return [{ ...event, audience: 'staff' }, ...ofFinal]
  return [event, ...ofFinal, ...(await followScores(trx, { courseId, changeId, now }))]
}

/** Whether row `r` excuses students, or tells them so, in a column `g` of late work, which then has no penalty. */
const movesPenalty = (courseId: string) => sql`coalesce(
  exists (select from courses c where c.id = ${courseId} and c.late_rule->>'kind' in ('bank', 'percent')) and g.assignment_id is not null
  and (coalesce(r.before->>'excused', 'false') <> coalesce(r.after->>'excused', 'false')
    or r.table_name = 'gradables' and ${differs('released', 'deleted_at')}), false)`

/** Whether the row of a column lets students see it. */
const isSeen = (row: 'before' | 'after') => {
  const of = sql.ref(`r.${row}`)
  return sql`coalesce(${of}->>'released' = 'true' and ${of}->>'deleted_at' is null, false)`
}

/**
 * A column that students see by now, or did until now. A new column of an assignment shows nothing by itself, and taking
 * it back hides nothing while nobody's grade is released.
 */
export const showsColumn = sql`r.table_name = 'gradables' and ${isSeen('before')} <> ${isSeen('after')}
  and not (r.before is null and r.after->>'assignment_id' is not null)
  and not (r.after is null and r.before->>'assignment_id' is not null and not exists (
    select from graded_works w where w.course_id = r.course_id
      and w.assignment_id = (r.before->>'assignment_id')::uuid and w.show))`

/**
 * Notifies each student once of a score in a column of no assignment: when the column is released, or when they get a
 * score there after that. Nobody reads a notification of what was taken back (server/activity/subjects.ts).
 */
async function followScores(
  trx: Transaction<DB>,
  { courseId, changeId, now }: { courseId: string; changeId: string; now: Date },
): Promise<LiveEvent[]> {
  // Each list is read once, whatever PostgreSQL expects: a look for each of 20,000 pasted cells took longer than it may.
  const { rows } = await sql<{ person_id: string }>`
    with changed as materialized (
      select (r.key->>'gradable_id')::uuid as gradable_id, (r.key->>'person_id')::uuid as person_id from change_rows r
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'entries'),
    shown as materialized (
      select (r.key->>'id')::uuid as id from change_rows r
      where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'gradables'
        and ((r.before->>'released')::boolean and r.before->>'deleted_at' is null) is not true),
    seen as materialized (
      select s.gradable_id, s.person_id from scores s
      where s.course_id = ${courseId} and s.score is not null
        and s.gradable_id = any(array(select gradable_id from changed union select id from shown))
        and (s.gradable_id in (select id from shown)
          or (s.gradable_id, s.person_id) in (select gradable_id, person_id from changed))),
    notified as materialized (
      select a.subject_id, a.person_id from activity a
      where a.course_id = ${courseId} and a.kind = 'scored'
        and a.subject_id = any(array(select distinct gradable_id from seen)))
    insert into activity (course_id, id, kind, subject_id, person_id, actor_id, created_at)
    select g.course_id, gen_random_uuid(), 'scored', g.id, seen.person_id, h.actor_id, ${now}::timestamptz
    from seen join gradables g on g.course_id = ${courseId} and g.id = seen.gradable_id and g.assignment_id is null
    join changes h on h.course_id = g.course_id and h.id = ${changeId}
    where (seen.gradable_id, seen.person_id) not in (select subject_id, person_id from notified)
    returning person_id`.execute(trx)
  return eventsTo(courseId, rows)
}

function eventsTo(courseId: string, people: { person_id: string }[]): LiveEvent[] {
  const event = { kind: 'course_changed', course_id: courseId, parts: ['activity'] } as const
  if (people.length > MOST_ALONE) return [event]
  return people.map(({ person_id }) => ({ ...event, person_id }))
}

/**
 * Notifies each student once of their final grade: when final grades are released, or when they get one after that. The
 * notification goes with the grade and with the release, also by undo, so that a later one is news.
 */
async function followFinal(
  trx: Transaction<DB>,
  { courseId, changeId, now }: { courseId: string; changeId: string; now: Date },
): Promise<LiveEvent[]> {
  const { rows: columns } = await sql<{ id: string; is_out: boolean; actor_id: string | null }>`
    select g.id, g.final_released and g.deleted_at is null as is_out, h.actor_id
    from gradables g join changes h on h.course_id = g.course_id and h.id = ${changeId}
    where g.course_id = ${courseId} and g.final and exists (
      select from change_rows r where r.course_id = g.course_id and r.change_id = h.id
        and g.id = (case r.table_name when 'gradables' then r.key->>'id'
          when 'entries' then r.key->>'gradable_id' end)::uuid)`.execute(trx)
  const events: LiveEvent[] = []
  for (const { id, is_out, actor_id } of columns) {
    const { rows } = await sql<{ person_id: string }>`
      with have as materialized (
        select e.person_id from entries e
        where e.course_id = ${courseId} and e.gradable_id = ${id} and e.score is not null and ${is_out}),
      notified as materialized (
        select a.person_id from activity a
        where a.course_id = ${courseId} and a.subject_id = ${id} and a.kind = ${KIND}),
      gone as (
        delete from activity a
        where a.course_id = ${courseId} and a.subject_id = ${id} and a.kind = ${KIND}
          and a.person_id not in (select person_id from have)
        returning a.person_id),
      made as (
        insert into activity (course_id, id, kind, subject_id, person_id, actor_id, created_at)
        select ${courseId}, gen_random_uuid(), ${KIND}, ${id}, person_id, ${actor_id}::uuid, ${now}::timestamptz
        from have where person_id not in (select person_id from notified)
        returning person_id)
      select person_id from gone union all select person_id from made`.execute(trx)
    events.push(...eventsTo(courseId, rows))
  }
  return events
}

const KIND = 'final_grades_released'
