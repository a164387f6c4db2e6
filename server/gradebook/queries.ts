import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'

const MOST = 500

/** The columns of the gradebook in their order, with a person's scores. A final grade is not shown. */
export const findGradebook = (db: Kysely<DB>, courseId: string, personId: string) =>
  db
    .selectFrom('gradables as g')
    .leftJoin('scores as s', (join) =>
      join
        .onRef('s.course_id', '=', 'g.course_id')
        .onRef('s.gradable_id', '=', 'g.id')
        .on('s.person_id', '=', personId),
    )
    .select(['g.id', 'g.name', 'g.score as most', 's.score'])
    .where('g.course_id', '=', courseId)
    .where('g.final', '=', false)
    .orderBy('g.position')
    .orderBy('g.id')
    .limit(MOST)
    .execute()
