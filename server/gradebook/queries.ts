import { type Kysely, sql } from 'kysely'
import { GradebookRow } from '../../contract/gradebook.ts'
import type { DB } from '../db/schema.ts'
import { halves } from '../serve.ts'

const MOST = 500
/** With fewer scores their mean would tell one person about another. */
const LEAST_FOR_MEAN = 5

/** A column of the gradebook as everyone is told of it; each has their own score. */
export const gradebookRow = halves(GradebookRow, { score: true })

/** The columns of the gradebook in their order. A final grade is not shown. */
export async function findGradables(db: Kysely<DB>, courseId: string) {
  const rows = await db
    .selectFrom('gradables')
    .select((g) => [
      'course_id',
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
    .orderBy('position')
    .orderBy('id')
    .limit(MOST)
    .execute()
  return rows.map(({ course_id, id, name, score, class_mean }) => ({
    course_id,
    id,
    begun: gradebookRow.begin({ _id: id, gradable_name: name, gradable_score: score, class_mean }),
  }))
}

/** The person's scores, by the column. */
export interface Scores {
  scores: Record<string, number | null>
}
export const scoreColumns = sql`
  (select coalesce(json_object_agg(gradable_id, score), '{}') from scores
    where course_id = r.course_id and person_id = r.person_id) as scores`
