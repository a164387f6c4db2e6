import type { Kysely } from 'kysely'
import { GradebookRow } from '../../contract/gradebook.ts'
import type { DB } from '../db/schema.ts'
import { halves } from '../serve.ts'

const MOST = 500

/** A column of the gradebook as everyone is told of it; each has their own score. */
export const gradebookRow = halves(GradebookRow, { score: true })

/** The columns of the gradebook in their order. A final grade is not shown. */
export async function findGradables(db: Kysely<DB>, courseId: string) {
  const rows = await db
    .selectFrom('gradables')
    .select(['course_id', 'id', 'name', 'score'])
    .where('course_id', '=', courseId)
    .where('final', '=', false)
    .orderBy('position')
    .orderBy('id')
    .limit(MOST)
    .execute()
  return rows.map(({ course_id, id, name, score }) => ({
    course_id,
    id,
    begun: gradebookRow.begin({ _id: id, gradable_name: name, gradable_score: score }),
  }))
}

/** A person's scores, by the column. */
export async function findScores(
  db: Kysely<DB>,
  courseId: string,
  personId: string,
): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('scores')
    .select(['gradable_id', 'score'])
    .where('course_id', '=', courseId)
    .where('person_id', '=', personId)
    .limit(MOST)
    .execute()
  return new Map(rows.map((row) => [row.gradable_id, row.score]))
}
