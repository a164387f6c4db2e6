/* `npm run test:deploy`: several servers behind HAProxy with PgBouncer, replicas and an S3 store, for real, on this machine. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { hashPassword } from '../../server/courses/passwords.ts'
import { openDatabase } from '../../server/db/database.ts'
import type { DB } from '../../server/db/schema.ts'
import { openEvents } from '../../server/testing/events.ts'
import { enrol, makeCourse } from '../../server/testing/world.ts'
import { type Course, lostOf, makeBusyCourse, type Sent, startLoad } from '../testing/course.ts'
import { call, signIn, upload } from '../testing/person.ts'
import { passwords } from '../testing/postgres.ts'
import { check, run, step, trial, until } from '../testing/programs.ts'
import { keysIn } from '../testing/swift.ts'
import { type Site, startSite } from './site.ts'

const statuses = (sent: Sent[]) =>
  Object.fromEntries([...Map.groupBy(sent, ({ status }) => status)].map(([status, all]) => [status, all.length]))
const failed = (sent: Sent[]) => sent.filter(({ status }) => status !== 200)

/** Everything that the server acknowledged, under any load. */
const acknowledged: Sent[] = []

await trial('Several servers', async () => {
  step('Starting PostgreSQL with two replicas, PgBouncer, HAProxy, Swift, and two servers')
  const site = await startSite()
  const { ports } = site
  const direct = {
    host: '127.0.0.1',
    port: ports.database,
    user: 'raintree',
    password: passwords.raintree,
    database: 'raintree',
  }
  const db = openDatabase(direct, { connections: 4, prepare: false })
  try {
    const migrated = await sql`select 1 from kysely_migration`.execute(db)
    check('both servers started at once on an empty database and migrated it once', migrated.rows.length > 0)
    onlyAsks(site)
    const course = await makeBusyCourse(db, 16)
    await oneProduct(site, course, db)
    await filesOf(site, course)
    await aKilledServer(site, course)
    await aDrainedServer(site, course)
    await aLostPrimary(site, course)
    const lost = await lostOf(db, course, acknowledged)
    check(
      `all of the ${acknowledged.length} acknowledged posts, submissions and drafts are in the new primary`,
      lost.length === 0,
      lost,
    )
    await afterFailover(site, course)
    await theOldPrimary(site, course)
  } finally {
    site.provider.close()
    await db.destroy()
  }
})

function onlyAsks({ databases: [primary] }: Site): void {
  const address = `host=127.0.0.1 port=${primary.port} dbname=postgres user=haproxy_check`
  const refusal = (statement: string) => {
    try {
      return run('/usr/bin/psql', [address, '-XAtc', statement])
    } catch (error) {
      return String(error)
    }
  }
  // The first is a limit in its settings, which it may change; it may never do the others.
  const refused = {
    'select pg_sleep(3)': 'statement timeout',
    'set transaction_read_only = off; create temporary table mine (x int)': 'permission denied',
    'set transaction_read_only = off; select lo_create(0)': 'permission denied',
    'set transaction_read_only = off; create table mine (x int)': 'permission denied',
  }
  const said = Object.entries(refused).map(([statement, words]) => ({ said: refusal(statement), words }))
  check(
    'who HAProxy asks as, without a password, can write nothing and does not stay',
    said.every(({ said, words }) => said.includes(words)),
    said,
  )
}

