import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

const MOST = 500
/** With fewer scores their mean would tell one person about another. */
const LEAST_FOR_MEAN = 5

/** The columns of the gradebook in their order. Students see neither a final grade nor what an assignment gave that is not there for them. */
export const findGradables = (db: Kysely<DB>, courseId: string) =>
  db
    .selectFrom('gradables')
    .select((g) => [
      'id',
      'name',
      'score',
      g
        .selectFrom('scores')
        .innerJoin('roster', (join) =>
          join.onRef('roster.course_id', '=', 'scores.course_id').onRef('roster.person_id', '=', 'scores.person_id'),
        )
        .whereRef('scores.course_id', '=', 'gradables.course_id')
        .whereRef('scores.gradable_id', '=', 'gradables.id')
        .where('roster.role', '=', 'student')
        .select(
          sql<
            number | null
          >`case when count(scores.score) >= ${LEAST_FOR_MEAN} then round(avg(scores.score), 2) end`.as('mean'),
        )
        .as('class_mean'),
    ])
    .where('course_id', '=', courseId)
    .where('final', '=', false)
    // What `isOut` says, turned round, so that PostgreSQL looks up both tables by their keys.
    .where(
      sql<boolean>`not exists (
        select from assignments a where a.course_id = gradables.course_id and a.id = gradables.assignment_id
          and (a.deleted_at is not null or a.publish_at is null))
      and not exists (
        select from publications p where p.course_id = gradables.course_id and p.subject_id = gradables.assignment_id)`,
    )
    .orderBy('position')
    .orderBy('id')
    .limit(MOST)
    .execute()
export type GradableRow = Awaited<ReturnType<typeof findGradables>>[number]

/** The person's scores, by the column. */
export interface Scores {
  scores: Record<string, number | null>
}
export const scoreColumns = sql`
  (select coalesce(json_object_agg(gradable_id, score), '{}') from scores
    where course_id = r.course_id and person_id = r.person_id) as scores`
