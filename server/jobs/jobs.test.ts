import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Reply } from '../../contract/endpoint.ts'
import { jobs as calls } from '../../contract/jobs.ts'
import { newId } from '../ids.ts'
import { afterwards } from '../testing/afterwards.ts'
import { start } from '../testing/processes.ts'
import { type SignedIn, useServer } from '../testing/server.ts'
import { enrol, leaveCourse, makeCourse, setPlace, type Thing } from '../testing/world.ts'
import type { Storage } from '../uploads/storage.ts'
import { storageOf } from '../uploads/store.ts'
import { newBoss } from './boss.ts'
import { createJobs } from './jobs.ts'
import { startJobs } from './worker.ts'

// A process that was killed is given up after 10 s, and starting one is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const server = await useServer()
const { db, connection, config } = server
const boss = await newBoss({ ...connection, max: 1 }).start()
afterwards(() => boss.stop({ graceful: false }))

/** Without the demo school. */
const provider = { OAUTH_ISSUER: 'https://site.example', OAUTH_CLIENT_ID: 'raintree', OAUTH_CLIENT_SECRET: 'secret' }

let course: Thing
let arthit: SignedIn
beforeEach(async () => {
  // Otherwise a job of another test would run first.
  await boss.deleteAllJobs('export_history')
  course = await makeCourse(db)
  arthit = await server.person({ first: 'Arthit' })
  await enrol(db, course, arthit, 'instructor')
})

const ask = async (person = arthit, key?: string) => {
  const path = `/api/courses/${course.id}/history/export`
  const answer = await person.raw('POST', path, { headers: key === undefined ? {} : { 'idempotency-key': key } })
  expect(answer.statusCode).toBe(202)
  return answer.json<{ data: { job: string } }>().data.job
}
const look = (job: string, person = arthit) => person.call(calls.one, { params: { job_id: job } })
const ends = (job: string, state: Reply<typeof calls.one>['state'] = 'done') =>
  vi.waitFor(
    async () => {
      const found = await look(job)
      expect(found.state).toBe(state)
      return found
    },
    { timeout: 60_000, interval: 50 },
  )

/** Does jobs until the test ends. */
async function work(storage: Storage = storageOf(config)) {
  const errors: string[] = []
  const onError = (what: string) => void errors.push(what)
  const jobs = await startJobs({ connection, db, storage, config, onError })
  afterwards(() => jobs.close())
  return { ...jobs, errors }
}

const addChange = (title: string, at: string) =>
  db
    .insertInto('changes')
    .values({
      ...{ course_id: course.id, id: newId(), kind: 'announcement_created', created_at: new Date(at) },
      ...{ actor_id: arthit.id, about: JSON.stringify({ title }) },
    })
    .execute()

const filesOf = (person: SignedIn) =>
  db.selectFrom('uploads').select('filename').where('owner_id', '=', person.id).execute()

test('who asks for the history of a course gets it as a file, and is told how far it is', async () => {
  await addChange('Welcome, "everyone"', '2026-11-02T03:04:05Z')
  await addChange('=1+1', '2026-11-03T03:04:05Z')
  const job = await ask()
  expect(await look(job)).toMatchObject({ kind: 'export_history', state: 'queued', progress: 0, result: null })
  await work()
  const { progress, result, error } = await ends(job)
  expect([progress, error, result?.filename]).toEqual([1, null, expect.stringMatching(/^\d+ history\.csv$/)])
  const file = await server.nobody.raw('GET', result?.location ?? '')
  const lines = file.body.replace('\ufeff', '').split('\r\n')
  expect(lines.map((line) => line.split(',').slice(0, 4).join(','))).toEqual([
    'at,who,kind,title',
    "2026-11-03T03:04:05.000Z,Arthit Jaidee,announcement_created,'=1+1",
    '2026-11-02T03:04:05.000Z,Arthit Jaidee,announcement_created,"Welcome',
    '',
  ])
})

test('of more changes than one statement reads, none is missing', async () => {
  await sql`insert into changes (course_id, id, kind, created_at)
    select ${course.id}, gen_random_uuid(), 'x', now() - n * interval '1 s' from generate_series(1, 2500) n`.execute(db)
  const job = await ask()
  await work()
  const { result } = await ends(job)
  const { body } = await server.nobody.raw('GET', result?.location ?? '')
  const ids = body.split('\r\n').map((line) => line.split(',')[4])
  expect(new Set(ids.filter(Boolean)).size).toBe(2501)
})

