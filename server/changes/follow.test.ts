import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { contract } from '../../contract/index.ts'
import { publishedNames } from '../publishing/tables.ts'
import { useServer } from '../testing/server.ts'
import { enrol, makeCourse } from '../testing/world.ts'
import { change } from './change.ts'
import { followedTables } from './follow.ts'

const server = await useServer()
const { db } = server

/** Authored tables whose changes nothing follows from. */
const besides = ['roster_removed'] // Their rows change with those of the roster.

test('a change of any authored table is followed, so that open screens read it again', async () => {
  const { rows } = await sql<{ name: string }>`
    select tgrelid::regclass::text as name from pg_trigger where tgfoid = 'record_change'::regproc`.execute(db)
  const unfollowed = rows.map(({ name }) => name).filter((name) => !followedTables.includes(name))
  expect(unfollowed, 'name each in the followers of server/changes/follow.ts').toEqual(besides)
})

test('a table whose things have a time of publication is one that the scheduler publishes from', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct tgrelid::regclass::text as name from pg_trigger where tgfoid = 'plan_publication'::regproc`.execute(
    db,
  )
  const tables = rows.map(({ name }) => name)
  expect(tables.toSorted(), 'name each in server/publishing/tables.ts').toEqual(publishedNames.toSorted())
})

test('what follows from a small change is found by its rows, also after a change of thousands', async () => {
  const course = await makeCourse(db)
  const arthit = await server.person()
  await enrol(db, course, arthit, 'instructor')
  const large = { courseId: course.id, actorId: arthit.id, kind: 'link_created', at: server.clock.now() }
  await change(db, large, (trx) =>
    sql`insert into links (course_id, id, name, url)
      select ${course.id}, gen_random_uuid(), 'Link ' || n, 'https://example.org' from generate_series(1, 5000) n`.execute(
      trx,
    ),
  )
  await sql`analyze change_rows`.execute(db)
  const statements = await server.statementsOf(() =>
    arthit.call(contract.announcements.create, {
      params: { course_id: course.id },
      body: { announcement_title: 'Room', announcement_content: 'We meet in Room 3-201.' },
    }),
  )
  const reading = statements.filter((statement) => statement.includes('from change_rows'))
  const plans = await Promise.all(
    reading.map(async (statement) =>
      JSON.stringify((await sql.raw(`explain (generic_plan) ${statement}`).execute(db)).rows),
    ),
  )
  expect(plans).toEqual(reading.map(() => expect.stringContaining('change_rows_pkey')))
  expect(plans.length).toBeGreaterThan(0)
})
