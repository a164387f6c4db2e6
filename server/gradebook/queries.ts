import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'

const MOST = 500
/** With fewer scores their mean would tell one person about another. */
const LEAST_FOR_MEAN = 5

/** The columns of the gradebook in their order. Students see neither a final grade nor what a deleted assignment gave. */
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
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('assignments')
            .whereRef('assignments.course_id', '=', 'gradables.course_id')
            .whereRef('assignments.id', '=', 'gradables.assignment_id')
            .where('assignments.deleted_at', 'is not', null)
            .select('assignments.id'),
        ),
      ),
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
