import { rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTries } from '../scripts/restart.mjs'
import { Browser } from './testing/browser.ts'
import { openEvents } from './testing/events.ts'
import { childrenOf, databaseOf, isAlive, type Program, start, temporaryFolder } from './testing/processes.ts'

/* The server as `npm start` runs it, as a process. */

const dataDir = await temporaryFolder()
/** A session from before `demo:reset`. The next server that serves is asked for it, because a start takes long. */
let tokenBefore = ''

async function serve(settings: Record<string, string> = {}): Promise<Program & { origin: string }> {
  const program = start('server/main.ts', [], { PORT: '0', DATA_DIR: dataDir, WORKERS: '1', ...settings })
  const [, origin = ''] = await program.until(/Raintree is ready at (http:\S+)/)
  return { ...program, origin }
}

const reset = (settings: Record<string, string>) =>
  start('server/demo/reset.ts', [], { DATA_DIR: dataDir, ...settings })

async function signIn(origin: string, email = 'ploy@demo.raintree.test'): Promise<string> {
  const browser = new Browser()
  const answer = await browser.get(`${origin}/api/session/provider`)
  const { data } = (await answer.json()) as { data: { authorize_url: string } }
  const at = await browser.visit(`${data.authorize_url}&login_hint=${email}`)
  return at.searchParams.get('code') ?? ''
}

async function call(origin: string, path: string, token: string) {
  const answer = await fetch(origin + path, { headers: { authorization: token } })
  return { status: answer.status, data: ((await answer.json()) as { data?: unknown }).data }
}

