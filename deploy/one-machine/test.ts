/* `npm run test:deploy`: everything on one machine, killed, restarted, backed up and restored. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../server/db/database.ts'
import { attachEmbedded } from '../../server/db/embedded.ts'
import { startPlainProvider } from '../../server/testing/providerServer.ts'
import { type Course, lostOf, makeBusyCourse, type Sent, startLoad } from '../testing/course.ts'
import { call, signIn, upload } from '../testing/person.ts'
import { check, folder, freePorts, type Program, root, start, step, trial, until } from '../testing/programs.ts'

const provider = await startPlainProvider()
const { port } = await freePorts('port')
const origin = `http://127.0.0.1:${port}`

async function serve(dataDir: string): Promise<Program> {
  const server = start('server', process.execPath, ['server/main.ts'], {
    asMe: true,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      WORKERS: '2',
      OAUTH_CLIENT_ID: provider.clientId,
      OAUTH_CLIENT_SECRET: provider.clientSecret,
      OAUTH_AUTHORIZE_URL: `${provider.origin}/oauth/authorize`,
      OAUTH_TOKEN_URL: `${provider.origin}/oauth/token`,
      OAUTH_PROFILE_URL: `${provider.origin}/profile`,
      OAUTH_FIELD_ID: 'data.student.id',
      OAUTH_FIELD_FIRST: 'data.student.firstname_en',
      OAUTH_FIELD_LAST: 'data.student.lastname_en',
    },
  })
  await until('the server is ready', async () => {
    const { status } = await fetch(`${origin}/readyz`)
    if (status !== 200) throw new Error(String(status))
  })
  return server
}

async function withDatabase<T>(dataDir: string, work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> {
  const connection = await attachEmbedded(dataDir)
  if (!connection) throw new Error('the database does not run')
  const db = openDatabase(connection, { connections: 2, prepare: false })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const acknowledged: Sent[] = []

async function loadUntil(course: Course, end: () => Promise<void>): Promise<Sent[]> {
  const load = startLoad(origin, course, { again: false })
  await pause(3_000)
  await end()
  await pause(500)
  await load.stop()
  acknowledged.push(...load.sent.filter(({ id }) => id))
  return load.sent
}

await trial('One machine', async () => {
  step('Starting with nothing')
  const data = join(folder, 'data')
  let server = await serve(data)
  const token = await signIn(origin, origin)
  const me = await call<{ first: string }>(`${origin}/api/users/me`, { token })
  check('somebody signs in', me.data.first === 'Ploy')
  const course = await withDatabase(data, (db) => makeBusyCourse(db, 8))
  const [student = ''] = course.students
  const bytes = randomBytes(200_000)
  const location = await upload(origin, student, bytes, 'work.bin')
  const sheet = `${origin}/api/courses/${course.id}/assignments/${course.assignment}`
  const body = { [`file-${course.slot}`]: location }
  const handedIn = await call<{ _id: string }>(`${sheet}/submit`, { method: 'POST', token: student, body })
  check('and hands a file in', handedIn.status === 200, handedIn)

  const all = async (where: string, dataDir: string) => {
    const lost = await withDatabase(dataDir, (db) => lostOf(db, course, acknowledged))
    check(
      `${where}: all of the ${acknowledged.length} acknowledged posts, submissions and drafts are there`,
      lost.length === 0,
      lost,
    )
    const attempts = await call<unknown>(`${sheet}/attempts`, { token: student })
    const [signed = ''] = /\/api\/files\/[^"]+/.exec(JSON.stringify(attempts.data)) ?? []
    const file = await fetch(origin + signed)
    check('and the file', Buffer.from(await file.arrayBuffer()).equals(bytes), signed)
    check('and who was signed in still is', (await call(`${origin}/api/users/me`, { token })).status === 200)
  }

  step('The server is killed under load')
  await loadUntil(course, () => server.kill('SIGKILL'))
  server = await serve(data)
  await all('started again', data)

  step('The server and its database are killed under load')
  await loadUntil(course, async () => {
    const database = Number(execFileSync('head', ['-1', join(data, 'postgres/postmaster.pid')], { encoding: 'utf8' }))
    process.kill(database, 'SIGKILL')
    await server.kill('SIGKILL')
  })
  server = await serve(data)
  await all('started again', data)

  step('Backup while it is stopped, and restore elsewhere')
  await server.kill('SIGTERM')
  check('told to stop, it ends in order', server.process.exitCode === 0, server.process.exitCode)
  const restored = join(folder, 'restored')
  // As root, because the database's files belong to another account.
  execFileSync('cp', ['-a', data, restored])
  server = await serve(restored)
  await all('restored', restored)
  await server.kill('SIGTERM')
  provider.close()

  step('As a service')
  if (existsSync('/usr/bin/systemd-analyze')) verifyUnit()
  else console.log('  systemd-analyze is not here: the unit was not looked at')
})

function verifyUnit(): void {
  const copy = join(folder, 'raintree.service')
  cpSync(join(root, 'deploy/one-machine/raintree.service'), copy)
  const run = (...args: string[]) => execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe' })
  let said = ''
  try {
    run('verify', '--man=no', copy)
  } catch (error) {
    said = String((error as { stderr?: string }).stderr)
  }
  // The program is not installed where the unit says.
  const faults = said
    .split('\n')
    .filter((line) => line.includes('raintree') && !/is not executable|No such file/.test(line))
  check('systemd finds no fault in the unit', faults.length === 0, faults)
  const [, exposure = '10'] = /exposure level for .*: ([\d.]+)/.exec(run('security', '--offline=true', copy)) ?? []
  check(`and counts its exposure as ${exposure} of 10`, Number(exposure) < 2.5)
}
