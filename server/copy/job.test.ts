import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { contract } from '../../contract/index.ts'
import { copyParts } from '../../contract/staff/copy.ts'
import { newId } from '../ids.ts'
import { startJobs } from '../jobs/worker.ts'
import { afterwards } from '../testing/afterwards.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, leaveCourse, makeCourse, type Thing } from '../testing/world.ts'
import { storageOf } from '../uploads/store.ts'
import { upload } from '../uploads/testing.ts'

/* Copies made through the queue, as in production. */

const server = await useServer()
const { db, connection, config } = server
const { contents, copies, courses, jobs: calls } = contract

let arthit: SignedIn
let course: Thing
beforeEach(async () => {
  server.clock.reset()
  arthit = await server.person({ first: 'Arthit' })
  course = await makeCourse(db)
  await enrol(db, course, arthit, 'instructor')
})

async function work(): Promise<void> {
  const jobs = await startJobs({ connection, db, storage: storageOf(config), config, onError: () => {} })
  afterwards(() => jobs.close())
}
async function ask(course_code = newId()): Promise<string> {
  const number = { course_code, course_name: 'Physics', course_academic_year: '2027', course_semester: '1' }
  const days = { first_day: '2026-08-10', new_first_day: '2027-08-09' }
  const asked = { params: { course_id: course.id }, body: { ...number, ...days, parts: [...copyParts] } }
  return (await arthit.call(copies.make, asked)).job
}
const ends = (job: string) =>
  vi.waitFor(
    async () => {
      const { state } = await arthit.call(calls.one, { params: { job_id: job } })
      expect(['done', 'failed']).toContain(state)
      return state
    },
    { timeout: 20_000, interval: 50 },
  )

async function addPage(text: string) {
  const { location } = await upload(arthit, text, 'Plan.md')
  const body = { file_name: 'Plan', file_page: text, location }
  await arthit.call(contents.create, { params: { course_id: course.id }, body })
}
async function pageOf(course_id: string) {
  const [listed] = await arthit.call(contents.list, { params: { course_id } })
  const page = await arthit.call(contents.one, { params: { course_id, content_id: listed?._id ?? '' } })
  return { text: page.file_page, file: (await server.nobody.raw('GET', page.file_path ?? '')).body }
}

test('the queue makes a copy, whose pages lead into it, also as the files that are downloaded', async () => {
  await addPage(`See [the classes](/course/${course.id}/schedule).`)
  const copy = await ask()
  await work()
  expect(await ends(copy)).toBe('done')
  expect(await arthit.call(courses.one, { params: { course_id: copy } })).toMatchObject({ role: 'instructor' })
  const theirs = `See [the classes](/course/${copy}/schedule).`
  expect(await pageOf(copy)).toEqual({ text: theirs, file: theirs })
  const before = theirs.replace(copy, course.id)
  expect(await pageOf(course.id)).toEqual({ text: before, file: before })
})

test('who may not set the course any more when their copy is made gets none', async () => {
  const copy = await ask()
  await leaveCourse(db, arthit, course)
  await work()
  const stateOf = sql<{ state: string }>`select state from pgboss.job where id = ${copy}::uuid`
  await vi.waitFor(async () => expect((await stateOf.execute(db)).rows).toEqual([{ state: 'failed' }]), 20_000)
  expect(await arthit.call(courses.mine)).toEqual([])
})

test('a page without links into its course shares its file with the copy', async () => {
  await addPage('A tree grows.')
  const copy = await ask()
  await work()
  expect(await ends(copy)).toBe('done')
  expect(await pageOf(copy)).toEqual({ text: 'A tree grows.', file: 'A tree grows.' })
  const uploads = await db.selectFrom('uploads').select('id').where('owner_id', '=', arthit.id).execute()
  expect(uploads).toHaveLength(1)
})

test('of two copies with one number that are asked for at once, one is made, and nothing is left of the other', async () => {
  await addPage(`See [the classes](/course/${course.id}/schedule).`)
  const [one, other] = [await ask('2110999'), await ask('2110999')]
  await work()
  const states = [await ends(one), await ends(other)]
  expect(states.toSorted()).toEqual(['done', 'failed'])
  const failed = states[0] === 'failed' ? one : other
  expect((await arthit.refused(courses.one, { params: { course_id: failed } })).status).toBe(404)
  const uploads = await db.selectFrom('uploads').select('id').where('owner_id', '=', arthit.id).execute()
  expect(uploads).toHaveLength(2)
})