describe('one process', () => {
  let server: Awaited<ReturnType<typeof serve>>
  let token = ''
  // The first start fills the school: on a busy machine that takes longest of all.
  beforeAll(async () => {
    server = await serve()
  }, 120_000)
  // What a test starts ends with it; what is started for several does not.
  afterAll(() => server.kill('SIGKILL'))

  test('makes its data, says where it is, and lets the demo’s people in', async () => {
    expect(server.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    token = await signIn(server.origin)
    expect((await call(server.origin, '/api/courses/my', token)).data).not.toEqual([])
  })

  test.each(['server/main.ts', 'server/demo/reset.ts'])(
    'goes on while %s is refused beside it with words',
    async (file) => {
      const beside = start(file, [], { PORT: '0', DATA_DIR: dataDir, WORKERS: '1' })
      expect(await beside.exited).toBe(1)
      expect(beside.said().trim()).toBe(
        `Another Raintree server is running on ${dataDir}.\n` +
          'Stop it first, or give this one a DATA_DIR and PORT of its own.',
      )
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
    },
  )

  test('killed without a word, is started again with nothing lost, and ends in order with its database', async () => {
    await server.kill('SIGKILL')
    const next = await serve({ LOG_LEVEL: 'debug' })
    expect(await call(next.origin, '/api/users/me', token)).toMatchObject({ status: 200, data: { first: 'Ploy' } })
    const another = await signIn(next.origin)
    expect((await call(next.origin, '/api/users/me', another)).status).toBe(200)
    const events = await openEvents(`${next.origin}/api/users/notifications/stream`, another)
    const database = (await databaseOf(dataDir)) ?? 0
    expect(await next.kill('SIGINT')).toBe(0)
    expect(await events.rest(), 'readers are told').toEqual([])
    expect(isAlive(database)).toBe(false)
    expect(await databaseOf(dataDir)).toBeUndefined()

    // The log at the finest level: each request with its id and path, and no secret that would let anybody in.
    const logged = next
      .said()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    const me = logged.find((line) => line.req?.path === '/api/users/me')
    expect(me).toMatchObject({ status: 200, reqId: expect.stringMatching(/./), req: { method: 'GET' } })
    expect(logged.some((line) => line.req?.path === '/api/callback')).toBe(true)
    expect(
      logged.some((line) => line.req?.path?.endsWith('/stream')),
      'a stream is no slow request',
    ).toBe(false)
    for (const secret of [token, another]) expect(next.said()).not.toContain(secret)
    expect(next.said()).not.toMatch(/[?&](code|state)=/)
  })

  test('has its school put back by demo:reset', async () => {
    const again = reset({})
    expect([await again.exited, again.said()]).toEqual([0, 'The demo school is as on its first day.'])
    tokenBefore = token
  })

  test('without a demo has no school to put back', async () => {
    const elsewhere = reset({ OAUTH_ISSUER: 'https://site.example', OAUTH_CLIENT_ID: 'raintree' })
    expect(await elsewhere.exited).toBe(1)
    expect(elsewhere.said()).toContain('there is no demo school to reset.')
  })

  test.each(['1', '2'])(
    'on a port that is taken says so, with WORKERS=%s, and leaves no database behind',
    async (WORKERS) => {
      const taken = createServer()
      await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
      const { port } = taken.address() as { port: number }
      const refused = start('server/main.ts', [], { PORT: String(port), DATA_DIR: dataDir, WORKERS })
      expect(await refused.exited).toBe(1)
      expect(refused.said()).toBe(`\nPort ${port} is taken. Set PORT to another one.\n`)
      expect(await databaseOf(dataDir)).toBeUndefined()
      taken.close()
    },
  )

  test('with wrong settings names them and starts nothing', async () => {
    const folder = await temporaryFolder()
    const server = start('server/main.ts', [], { PORT: 'http', WORKERS: '0', DATA_DIR: folder })
    expect(await server.exited).toBe(1)
    expect(server.said()).toMatch(/These settings are not right:\n {2}PORT: .+\n {2}WORKERS: /)
    expect(await databaseOf(folder)).toBeUndefined()
  })

  test('on a HOST that is not of this machine says so', async () => {
    // 192.0.2.0/24 is nobody's: RFC 5737.
    const server = start('server/main.ts', [], {
      PORT: '0',
      HOST: '192.0.2.1',
      DEMO: 'on',
      DATA_DIR: dataDir,
      WORKERS: '1',
    })
    expect(await server.exited).toBe(1)
    expect(server.said()).toBe('\nHOST is 192.0.2.1, which is no address of this machine.\n')
    expect(await databaseOf(dataDir)).toBeUndefined()
  })
})

describe.each(['server/main.ts', 'server/demo/reset.ts'])('%s', (file) => {
  /** The process's last words. */
  async function gaveUp(settings: Record<string, string>): Promise<string> {
    const program = start(file, [], { PORT: '0', DATA_DIR: dataDir, WORKERS: '1', ...settings })
    expect(await program.exited).toBe(1)
    expect(program.said()).not.toMatch(/\bat .+:\d+/)
    return program.said().trim()
  }

  test('says that nobody answers at DATABASE_URL, and not its password', async () => {
    const empty = await temporaryFolder()
    // A worker that is still starting must not complain about it.
    const said = await gaveUp({ DATABASE_URL: `postgres://me:secret@localhost/raintree?host=${empty}`, WORKERS: '2' })
    // On a busy machine a late answer of the process may count as none.
    expect(said).toMatch(/^The database of DATABASE_URL does not let us in: (connect ENOENT|timeout expired)/)
    expect(said).not.toContain('secret')
  })

  test('says that DATA_DIR is a file, or inside one', async () => {
    const file = join(await temporaryFolder(), 'a-file')
    await writeFile(file, '')
    expect(await gaveUp({ DATA_DIR: file })).toBe(
      `DATA_DIR is ${file}, which cannot be used: ${file} is a file, and must be a folder.`,
    )
    const inside = join(file, 'data')
    expect(await gaveUp({ DATA_DIR: inside })).toBe(
      `DATA_DIR is ${inside}, which cannot be used: ${inside} is inside a file, and must be in a folder.`,
    )
  })

  test('says that DATA_DIR cannot be written', async () => {
    // A path where nobody can make anything, not even root.
    const folder = `/${process.platform === 'linux' ? 'sys' : 'System'}/raintree`
    const said = await gaveUp({ DATA_DIR: folder })
    expect(said.startsWith(`DATA_DIR is ${folder}, which cannot be used: ${folder} `)).toBe(true)
  })
})

describe('a database that ends by itself', () => {
  test('and cannot start is told of in its own words, by an exit code that says whose fault it is', async () => {
    const control = join(dataDir, 'postgres/global/pg_control')
    await rename(control, `${control}.away`)
    try {
      // The parent tries no worker again that never ran.
      const program = start('scripts/start.mjs', [], { PORT: '0', DATA_DIR: dataDir, WORKERS: '1' })
      expect(await program.exited).toBe(75)
      expect(program.said()).toMatch(/^\s*The database did not start\. It said:.+pg_control/s)
      expect(program.said()).not.toMatch(/Starting again|\bat .+:\d+/)
    } finally {
      await rename(`${control}.away`, control)
    }
  })

  const down = { code: 75, wasReady: false, ranMs: 1_000 }
  const ranWell = { code: 75, wasReady: true, ranMs: 3_600_000 }

  test('is tried eight times, ever later, and then given up with words', () => {
    const next = createTries()
    const waits = [ranWell, ...Array.from({ length: 7 }, () => down)].map((ended) => next(ended).waitMs)
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
    expect(next(down)).toEqual({ giveUp: 'The database did not stay up in 8 tries. What it said is above.' })
  })

  test('after it ran well has all its tries again', () => {
    const next = createTries()
    for (const ended of [ranWell, down, down]) next(ended)
    expect(next(ranWell)).toEqual({ waitMs: 500 })
  })

  test.each([
    ['a server that was told to stop', { ...ranWell, code: 0 }],
    ['a server that is at fault itself', { ...ranWell, code: 1 }],
    ['a server that was killed', { ...ranWell, code: null }],
    ['a database that never ran', down],
  ])('is another thing than %s, which is not started again', (_what, ended) => {
    expect(createTries()(ended).waitMs).toBeUndefined()
  })
})

describe('several processes', () => {
  let server: Awaited<ReturnType<typeof serve>>
  let workers: number[] = []
  beforeAll(async () => {
    server = await serve({ WORKERS: '2' })
    workers = await childrenOf(server.pid)
  })
  afterAll(() => server.kill('SIGKILL'))

  test('know nobody who was signed in before demo:reset', async () => {
    expect(tokenBefore).not.toBe('')
    expect((await call(server.origin, '/api/users/me', tokenBefore)).status).toBe(401)
  })

  test('serve on one port, and replace one that is killed', async () => {
    expect(workers).toHaveLength(2)
    const token = await signIn(server.origin)
    const [victim = 0, survivor = 0] = workers
    process.kill(victim, 'SIGKILL')
    await server.until(/A worker ended; starting another\./)
    await server.until(/The new worker serves\./)
    await expect.poll(async () => (await childrenOf(server.pid)).filter((pid) => pid !== victim)).toHaveLength(2)
    workers = await childrenOf(server.pid)
    expect(workers).toContain(survivor)
    expect(workers).not.toContain(victim)
    expect(await call(server.origin, '/api/users/me', token)).toMatchObject({ status: 200 })
  })

  test('all end when the first is killed, and leave its database to the next start', async () => {
    server.process.kill('SIGKILL')
    await expect.poll(() => workers.filter(isAlive)).toEqual([])
    expect(await databaseOf(dataDir)).toBeGreaterThan(0)
  })
})

describe('npm start without a terminal, as under nohup', () => {
  let program: Program
  let origin = ''
  let token = ''
  let before: number[] = []

  async function running(): Promise<number[]> {
    const servers = await childrenOf(program.pid)
    const workers = (await Promise.all(servers.map(childrenOf))).flat()
    expect([servers.length, workers.length]).toEqual([1, 2])
    return [program.pid, ...servers, ...workers]
  }

  beforeAll(async () => {
    program = start('scripts/start.mjs', [], { PORT: '0', DATA_DIR: dataDir, WORKERS: '2' })
    const ready = await program.until(/Raintree is ready at (http:\S+)/)
    origin = ready[1] ?? ''
    before = await running()
  })
  afterAll(() => program.kill('SIGKILL'))

  test('goes on when that hangs up', async () => {
    for (const pid of before) process.kill(pid, 'SIGHUP')
    token = await signIn(origin)
    expect(await call(origin, '/api/users/me', token)).toMatchObject({ status: 200 })
    expect(before.filter((pid) => !isAlive(pid))).toEqual([])
  })

  test('starts again with a database that ended by itself', async () => {
    process.kill((await databaseOf(dataDir)) ?? 0, 'SIGKILL')
    const [, again = ''] = await program.until(
      /was killed by SIGKILL.+Starting again in [\d.]+ s\..+is ready at (http:\S+)/s,
    )
    expect(await call(again, '/api/users/me', token)).toMatchObject({ status: 200, data: { first: 'Ploy' } })
  })

  test('told to stop, leaves no process', async () => {
    const left = [...before, ...(await running()), (await databaseOf(dataDir)) ?? 0]
    expect(await program.kill('SIGTERM')).toBe(0)
    expect(left.filter(isAlive)).toEqual([])
    expect(await databaseOf(dataDir)).toBeUndefined()
  })
})
