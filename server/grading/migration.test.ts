import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { useDatabaseBefore } from '../testing/migrations.ts'

const { db, migrate } = await useDatabaseBefore('125_scores_given_whole')

test('a score from before grading by parts stays as it was given; others are summed as before', async () => {
  const [course_id, ploy, essay, whole, byParts] = Array.from({ length: 5 }, newId)
  const course = { id: course_id, code: '1', name: 'C', name_short: 'C', academic_year: 2026, semester: 1 }
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('raintree.change', 'seed', true)`.execute(trx)
    const insert = (table: string, row: object) => trx.insertInto(table).values(row).execute()
    await insert('courses', course)
    await insert('people', { id: ploy, first: 'P', last: 'P' })
    await insert('assignments', { course_id, id: essay, name: 'Essay', score: 10 })
    const submission = { course_id, assignment_id: essay, owner_id: ploy, response: '{}', digest: 'd' }
    await insert('submissions', { ...submission, id: whole, attempt: 1 })
    await insert('submissions', { ...submission, id: byParts, attempt: 2 })
    await insert('feedback', { course_id, submission_id: whole, score: 7.5 })
    const parts = JSON.stringify({ textbox: '8' })
    await insert('feedback', { course_id, submission_id: byParts, score: 8, points: 8, parts })
  })
  await migrate()
  const { rows } = await sql<{ id: string; score: string; override: string | null }>`
    select submission_id as id, score, override from feedback order by score`.execute(db)
  expect(rows.map(({ id, score, override }) => [id, Number(score), override && Number(override)])).toEqual([
    [whole, 7.5, 7.5],
    [byParts, 8, null],
  ])
})
