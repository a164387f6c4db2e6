import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addressOf, requestOf } from '../testing/client.ts'
import { useServer } from '../testing/server.ts'
import { staffCalls } from '../testing/staffCalls.ts'
import { enrol, makeCourse } from '../testing/world.ts'
import { formOf } from '../uploads/testing.ts'

/*
 * Every write of staff has an undo: each table that their calls write is an authored one, or is in the list below with
 * the reason. A write to an authored table outside a change fails (RT001), so no call can forget its history.
 */

const server = await useServer()
const { db } = server

const besides: Record<string, string> = {
  archives: 'whose works somebody downloads, for an hour',
  changes: 'it is the history',
  change_things: 'it is the history',
  activity: 'it follows from a change, and is brought in line again when that is taken back',
  announcement_pictures: 'only grows: an earlier text shows its pictures again',
  content_pictures: 'only grows: an earlier text shows its pictures again',
  attendance_codes: 'it is open while a class is; what students marked by it stays',
  assignment_pictures: 'only grows: an earlier text shows its pictures again',
  topic_pictures: 'only grows: an earlier text shows its pictures again',
  drafts: 'a move writes none of its words: a save that waits sees by it that its writer has left',
  draft_versions: 'only grows: what somebody typed with a group stays theirs',
  rate_limits: 'how often somebody asked',
  saved_comments: 'they are the person’s, of no course',
  uploads: 'what is held stays held',
  grade_drafts: 'it is what a grader types, theirs alone',
  hidden_names: 'what people are called while their names are hidden stays the same',
  jobs: 'it is an order; what the job then writes is a change',
  presence: 'it ends by itself',
  publications: 'triggers keep it in step with what is published',
  submission_people: 'triggers keep it, and what a change brought somebody goes when that is taken back',
}

const triggered = async (name: string) => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgfoid = ${name}::regproc and tgenabled = 'O'
    order by name`.execute(db)
  return rows.map((row) => row.name)
}
const authored = await triggered('record_change')

test('a table of which rows have a revision counts it and keeps its history', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'revision' order by name`.execute(db)
  expect(
    rows.map(({ name }) => name),
    'call author_table(…) in a migration for each',
  ).toEqual(authored)
  expect(await triggered('next_revision')).toEqual(authored)
  expect(authored).toContain('announcements')
})

const tablesWrittenBy = (statement: string) =>
  [...statement.matchAll(/\b(?:insert into|delete from|(?<!for |do |key )update)\s+"?(\w+)/gi)].map(
    ([, name = '']) => name,
  )

describe.each(staffCalls)('$title', ({ endpoint, example }) => {
  test('writes what has a history alone', async () => {
    const course = await makeCourse(db)
    const person = await server.person()
    await enrol(db, course, person, 'instructor')
    const input = await example({ server, course, person })
    const statements = await server.statementsOf(async () => {
      const address = addressOf(endpoint, input.params, input.query)
      const sent = input.form ? formOf([input.form]) : requestOf(input)
      const { statusCode, body } = await person.raw(endpoint.method, address, sent)
      expect(statusCode, body).toBe(endpoint.status ?? 200)
    })
    const written = new Set(statements.flatMap(tablesWrittenBy))
    const unkept = [...written].filter((table) => !authored.includes(table) && !(table in besides))
    expect(unkept, 'call author_table(…) in a migration for each, or say in `besides` why not').toEqual([])
    expect(written.size).toBeGreaterThan(0)
  })
})
