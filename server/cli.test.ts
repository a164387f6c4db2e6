import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contract } from '../contract/index.ts'
import { openDatabase } from './db/database.ts'
import { startEmbedded } from './db/embedded.ts'
import { newId } from './ids.ts'
import { afterwards } from './testing/afterwards.ts'
import { start, temporaryFolder } from './testing/processes.ts'
import { useServer } from './testing/server.ts'
import { makeCourse, removeCourses, type Thing } from './testing/world.ts'

// Starting a process is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const server = await useServer()
const { db, connection } = server
const { host = '', user = '', password = '', database = '' } = connection
const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`

/** Runs a command to its end. */
async function run(settings: Record<string, string>, ...args: string[]) {
  const program = start('server/cli.ts', args, settings)
  return { code: await program.exited, said: program.said() }
}
const raintree = (...args: string[]) => run({ DATABASE_URL }, ...args)
const DATA_DIR = await temporaryFolder()
const invitations = () => db.selectFrom('instructor_invitations').selectAll().execute()

/** The code and the password in the output of a command. */
function pairIn(said: string) {
  const [, code, secret] = /Instructor code {2}(\S+)\n {2}Password {9}(\S+)/.exec(said) ?? []
  if (!code || !secret) throw new Error(said)
  return { code, password: secret }
}

beforeEach(async () => {
  await removeCourses(db)
})

describe('invite-instructor', () => {
  let course: Thing
  beforeEach(async () => {
    course = await makeCourse(db, { code: '2110101', name: 'Programming' })
  })

  test('prints a pair once, with which one person becomes an instructor of the course', async () => {
    const { code, said } = await raintree('invite-instructor', '--course', '2110101')
    expect([code, said]).toEqual([0, expect.stringContaining('An invitation to teach 2110101 Programming')])
    const pair = pairIn(said)
    const ploy = await server.person()
    expect(await ploy.call(contract.courses.register, { body: pair })).toEqual({ course_id: course.id })
    const nat = await server.person()
    expect(await nat.refused(contract.courses.register, { body: pair })).toMatchObject({ code: 'wrong_password' })
    expect(JSON.stringify(await invitations())).not.toContain(pair.password)
  })

  test('goes through a pooler, which refuses what a session would keep', async () => {
    const pooler = createServer((line) => {
      const through = connect(`${host}/.s.PGSQL.${connection.port ?? 5432}`)
      line.once('data', (startup) => {
        if (startup.includes('\0options\0')) line.destroy()
        else through.write(startup)
        line.pipe(through)
      })
      through.pipe(line)
      for (const [one, other] of [[line, through] as const, [through, line] as const]) {
        one.on('error', () => {}).once('close', () => other.destroy())
      }
    })
    await once(pooler.listen(0, '127.0.0.1'), 'listening')
    afterwards(async () => void pooler.close())
    const { port } = pooler.address() as AddressInfo
    const login = `${user}:${encodeURIComponent(password)}`
    const settings = { DATABASE_URL: `postgres://${login}@127.0.0.1:${port}/${database}` }
    expect((await run(settings, 'invite-instructor', '--course', '2110101')).said).toContain('An invitation to teach')
  })

  test('is for as many people and days as it is told', async () => {
    const before = Date.now()
    await raintree('invite-instructor', '--course', '2110101', '--uses', '3', '--days', '2')
    const [made] = await invitations()
    expect(made?.uses_left).toBe(3)
    const days = ((made?.expires_at.getTime() ?? 0) - before) / 86_400_000
    expect(days).toBeGreaterThan(1.99)
    expect(days).toBeLessThan(2.01)
  })

  test('asks which course is meant when there are several, and takes the one that is named', async () => {
    await makeCourse(db, { code: '2110101', name: 'Programming', academic_year: 2025, semester: 2, section: 'A' })
    const { code, said } = await raintree('invite-instructor', '--course', '2110101')
    expect([code, said]).toEqual([
      1,
      'There are several courses 2110101. Say which one:\n' +
        '  --year 2026 --semester 1  Programming\n  --year 2025 --semester 2 --section A  Programming',
    ])
    const chosen = ['--year', '2026', '--semester', '1']
    expect((await raintree('invite-instructor', '--course', '2110101', ...chosen)).code).toBe(0)
    expect((await raintree('invite-instructor', '--course', '2110101', '--section', 'A')).code).toBe(0)
    const of = (await invitations()).map((i) => i.course_id === course.id)
    expect(of.sort()).toEqual([false, true])
  })

  test('says so when there is no such course', async () => {
    expect(await raintree('invite-instructor', '--course', '999')).toEqual({ code: 1, said: 'There is no course 999.' })
    expect(await invitations()).toEqual([])
  })

  test.each([
    [[], 'Name the course: --course <number>.'],
    [['--course', '2110101', '--days', '0'], '--days must be a whole number from 1 to 365.'],
    [['--course', '2110101', '--uses', 'many'], '--uses must be a whole number from 1 to 1000.'],
    [['--course', '2110101', '--semester', '4'], '--semester must be a whole number from 1 to 3.'],
    [['--course', '2110101', '--color', 'red'], "Unknown option '--color'"],
    [['--course', '2110101', 'please'], "Unexpected argument 'please'"],
  ])('with %j says what is wrong and how it is used', async (args, words) => {
    const { code, said } = await raintree('invite-instructor', ...args)
    expect(code).toBe(2)
    expect(said).toContain(words)
    expect(said).toContain('Usage: npm run raintree -- <command>')
    expect(await invitations()).toEqual([])
  })
})

