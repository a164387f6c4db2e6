/**
 * `npm run bench:gradebook`: how long a gradebook of 2,000 students and 40 columns takes from the click on its tab until it
 * is painted, and so the statistics of its course, in a real browser on the built product. The bar of the gradebook is
 * 300 ms. It is clicked as soon as its tab is there, while the page still loads, and on a page that has finished, which
 * has fetched the code of the tabs, none of their answers. --rounds N: how often each is opened (9).
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { type Kysely, sql } from 'kysely'
import { seed } from '../server/changes/change.ts'
import { openDatabase } from '../server/db/database.ts'
import { attachEmbedded } from '../server/db/embedded.ts'
import type { DB } from '../server/db/schema.ts'
import { demoId } from '../server/demo/school/ids.ts'
import { newId } from '../server/ids.ts'
import { createSessions } from '../server/session/sessions.ts'

const STUDENTS = 2_000
const COLUMNS = 40
const BAR_MS = 300
const DAY_MS = 86_400_000
const { values: given } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
const port = process.env.PORT ?? String(36_000 + (process.pid % 1_000))
const origin = `http://127.0.0.1:${port}`

/** A course of Arthit's in which nearly everybody has handed in nearly everything, all of it graded. */
async function largeCourse(db: Kysely<DB>): Promise<string> {
  const id = newId()
  const instructor = { course_id: id, person_id: demoId('person', 'arthit'), role: 'instructor' }
  await seed(db, async (trx) => {
    const names = { code: '2110001', name: 'A large course', name_short: 'Large' }
    await trx
      .insertInto('courses')
      .values({ id, academic_year: 2026, semester: 1, ...names })
      .execute()
    await trx.insertInto('roster').values(instructor).execute()
    await sql`
      create temporary table students on commit drop as
      select gen_random_uuid() as id, n from generate_series(1, ${STUDENTS}::int) n`.execute(trx)
    await sql`
      insert into people (id, first, last, email)
      select id, 'Student', lpad(n::text, 4, '0'), 'student-' || n || '@example.org' from students`.execute(trx)
    await sql`
      insert into roster (course_id, person_id, role, section, joined_at)
      select ${id}::uuid, id, 'student', (n % 20 + 1)::text, now() - interval '90 days' from students`.execute(trx)
    await sql`
      create temporary table quizzes on commit drop as
      select gen_random_uuid() as id, n from generate_series(1, ${COLUMNS}::int) n`.execute(trx)
    await sql`
      insert into assignments (course_id, id, name, due_at, score, score_essay, has_text, publish_at)
      select ${id}::uuid, id, 'Quiz ' || n, now() - interval '60 days' + n * interval '1 day', 10, 10, true,
        now() - interval '80 days' from quizzes`.execute(trx)
    await sql`
      insert into gradables (course_id, id, name, score, position, assignment_id)
      select ${id}::uuid, gen_random_uuid(), 'Quiz ' || n, 10, n, id from quizzes`.execute(trx)
    await sql`
      insert into submissions (course_id, id, assignment_id, owner_id, attempt, submitted_at, submitted_by, response, digest)
      select ${id}::uuid, gen_random_uuid(), q.id, s.id, 1, now() - interval '61 days' + q.n * interval '1 day', s.id,
        '{"textbox": "An answer"}', 'x'
      from quizzes q cross join students s where (q.n * 31 + s.n) % 20 > 0`.execute(trx)
    // A trigger looks at each of the works. The planner has no statistics of them yet.
    await sql`analyze submissions, submission_people, assignments`.execute(trx)
    await sql`
      insert into feedback (course_id, submission_id, score, points, show)
      select course_id, id, round(random()::numeric * 10, 1), 10, true from submissions
      where course_id = ${id}`.execute(trx)
  })
  // Like autovacuum, within a minute.
  await sql`vacuum (analyze)`.execute(db)
  return id
}

