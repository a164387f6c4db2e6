import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { sumsOf } from './sums.ts'

/*
 * Work without points by part has one part with all the points (`partsOf`): `file` where files alone are asked, else
 * `textbox`. So its name changes as an assignment begins or ceases to ask a text, and everything that names it with it.
 */

interface Renamed {
  assignment_id: string
  from: string
  to: string
  works: string[]
}

/** The assignments of which a change adds or removes the text, with no points by part before and after it. */
async function findRenamed(trx: Db, courseId: string, changeId: string): Promise<Renamed[]> {
  const { rows } = await sql<Omit<Renamed, 'from' | 'to'> & { has_text: boolean }>`
    select a.id as assignment_id, a.has_text, array(
      select s.id from submissions s join feedback f on f.course_id = s.course_id and f.submission_id = s.id
      where s.course_id = a.course_id and s.assignment_id = a.id) as works
    from change_rows r join assignments a on a.course_id = r.course_id and a.id = (r.key->>'id')::uuid
    where r.course_id = ${courseId} and r.change_id = ${changeId} and r.table_name = 'assignments'
      and (r.before->>'has_text')::boolean <> (r.after->>'has_text')::boolean
      and (r.before->>'score_file')::numeric = 0 and (r.after->>'score_file')::numeric = 0
      and (case when a.has_text then r.after else r.before end->>'score_essay')::numeric = 0`.execute(trx)
  return rows.map(({ has_text, ...one }) => ({
    ...one,
    ...(has_text ? { from: 'file', to: 'textbox' } : { from: 'textbox', to: 'file' }),
  }))
}

/**
 * Renames the one part of the works, in points, rubric and regrade requests, as a part of the change, whose undo so
 * takes it back. Call it before the sums are worked out.
 */
export async function renameWhole(
  trx: Db,
  { courseId, changeId }: { courseId: string; changeId: string },
): Promise<void> {
  for (const { assignment_id: assignmentId, from, to, works } of await findRenamed(trx, courseId, changeId)) {
    // Work of a time before files were asked stays `textbox`.
    const sums = await sumsOf(trx, { courseId, assignmentId }, works)
    const ids = sums.flatMap(({ id, parts }) => (parts.some(({ part }) => part === to) ? [id] : []))
    await sql`
      update feedback set parts = parts - ${from}::text || jsonb_build_object(${to}::text, parts->${from}::text)
      where course_id = ${courseId} and submission_id = any(${ids}::uuid[]) and parts ? ${from}::text`.execute(trx)
    await sql`
      update regrade_requests q set part = ${to}
      where q.course_id = ${courseId} and q.submission_id = any(${ids}::uuid[]) and q.part = ${from} and not exists (
        select from regrade_requests o where o.course_id = q.course_id and o.submission_id = q.submission_id
          and o.part = ${to} and o.answered_at is null and q.answered_at is null)`.execute(trx)
    await sql`
      update rubric_items set part = ${to}
      where course_id = ${courseId} and assignment_id = ${assignmentId} and part = ${from}
        and (${to} = 'textbox' or exists (
          select from file_slots where course_id = ${courseId} and assignment_id = ${assignmentId}))`.execute(trx)
  }
}
