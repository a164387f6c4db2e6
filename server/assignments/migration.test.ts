import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { useDatabaseBefore } from '../testing/migrations.ts'

const { db, migrate } = await useDatabaseBefore('046_option_ids')

test('what was chosen by position before is chosen by id, in submissions, drafts and their versions', async () => {
  const [course_id, ploy, nat, quiz, choice, open] = Array.from({ length: 6 }, newId)
  const [item, text] = [`item-${choice}`, `item-${open}`]
  const of = { course_id, assignment_id: quiz }
  const course = { id: course_id, code: '1', name: 'C', name_short: 'C', academic_year: 2026, semester: 1 }
  const people = [ploy, nat].map((id) => ({ id, first: 'P', last: 'P' }))
  const options = Array.from({ length: 12 }, (_, i) => ({ text: `option ${i}`, correct: i === 11 }))
  const question = { ...of, position: 0, question: 'Why?', score: 1 }
  const insert = (table: string, rows: object | object[]) => db.insertInto(table).values(rows).execute()
  await insert('courses', course)
  await insert('people', people)
  await insert('assignments', { course_id, id: quiz, name: 'Quiz', score: 2 })
  await insert('questions', { ...question, id: choice, type: 'options', options: JSON.stringify(options) })
  await insert('questions', { ...question, id: open, type: 'text' })
  const answered = { [item]: '11', [text]: '3', textbox: '1' }
  const submission = { ...of, owner_id: ploy, attempt: 1, response: JSON.stringify(answered), digest: 'd' }
  await insert('submissions', { ...submission, id: newId() })
  const typed = { [item]: { value: '10', at: 5 }, [text]: { value: '1', at: 6 } }
  await insert('drafts', { ...of, owner_id: nat, fields: JSON.stringify(typed) })
  const earlier = { ...of, owner_id: nat, id: newId(), kind: 'replaced' }
  await insert('draft_versions', { ...earlier, fields: JSON.stringify({ [item]: '0', [text]: '0' }) })

  await migrate()
  const one = async (table: string, column: string) =>
    (await db.selectFrom(table).select(sql.ref(column).as('value')).executeTakeFirstOrThrow()).value
  expect(await one('submissions', 'response')).toEqual({ [item]: 'bb', [text]: '3', textbox: '1' })
  expect(await one('submissions', 'digest')).toBe('d')
  expect(await one('drafts', 'fields')).toEqual({ ...typed, [item]: { value: 'ba', at: 5 } })
  expect(await one('draft_versions', 'fields')).toEqual({ [item]: 'a', [text]: '0' })
  const { options: now } = await db
    .selectFrom('questions')
    .select('options')
    .where('id', '=', choice)
    .executeTakeFirstOrThrow()
  expect(now.map((o: { id: string }) => o.id)).toEqual([...'abcdefghij', 'ba', 'bb'])
  expect(now[11]).toEqual({ id: 'bb', text: 'option 11', correct: true })
})