async function oneProduct({ one, two }: Site, course: Course, db: Kysely<DB>): Promise<void> {
  step('One product on two servers')
  const token = await signIn(one, two)
  const me = await Promise.all(
    [one, two].map((origin) => call<{ _id: string; first: string }>(`${origin}/api/users/me`, { token })),
  )
  check(
    'a sign-in that one server began and the other finished holds on both',
    me.every(({ data }) => data?.first === 'Ploy'),
    me,
  )
  await enrol(db, course, { id: me[0]?.data._id ?? '' })

  const [writer = ''] = course.students
  const events = await openEvents(`${one}/api/users/notifications/stream`, token)
  const body = { content: 'From the other server' }
  const address = `${two}/api/courses/${course.id}/discussions/${course.topic}`
  const posted = await call(address, { method: 'POST', token: writer, body })
  const event = await events.next()
  await events.close()
  check('who listens on one server hears what is written on the other', posted.status === 200, posted)
  check('and what it is about', event.event === 'discussion', event)

  const { id } = await makeCourse(db, { code: '2110778', join_password_hash: await hashPassword('right') })
  const tries = []
  for (let i = 0; i < 11; i++) {
    const wrong = { course_id: id, course_password: 'wrong' }
    const answer = await call(`${i % 2 ? one : two}/api/courses/join`, { method: 'POST', token, body: wrong })
    tries.push(answer.status)
  }
  const wanted = [...Array.from({ length: 10 }, () => 403), 429]
  check('ten wrong passwords on two servers are ten, and the eleventh is refused', `${tries}` === `${wanted}`, tries)

  await call(`${two}/api/session`, { method: 'DELETE', token })
  const after = await until(
    'the other server knows',
    async () => {
      const { status } = await call(`${one}/api/users/me`, { token })
      if (status !== 401) throw new Error(String(status))
      return status
    },
    5,
  )
  check('who signs out on one server is signed out on the other', after === 401)
}

