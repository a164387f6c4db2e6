import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { useDatabaseBefore } from '../testing/migrations.ts'

const { db, migrate } = await useDatabaseBefore('161_earlier_of_equals')

test('of equal scores the earlier attempt counts that was there before, and what students see stays', async () => {
  const [course_id, ploy, best, latest, column] = Array.from({ length: 5 }, newId)
  const course = { id: course_id, code: '1', name: 'C', name_short: 'C', academic_year: 2026, semester: 1 }
  const works: Record<string, string[]> = {}
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('raintree.change', 'seed', true)`.execute(trx)
    const insert = (table: string, row: object) => trx.insertInto(table).values(row).execute()
    await insert('courses', course)
    await insert('people', { id: ploy, first: 'P', last: 'P' })
    for (const [id, counts] of Object.entries({ [best as string]: 'best', [latest as string]: 'latest' })) {
      await insert('assignments', { course_id, id, name: counts, score: 10, counts })
      works[counts] = []
      for (const [i, score] of [7, 9, 9].entries()) {
        const submission_id = newId()
        const submission = { course_id, id: submission_id, assignment_id: id, owner_id: ploy, attempt: i + 1 }
        await insert('submissions', { ...submission, response: '{}', digest: 'd' })
        await insert('feedback', { course_id, submission_id, score, show: true })
        works[counts]?.push(submission_id)
      }
    }
    const gradable = { course_id, id: column, assignment_id: best, name: 'Quiz', score: 10, released: true }
    await insert('gradables', gradable)
  })
  const counting = async () => {
    const { rows } = await sql<{ id: string }>`
      select w.submission_id as id from graded_works w join assignments a on a.id = w.assignment_id
      order by a.counts`.execute(db)
    return rows.map(({ id }) => id)
  }
  const seen = () => db.selectFrom('scores').selectAll().execute()
  expect(await counting()).toEqual([works.best?.[2], works.latest?.[2]])
  const before = await seen()
  expect(before).toMatchObject([{ score: 9 }])
  await migrate()
  expect(await counting()).toEqual([works.best?.[1], works.latest?.[2]])
  expect(await seen()).toEqual(before)
})