// Source text, because it runs in the browser. A message arrives after the frame has been painted.
const watch = `
  addEventListener('click', ({ timeStamp }) => {
    window.tasks.length = 0
    window.painted = new Promise((done) => {
      const look = () => {
        if (!document.querySelector('main')?.textContent.includes(window.wanted)) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => done(performance.now() - timeStamp)
          port2.postMessage(0)
        })
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { childList: true, subtree: true, characterData: true })
    })
  }, true)
  window.tasks = []
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' })`

// Ends once the page has fetched nothing for a second. Its stream of events never ends.
const quiet = `new Promise((done) => {
  let timer = setTimeout(done, 1000)
  new PerformanceObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(done, 1000)
  }).observe({ type: 'resource' })
})`

interface Opened {
  ms: number
  /** The longest task of the main thread. */
  task: number
}

/** From the click on a link to a painted text. */
async function open(page: Page, link: string, wanted: string): Promise<Opened> {
  await page.evaluate(`window.wanted = ${JSON.stringify(wanted)}`)
  await page.getByRole('link', { name: link, exact: true }).first().click()
  const ms = (await page.evaluate('window.painted')) as number
  const task = (await page.evaluate('Math.max(0, ...window.tasks)')) as number
  return { ms, task }
}

function report(name: string, [first, ...again]: Opened[], bar = ''): void {
  const times = again.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b)
  const longest = Math.round(Math.max(...again.map(({ task }) => task)))
  const median = times[Math.floor(times.length / 2)]
  console.log(
    `${name}: first ${Math.round(first?.ms ?? 0)} ms, then ${median} (median), ${times.at(-1)} (slowest)${bar}; longest task ${longest} ms`,
  )
}

const data = mkdtempSync(join(tmpdir(), 'raintree-bench-'))
const server = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: join(import.meta.dirname, '..'),
  env: { ...process.env, PORT: port, DATA_DIR: data, WORKERS: '1' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const exited = new Promise<void>((done) => server.once('exit', () => done()))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || undefined,
  args: ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  for (let tries = 0; !(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok; tries++) {
    if (tries > 600 || server.exitCode !== null) throw new Error('The server does not start')
    await new Promise((go) => setTimeout(go, 200))
  }
  const connection = await attachEmbedded(data)
  if (!connection) throw new Error('The server has no database.')
  const db = openDatabase(connection, { connections: 1, prepare: false, unhurried: true })
  const course = await largeCourse(db)
  const sessions = createSessions({
    db,
    now: () => new Date(),
    idleMs: DAY_MS,
    maxMs: DAY_MS,
    announceEnd: async () => {},
  })
  const token = await sessions.open(demoId('person', 'arthit'))
  await db.destroy()

  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`)
  console.log(`Chromium ${browser.version()}, Node ${process.version}; ${STUDENTS} students, ${COLUMNS} columns`)
  console.log(`load average before: ${loadavg()[0]?.toFixed(1)}`)
  const atOnce: Opened[] = []
  const onceLoaded: Opened[] = []
  const statistics: Opened[] = []
  for (let round = 0; round < 2 * Number(given.rounds); round++) {
    const isLoaded = round % 2 === 1
    // Empties the cache: each opening waits for its answers.
    const context = await browser.newContext({
      baseURL: origin,
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
    })
    await context.addInitScript(`localStorage.setItem('token', '${token}')`)
    await context.addInitScript(watch)
    const page = await context.newPage()
    await page.goto(`/course/${course}/about`)
    await page.getByRole('link', { name: 'Grade', exact: true }).first().waitFor()
    if (isLoaded) await page.evaluate(quiet)
    ;(isLoaded ? onceLoaded : atOnce).push(await open(page, 'Grade', 'Student 0001'))
    if (isLoaded) statistics.push(await open(page, 'Statistics', 'Who may be falling behind'))
    await context.close()
  }
  report('Gradebook, clicked at once', atOnce, ` of at most ${BAR_MS}`)
  report('Gradebook, clicked on a loaded page', onceLoaded, ` of at most ${BAR_MS}`)
  report('Statistics of the course', statistics)
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await exited
  rmSync(data, { recursive: true, force: true })
}
