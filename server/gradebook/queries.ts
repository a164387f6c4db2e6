import { type Kysely, sql } from 'kysely'
import { type Letter, usualLetters } from '../../contract/totals.ts'
import type { Db } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { type ScoresOfClass, shownMean } from './rules.ts'
import { type OwnSteps, stepColumns } from './steps.ts'
import { type OwnZeros, zeroColumns } from './zeroFrom.ts'

const MOST = 500

/**
 * The columns of the gradebook in their order. Students see neither a final grade, nor an unreleased column, nor that
 * of an assignment that they do not see.
 */
export async function findGradables(db: Kysely<DB>, courseId: string) {
  const rows = await db
    .selectFrom('gradables')
    .select((g) => [
      'id',
      'name',
      'score',
      'category_id',
      'extra',
      'zero_from',
      g
        .selectFrom('scores')
        .innerJoin('roster', (join) =>
          join.onRef('roster.course_id', '=', 'scores.course_id').onRef('roster.person_id', '=', 'scores.person_id'),
        )
        .whereRef('scores.course_id', '=', 'gradables.course_id')
        .whereRef('scores.gradable_id', '=', 'gradables.id')
        .where('roster.role', '=', 'student')
        .select(
          sql<ScoresOfClass>`json_build_object(
            'count', count(scores.score), 'mean', avg(scores.score), 'best', max(scores.score))`.as('scores_of_class'),
        )
        .as('scores_of_class'),
    ])
    .where('course_id', '=', courseId)
    .where('final', '=', false)
    .where('released', '=', true)
    .where('deleted_at', 'is', null)
    // The opposite of `isOut`, so that PostgreSQL looks up both tables by their keys.
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
  return rows.map(({ scores_of_class, ...column }) => ({
    ...column,
    class_mean: scores_of_class && shownMean(scores_of_class, column.score),
  }))
}
export type GradableRow = Awaited<ReturnType<typeof findGradables>>[number]

/** The person's scores, by the column, and the columns from which they are excused. */
export interface Scores {
  scores: Record<string, number | null>
  excused: string[]
}
export const scoreColumns = sql`
  (select coalesce(json_object_agg(gradable_id, score), '{}') from scores
    where course_id = r.course_id and person_id = r.person_id) as scores,
  (select coalesce(json_agg(gradable_id), '[]') from entries
    where course_id = r.course_id and person_id = r.person_id and excused) as excused`

/** The other data of a person's total besides the scores. */
export interface OwnTotal extends Scores, OwnSteps, OwnZeros {
  final: { score: number | null; letter: string | null } | null
}
export const totalColumns = sql`${scoreColumns}, ${stepColumns}, ${zeroColumns},
  (select json_build_object('score', e.score, 'letter', e.letter) from gradables g
    join entries e on e.course_id = g.course_id and e.gradable_id = g.id and e.person_id = r.person_id
    where g.course_id = r.course_id and g.final and g.final_released and g.deleted_at is null
    order by g.position, g.id limit 1) as final`

export interface CategoryRow {
  _id: string
  name: string
  weight: number
  drop_lowest: number
  drop_highest: number
}

export interface Setup {
  categories: CategoryRow[]
  letters: Letter[]
  /** Counts the changes of the categories and of the letters. */
  revision: number
}

/** The setup for reading: without letters where a course has none of its own. */
export interface SetupRow extends Omit<Setup, 'letters'> {
  letters: Letter[] | null
}
export const setupColumns = (courseId: string) => sql`
  (select coalesce(json_agg(c order by position, _id), '[]') from (
    select id as _id, name, weight, drop_lowest, drop_highest, position from grade_categories
    where course_id = ${courseId} and deleted_at is null order by position, id limit ${MOST}) c) as categories,
  (select letters from grade_schemes where course_id = ${courseId}) as letters,
  (select coalesce(sum(revision), 0)::int from grade_categories where course_id = ${courseId})
  + (select coalesce(sum(revision), 0)::int from grade_schemes where course_id = ${courseId}) as revision`
export const setupOf = ({ categories, letters, revision }: SetupRow): Setup => ({
  categories,
  letters: letters ?? usualLetters,
  revision,
})

/** The categories and letters by which a course's totals are calculated. */
export async function getSetup(db: Db, courseId: string): Promise<Setup> {
  const { rows } = await sql<SetupRow>`select ${setupColumns(courseId)}`.execute(db)
  return setupOf(rows[0] as SetupRow)
}