test('a request that comes again is the same job', async () => {
  const key = randomUUID()
  const [one, other] = [await ask(arthit, key), await ask(arthit, key)]
  expect(other).toBe(one)
  await work()
  await ends(one)
  expect(await filesOf(arthit)).toHaveLength(1)
})

test('a job of a transaction that is taken back is none', async () => {
  const queued = async () => (await boss.findJobs('export_history', { data: { courseId: course.id } })).length
  const jobs = createJobs(db, () => {})
  afterwards(() => jobs.close())
  const job = { id: newId(), kind: 'export_history', actorId: arthit.id, courseId: course.id } as const
  const asking = db.transaction().execute(async (trx) => {
    await jobs.ask(trx, job)
    throw new Error('taken back')
  })
  await expect(asking).rejects.toThrow('taken back')
  expect(await arthit.refused(calls.one, { params: { job_id: job.id } })).toEqual({ status: 404, code: 'not_found' })
  expect(await queued()).toBe(0)
  await ask()
  expect(await queued()).toBe(1)
})

test('a job is its person’s own, for as long as they may ask for it', async () => {
  const mali = await server.person({ first: 'Mali' })
  await enrol(db, course, mali, 'instructor')
  const admin = await server.person({ admin: true })
  const job = await ask()
  const params = { job_id: job }
  for (const other of [mali, admin]) {
    expect(await other.refused(calls.one, { params })).toEqual({ status: 404, code: 'not_found' })
    expect(await other.refused(calls.retry, { params })).toEqual({ status: 404, code: 'not_found' })
  }
  const roleOf = (role: string) => setPlace(db, arthit, { role })
  await roleOf('assistant')
  expect(await arthit.refused(calls.one, { params })).toEqual({ status: 403, code: 'not_allowed' })
  await roleOf('instructor')
  expect(await look(job)).toMatchObject({ _id: job })
  await leaveCourse(db, arthit)
  expect(await arthit.refused(calls.one, { params })).toEqual({ status: 404, code: 'not_found' })
})

test('a job that failed says why, is seen by the operator, and can be tried again', async () => {
  await boss.updateQueue('export_history', { retryLimit: 0 })
  const whole = storageOf(config)
  let isAway = true
  const job = await ask()
  const { errors } = await work({
    ...whole,
    put: (...given) => (isAway ? Promise.reject(new Error('the password is 1234')) : whole.put(...given)),
  })
  const failed = await ends(job, 'failed')
  expect(failed.error).toEqual({ code: 'internal', message: 'Something went wrong on the server.' })
  expect(errors).toEqual([`The job export_history ${job} failed`])
  isAway = false
  await arthit.call(calls.retry, { params: { job_id: job } })
  expect((await ends(job)).error).toBe(null)
  // A finished job stays as it is.
  expect(await arthit.call(calls.retry, { params: { job_id: job } })).toMatchObject({ state: 'done' })
  expect(await filesOf(arthit)).toHaveLength(1)
})

test('a job whose process is killed is done by another, once', async () => {
  await addChange('Welcome', '2026-11-02T03:04:05Z')
  const { user = '', password = '', host = '', port, database } = connection
  const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const settings = { DATABASE_URL, DATA_DIR: config.dataDir, JOBS: 'only', ...provider }
  const first = start('server/main.ts', [], settings)
  await first.until(/ready for jobs/)
  const holding = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async (trx) => {
    await sql`lock table changes in access exclusive mode`.execute(trx)
    held.resolve()
    await holding.promise
  })
  await held.promise
  const job = await ask()
  await ends(job, 'running')
  await first.kill('SIGKILL')
  holding.resolve()
  await holder
  await work()
  await ends(job)
  expect(await filesOf(arthit)).toHaveLength(1)
})

test('what nobody needs any more is removed by a job that the clock starts', async () => {
  const schedules = await boss.getSchedules('sweep')
  expect(schedules).toMatchObject([{ cron: '*/10 * * * *' }])
  const ended = {
    token_hash: Buffer.from('ended'),
    person_id: arthit.id,
    expires_at: new Date(0),
    seen_at: new Date(0),
  }
  await db.insertInto('sessions').values(ended).execute()
  await boss.deleteAllJobs('sweep')
  // As the clock sends it.
  await boss.send('sweep', schedules[0]?.data as object | null)
  await work()
  await vi.waitFor(
    async () => {
      const left = await db
        .selectFrom('sessions')
        .select('token_hash')
        .where('token_hash', '=', ended.token_hash)
        .execute()
      expect(left).toEqual([])
    },
    { timeout: 30_000, interval: 50 },
  )
})
