import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { useDatabaseBefore } from '../testing/migrations.ts'

const { db, migrate } = await useDatabaseBefore('143_rubric_order')

test('the items of a rubric from before stand in the order in which they were made', async () => {
  const [course_id, essay, older, newer, undated] = Array.from({ length: 5 }, newId).reverse() as string[]
  const course = { id: course_id, code: '1', name: 'C', name_short: 'C', academic_year: 2026, semester: 1 }
  const items = [newer, undated, older].map((id, n) => ({ id, title: `Item ${n}`, points: -1, part: 'textbox' }))
  await db.transaction().execute(async (trx) => {
    await sql`select set_config('raintree.change', 'seed', true)`.execute(trx)
    const insert = (table: string, row: object) => trx.insertInto(table).values(row).execute()
    await insert('courses', course)
    await insert('assignments', { course_id, id: essay, name: 'Essay', score: 10 })
    const made = { course_id, kind: 'rubric_changed' }
    await insert('changes', { ...made, id: newer, created_at: '2026-09-02T10:00:00Z' })
    await insert('changes', { ...made, id: older, created_at: '2026-09-01T10:00:00Z' })
    for (const item of items) await insert('rubric_items', { course_id, assignment_id: essay, ...item })
  })
  await migrate()
  const rows = await db.selectFrom('rubric_items').select('id').orderBy('position').execute()
  expect(rows.map(({ id }) => id)).toEqual([older, newer, undated])
})
