/**
 * `npm run bench:worksheet`: how long a keystroke on a worksheet of 100 questions takes to be painted, in a real
 * browser on the built product. The bar is one frame, 16 ms, of work.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { type APIRequestContext, chromium, type Page } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
import type { CourseCard } from '../contract/courses.ts'

const KEYS = 400
/** A fast typist's pause between two keys, ms. */
const PAUSE_MS = 60
const FRAME_MS = 16
const port = process.env.PORT ?? String(35_000 + (process.pid % 1_000))
const origin = `http://127.0.0.1:${port}`

/**
 * For each key, in ms. `handled`: from the event to the end of its handlers and renders; `rendered`: style, layout and
 * paint of the next frame; `painted`: from the key itself to the end of that frame, waiting included.
 */
interface Stroke {
  handled: number
  rendered: number
  painted: number
}

// Source text, because it runs in the browser. A message arrives after the task that posts it, and after a painted
// frame.
const watch = `
  window.strokes = []
  const after = (then) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    port2.postMessage(0)
  }
  addEventListener('keydown', ({ timeStamp }) => {
    const began = performance.now()
    after(() => {
      const handled = performance.now() - began
      requestAnimationFrame(() => {
        const frame = performance.now()
        after(() => {
          const end = performance.now()
          window.strokes.push({ handled, rendered: end - frame, painted: end - timeStamp })
        })
      })
    })
  }, true)`

async function tokenOf(request: APIRequestContext, who: string): Promise<string> {
  const answer = (await (await request.get('/api/session/provider')).json()) as { data: { authorize_url: string } }
  let next = `${answer.data.authorize_url}&login_hint=${who}@demo.raintree.test`
  for (let hop = 0; hop < 8; hop++) {
    const step = await request.get(next, { maxRedirects: 0 })
    const url = new URL(step.headers().location ?? '', step.url())
    const code = url.searchParams.get('code')
    if (code && url.pathname === '/') return code
    next = url.href
  }
  throw new Error('The sign-in did not end')
}

async function type(page: Page, field: string): Promise<Stroke[]> {
  const box = page.getByRole('textbox', { name: field })
  await box.click()
  await page.evaluate('window.strokes.length = 0')
  await box.pressSequentially('The loop ends before its end. '.repeat(20).slice(0, KEYS), {
    delay: PAUSE_MS,
    timeout: 0,
  })
  await page.waitForFunction(`window.strokes.length >= ${KEYS}`)
  return page.evaluate('window.strokes') as Promise<Stroke[]>
}

function row(name: string, values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return [name.padEnd(34), ...[at(0.5), at(0.95), at(1)].map((ms) => ms.toFixed(1).padStart(8))].join('')
}

function report(where: string, strokes: Stroke[]): void {
  const work = strokes.map(({ handled, rendered }) => handled + rendered)
  const within = work.filter((ms) => ms <= FRAME_MS).length
  console.log(`\n${where}: ${strokes.length} keys${' '.repeat(8)}p50     p95     max  ms`)
  console.log(
    row(
      '  handlers and drawing',
      strokes.map(({ handled }) => handled),
    ),
  )
  console.log(
    row(
      '  style, layout and paint',
      strokes.map(({ rendered }) => rendered),
    ),
  )
  console.log(row('  work of a keystroke', work))
  console.log(
    row(
      '  from the key to the paint',
      strokes.map(({ painted }) => painted),
    ),
  )
  console.log(`  work within a frame of ${FRAME_MS} ms: ${((100 * within) / strokes.length).toFixed(1)} %`)
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
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  const token = await tokenOf(context.request, 'ploy')
  const get = async <T>(path: string) => {
    const answer = await context.request.get(path, { headers: { authorization: token } })
    return ((await answer.json()) as { data: T }).data
  }
  const course = (await get<CourseCard[]>('/api/courses/my')).find((c) => c.course_code === '2110101')?.course_id
  const all = await get<AssignmentSummary[]>(`/api/courses/${course}/assignments/my`)
  const sheet = all.find((a) => a.assignment_name.startsWith('Self-check'))?._id
  await context.addInitScript(`localStorage.setItem('token', '${token}')`)
  await context.addInitScript(watch)
  const page = await context.newPage()
  await page.goto(`/course/${course}/assignments/${sheet}/worksheet`)
  await page.getByRole('radiogroup').nth(89).waitFor({ state: 'attached' })

  console.log(`${cpus()[0]?.model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB`)
  console.log(`Chromium ${browser.version()}, Node ${process.version}; a worksheet of 100 questions`)
  console.log(`load average before: ${loadavg()[0]?.toFixed(1)}`)
  report('The first open question', await type(page, 'Question 10:'))
  report('The last open question', await type(page, 'Question 100:'))
} finally {
  await browser.close()
  server.kill('SIGTERM')
  await exited
  rmSync(data, { recursive: true, force: true })
}