test('without a command there is help, and with an unknown one too', async () => {
  expect(await raintree()).toMatchObject({ code: 0, said: expect.stringContaining('Usage:') })
  expect(await raintree('invite-student')).toMatchObject({
    code: 2,
    said: expect.stringMatching(/^There is no command "invite-student"\.\n\nUsage:/),
  })
})

describe('in a DATA_DIR', () => {
  const args = ['invite-instructor', '--course', '2110999']
  const codes: string[] = []

  test('makes nothing where nothing is', async () => {
    expect(await run({ DATA_DIR }, ...args)).toEqual({
      code: 1,
      said: `There is no Raintree in ${DATA_DIR} yet. Start the server once, or set DATA_DIR.`,
    })
  })

  describe('beside the server', () => {
    let running: ReturnType<typeof start>
    beforeAll(async () => {
      // Without the demo school, which takes a part of a first start.
      const site = { OAUTH_ISSUER: 'https://site.example', OAUTH_CLIENT_ID: 'raintree' }
      running = start('server/main.ts', [], { DATA_DIR, PORT: '0', WORKERS: '1', ...site })
      await running.until(/Raintree is ready/)
    })
    afterAll(() => running.kill('SIGKILL'))

    test('works', async () => {
      const made = ['--name', 'Signals', '--year', '2026', '--semester', '2', '--instructor', 'arthit@example.org']
      expect((await run({ DATA_DIR }, 'create-course', '--number', '2110999', ...made)).code).toBe(0)
      const { code, said } = await run({ DATA_DIR }, ...args)
      expect([code, said]).toEqual([0, expect.stringContaining('An invitation to teach 2110999')])
      codes.push(pairIn(said).code)
      expect(await running.kill('SIGTERM')).toBe(0)
    })
  })

  test('works without the server', async () => {
    const { code, said } = await run({ DATA_DIR }, ...args)
    expect([code, said]).toEqual([0, expect.stringContaining('An invitation to teach 2110999')])
    codes.push(pairIn(said).code)

    const embedded = await startEmbedded(DATA_DIR, { maxConnections: 10 })
    const own = openDatabase(embedded.connection, { connections: 1, prepare: false })
    const rows = await own.selectFrom('instructor_invitations').select('code').execute()
    expect(rows.map((row) => row.code)).toEqual(expect.arrayContaining(codes))
    await own.destroy()
    await embedded.stop()
  })
})

describe('create-course', () => {
  const fields = ['create-course', '--number', '2110999', '--name', 'Signals', '--year', '2026', '--semester', '2']

  test('makes a course with its instructors, and no second one of its number', async () => {
    const email = `arthit-${newId()}@example.org`
    const arthit = await server.person({ first: 'Arthit', email, email_verified: true })
    expect(await raintree(...fields, '--instructor', email)).toEqual({
      code: 0,
      said: expect.stringContaining('Signals'),
    })
    expect(await arthit.call(contract.courses.mine)).toMatchObject([
      { course_code: '2110999', course_academic_year: '2026', course_semester: '2' },
    ])
    const again = await raintree(...fields, '--instructor', email)
    expect([again.code, again.said]).toEqual([1, expect.stringContaining('is taken')])
  })

  test('awaits who has never signed in, and makes nothing for what is no address', async () => {
    expect((await raintree(...fields, '--instructor', 'nobody')).code).not.toBe(0)
    expect(await db.selectFrom('courses').select('id').execute()).toEqual([])
    const { code, said } = await raintree(...fields, '--instructor', 'Nobody@example.org')
    expect([code, said]).toEqual([0, expect.stringContaining('nobody@example.org is its instructor as soon as')])
    expect(await db.selectFrom('roster_pending').select(['email', 'role']).execute()).toEqual([
      { email: 'nobody@example.org', role: 'instructor' },
    ])
  })
})

test('appoint lets a person make courses, and no longer', async () => {
  const email = `mali-${newId()}@example.org`
  const claimed = await server.person({ first: 'Wirun', email })
  const { id } = await server.person({ first: 'Mali', email })
  await db.updateTable('people').set({ email_verified: true }).where('id', '=', id).execute()
  const mayCreate = async () =>
    (await db.selectFrom('people').select('may_create').where('id', '=', id).executeTakeFirstOrThrow()).may_create
  expect((await raintree('appoint', '--email', email)).code).toBe(0)
  expect(await mayCreate()).toBe(true)
  const { may_create } = await db
    .selectFrom('people')
    .select('may_create')
    .where('id', '=', claimed.id)
    .executeTakeFirstOrThrow()
  expect(may_create, 'of who only claims the address').toBe(false)
  expect((await raintree('appoint', '--email', email, '--revoke')).code).toBe(0)
  expect(await mayCreate()).toBe(false)
  expect((await raintree('appoint', '--email', 'nobody@example.org')).code).toBe(1)
})