async function filesOf({ people, one, two, s3 }: Site, course: Course): Promise<void> {
  step('Files in the S3 store')
  const [token = ''] = course.students
  const bytes = randomBytes(3_000_000)
  const location = await upload(one, token, bytes, 'work.bin')
  const sheet = `/api/courses/${course.id}/assignments/${course.assignment}`
  const body = { [`file-${course.slot}`]: location }
  const submitted = await call(`${one}${sheet}/submit`, { method: 'POST', token, body })
  const answer = await call(`${two}${sheet}/my`, { token })
  const [signed = ''] = /\/api\/files\/[^"]+/.exec(JSON.stringify(answer.data)) ?? []
  const file = await fetch(`${two}${signed}`)
  const same = Buffer.from(await file.arrayBuffer()).equals(bytes)
  check(
    'a file of 3 MB that was handed in on one server is read on the other',
    submitted.status === 200 && same,
    signed,
  )
  const part = await fetch(`${people}${signed}`, { headers: { range: 'bytes=1000000-1000009' } })
  const ten = Buffer.from(await part.arrayBuffer())
  check('a part of it is read through HAProxy', part.status === 206 && ten.equals(bytes.subarray(1_000_000, 1_000_010)))
  check('it is in the bucket, and nothing else is', (await keysIn(s3)).length === 1)
}

async function aKilledServer(site: Site, course: Course): Promise<void> {
  step('A server is killed under load')
  const load = startLoad(site.people, course, { again: false })
  await pause(3_000)
  const killedAt = Date.now()
  await site.killServer('two')
  await pause(3_000)
  await load.stop()
  acknowledged.push(...load.sent.filter(({ id }) => id))
  const bad = failed(load.sent)
  console.log(`    ${load.sent.length} requests by status: ${JSON.stringify(statuses(load.sent))}`)
  check(
    'no request failed but those in flight at that moment',
    bad.every(({ began }) => began <= killedAt),
    bad,
  )
  check('those in flight were asked again elsewhere: none failed at all', bad.length === 0, bad)
  await site.startServer('two')
}

async function aDrainedServer(site: Site, course: Course): Promise<void> {
  step('A server is stopped in order under load')
  const load = startLoad(site.people, course, { again: false })
  await pause(2_000)
  const code = await site.stopServer('two')
  await pause(1_000)
  await load.stop()
  acknowledged.push(...load.sent.filter(({ id }) => id))
  console.log(`    ${load.sent.length} requests by status: ${JSON.stringify(statuses(load.sent))}`)
  check('it ended by itself, and no request failed', code === 0 && failed(load.sent).length === 0, failed(load.sent))
  await site.startServer('two')
}

async function aLostPrimary(site: Site, course: Course): Promise<void> {
  step('The primary of the database is killed under load, and a replica promoted')
  const [primary, behind, ahead] = site.databases
  // Both replicas count as received what comes before the present file of the log once they were restarted: of one file.
  primary.ask('select pg_switch_wal()')
  const load = startLoad(site.people, course, { again: true })
  await pause(2_000)
  // promote.sh gets this replica first, and it lacks what the other acknowledges from now on.
  await behind.stop()
  const aloneAt = Date.now()
  await pause(2_000)
  const killedAt = Date.now()
  await primary.program.kill('SIGKILL')
  await ahead.stop()
  await Promise.all([behind.start(), ahead.start()])
  check(
    'one replica alone has writes that were acknowledged, and both were restarted without a primary',
    load.sent.some(({ id, began }) => id && began > aloneAt),
  )
  await meanwhile(site, course)
  console.log(site.promote().trim().replace(/^/gm, '    '))
  const promotedAt = Date.now()
  const back = await until('writes succeed again', () => {
    const first = load.sent.find(({ id, began }) => id && began > killedAt + 500)
    if (!first) throw new Error('not yet')
    return first
  })
  await pause(3_000)
  await load.stop()
  acknowledged.push(...load.sent.filter(({ id }) => id))
  console.log(`    ${load.sent.length} requests by status: ${JSON.stringify(statuses(load.sent))}`)
  console.log(
    `    writes were back ${back.ended - killedAt} ms after the kill, ${back.ended - promotedAt} ms after the promotion`,
  )
  const odd = failed(load.sent).filter(({ status }) => status !== 503)
  check('meanwhile every request that failed was told that the server is busy (503)', odd.length === 0, odd)
  const slowest = Math.max(...failed(load.sent).map(({ began, ended }) => ended - began))
  check(`and none waited longer than 10 s for that (the longest ${slowest} ms)`, slowest < 10_000)
}

/** Without a primary for longer than HAProxy takes to notice that no server is ready. */
async function meanwhile({ people }: Site, course: Course): Promise<void> {
  const pages = []
  for (let second = 0; second < 20; second++) {
    pages.push((await fetch(`${people}/login`)).status)
    await pause(1_000)
  }
  check(
    'the page comes all that time',
    pages.every((status) => status === 200),
    pages,
  )
  const [token = ''] = course.students
  const { status, code } = await call(`${people}/api/courses/${course.id}/assignments/my`, { token })
  check('and what needs the database is refused in the product’s words', status === 503 && code === 'busy', code)
}

async function afterFailover({ people, one, two, databases }: Site, course: Course): Promise<void> {
  step('After it')
  const [token = '', other = ''] = course.students
  // The connection for live events is back within seconds.
  const heard = await until('news are heard again', async () => {
    const events = await openEvents(`${one}/api/users/notifications/stream`, token)
    const address = `${two}/api/courses/${course.id}/discussions/${course.topic}`
    await call(address, { method: 'POST', token: other, body: { content: 'Is anybody there?' } })
    const next = await Promise.race([events.next(), pause(2_000)])
    await events.close()
    if (!next) throw new Error('not yet')
    return next
  })
  check('news go from one server to the other', heard.event === 'discussion')
  const following = databases[1].ask("select count(*) from pg_stat_replication where state = 'streaming'")
  const other_ = databases[2].ask("select count(*) from pg_stat_replication where state = 'streaming'")
  check('the other replica follows the new primary by itself', Number(following) + Number(other_) === 1)
  const { status } = await call(`${people}/readyz`, { token })
  check('HAProxy sends people to servers that are ready', status === 200)
}

async function theOldPrimary({ ports, databases: [old, ...others] }: Site, course: Course): Promise<void> {
  step('The old primary comes back as a replica')
  await old.startAsReplica(ports.database)
  const following = await until('both replicas follow', () => {
    const [all = 0] = others
      .map(({ ask }) => Number(ask("select count(*) from pg_stat_replication where state = 'streaming'")))
      .filter((count) => count > 0)
    if (all < 2) throw new Error(String(all))
    return all
  })
  check('pg_rewind made it follow the new one', following === 2 && old.ask('select pg_is_in_recovery()') === 't')
  const account = { user: 'raintree', password: passwords.raintree, database: 'raintree' }
  const db = openDatabase({ host: '127.0.0.1', port: ports.db1, ...account }, { connections: 1, prepare: false })
  try {
    const lost = await until('it has caught up', async () => {
      const missing = await lostOf(db, course, acknowledged)
      if (missing.length > 0) throw new Error(String(missing.length))
      return missing
    })
    check('and it has all that was acknowledged', lost.length === 0)
  } finally {
    await db.destroy()
  }
}
