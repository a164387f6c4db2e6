/**
 * `npm run bench:browser`: the built product in Chromium on a generated university: how long each screen takes by its
 * address and by a click, what it loads, what stays in memory, and Lighthouse. Written into bench/REPORT.md.
 *
 * --scale, --database-url     as of `npm run bench`
 * --rounds N                  how often each is measured (5)
 * --no-lighthouse             leaves Lighthouse out, which is fetched from npm's registry
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Locator, type Page } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
// @ts-expect-error: plain JavaScript, because it runs before any package is there
import { ensureBrowser, ensureBuilt, findBrowser, findNode } from '../scripts/prepare.mjs'
import type { Click, ScreenLoad, Shown } from './browserReport.ts'
import { lighthouse } from './lighthouse.ts'
import { placeOf, prepare, startProduct } from './product.ts'
import { machine, writeBrowserRun } from './report.ts'
import { readWorld } from './world.ts'

const { values: given } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.1' },
    'database-url': { type: 'string', default: process.env.DATABASE_URL || undefined },
    rounds: { type: 'string', default: '5' },
    'no-lighthouse': { type: 'boolean', default: false },
  },
})
const rounds = Number(given.rounds)

interface Screen {
  name: string
  path: string
  /** Its content is there when the page has one of these texts. */
  texts: string[]
  /** The words of the link in the course's tabs. */
  tab?: string
}

// Source text, because it runs in the browser. A message arrives after the frame has been painted.
const watcher = (texts: string[]) => `
  window.bench ??= { tasks: [], content: 0 }
  if (!bench.until) {
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) bench.tasks.push({ startTime, duration })
    }).observe({ type: 'longtask', buffered: true })
    // Started here: the script that clicks continues only later, when the content may already be there.
    addEventListener('click', ({ timeStamp }) => {
      bench.arrived = isThere(bench.wanted)
        ? Promise.reject(new Error('There before the click: ' + bench.wanted))
        : bench.until(bench.wanted).then((at) => at - timeStamp)
    }, true)
    const isThere = (texts) => {
      const shown = document.querySelector('main')?.textContent ?? ''
      return texts.some((text) => shown.includes(text))
    }
    const painted = (done) => requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => done(performance.now())
      port2.postMessage(0)
    })
    // A mutation observer instead of a look at every frame, because requested frames would be measured too.
    bench.until = (texts) => new Promise((done, fail) => {
      if (isThere(texts)) return painted(done)
      const late = setTimeout(() => fail(new Error(location.pathname + ' has none of: ' + texts)), 30_000)
      const observer = new MutationObserver(() => {
        if (!isThere(texts)) return
        observer.disconnect()
        clearTimeout(late)
        painted(done)
      })
      observer.observe(document, { childList: true, subtree: true, characterData: true })
    })
  }
  bench.loaded = bench.until(${JSON.stringify(texts)}).then((at) => { bench.content = at })`

const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)

interface Seen {
  first: number
  content: number
  longest: number
  requests: number
  script: number
  unpacked: number
  all: number
}

const seen = `(() => {
  const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const scripts = files.filter(({ name }) => name.endsWith('.js'))
  const sum = (list, what) => list.reduce((n, entry) => n + entry[what], 0)
  return {
    first: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    content: bench.content,
    longest: Math.round(Math.max(0, ...bench.tasks.map((task) => task.duration))),
    requests: files.length,
    script: sum(scripts, 'encodedBodySize'),
    unpacked: sum(scripts, 'decodedBodySize'),
    all: sum(files, 'encodedBodySize'),
  }
})()`

async function show(page: Page, path: string): Promise<Seen> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.evaluate('bench.loaded')
  // Prefetching and late rendering are included. The live stream stays open, so the network is never idle.
  await page.evaluate('new Promise((done) => requestIdleCallback(() => setTimeout(done, 300)))')
  return (await page.evaluate(seen)) as Seen
}

interface Signed {
  browser: Browser
  origin: string
  token: string
}

async function contextOf(
  { browser, origin, token }: Signed,
  signedIn: boolean,
  texts: string[],
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, locale: 'en-GB' })
  if (signedIn) await context.addInitScript(`localStorage.setItem('token', '${token}')`)
  await context.addInitScript(watcher(texts))
  return context
}

async function load(signed: Signed, { name, path, texts }: Screen): Promise<ScreenLoad> {
  const [cold, warm]: [Seen[], Seen[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    const context = await contextOf(signed, name !== 'login', texts)
    const page = await context.newPage()
    cold.push(await show(page, path))
    warm.push(await show(page, path))
    await context.close()
  }
  const { requests = 0, script = 0, unpacked = 0, all = 0 } = cold[0] ?? {}
  const longest = Math.max(...[...cold, ...warm].map((s) => s.longest))
  const [first, again] = [median(cold.map((s) => s.content)), median(warm.map((s) => s.content))]
  return { name, cold: first, warm: again, requests, script, unpacked, all, longest }
}

/** Home from an empty cache, in a throttled browser. */
async function slowHome(
  signed: Signed,
  home: Screen,
  slow: (devtools: CDPSession) => Promise<unknown>,
): Promise<Shown> {
  const times: Seen[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await contextOf(signed, true, home.texts)
    const page = await context.newPage()
    await slow(await context.newCDPSession(page))
    times.push(await show(page, home.path))
    await context.close()
  }
  return { first: median(times.map((t) => t.first)), content: median(times.map((t) => t.content)) }
}

const slowProcessor = (devtools: CDPSession) => devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })

async function slowLine(devtools: CDPSession): Promise<void> {
  const [perSecond, latency] = [1_600_000 / 8, 150]
  await devtools.send('Network.enable')
  const speed = { offline: false, latency, downloadThroughput: perSecond, uploadThroughput: perSecond }
  await devtools.send('Network.emulateNetworkConditions', speed)
}

/** The target of a click. */
interface Stop extends Pick<Screen, 'name' | 'texts'> {
  link(page: Page): Locator
}

/** Clicks the link and waits for the content: ms, and the longest task in between. */
async function click(page: Page, { link, texts }: Stop): Promise<{ ms: number; longest: number }> {
  await page.evaluate(`bench.tasks.length = 0; bench.arrived = undefined; bench.wanted = ${JSON.stringify(texts)}`)
  await link(page).click()
  const ms = (await page.evaluate('bench.arrived')) as number
  const longest = (await page.evaluate('Math.max(0, ...bench.tasks.map((task) => task.duration))')) as number
  return { ms, longest: Math.round(longest) }
}

/** Clicks through the stops so many times. The last stop is also the first. */
async function clicks(
  signed: Signed,
  start: Screen,
  stops: Stop[],
  times: number,
): Promise<{ clicks: Click[]; after20: number; after: number }> {
  const context = await contextOf(signed, true, start.texts)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  const heap = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { metrics } = await devtools.send('Performance.getMetrics')
    return Math.round((metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 17) / 8
  }
  await show(page, start.path)
  const took = new Map(stops.map((stop) => [stop.name, [] as { ms: number; longest: number }[]]))
  let after20 = 0
  for (let n = 0; n < times; n++) {
    const stop = stops[n % stops.length] as Stop
    took.get(stop.name)?.push(await click(page, stop))
    if (n === 19) after20 = await heap()
  }
  const after = await heap()
  await context.close()
  const rows = stops.map(({ name }): Click => {
    const [first, ...again] = took.get(name) ?? []
    const ms = again.map((one) => one.ms)
    return {
      name,
      first: Math.round(first?.ms ?? 0),
      median: median(ms),
      slowest: Math.round(Math.max(...ms)),
      longest: Math.max(first?.longest ?? 0, ...again.map((one) => one.longest)),
    }
  })
  return { clicks: rows, after20, after }
}

const tabOf = ({ name, texts, tab }: Screen): Stop => ({
  name,
  texts,
  link: (page) => page.getByRole('navigation', { name: 'Sections of the course' }).getByRole('link', { name: tab }),
})

/** From home into a course and back. */
const stopsOfHome = (course: string): Stop[] => [
  {
    name: 'a course, from its card',
    texts: ['(week '],
    link: (page) => page.getByRole('main').locator(`a[href="${course}/home"]`).first(),
  },
  {
    name: 'home, from the logo',
    texts: ['My Courses'],
    link: (page) => page.getByRole('banner').locator('a[href="/"]'),
  },
]

const node = findNode()
ensureBuilt(node)
// The whole browser, as people have it.
const executablePath = process.env.CHROMIUM || findBrowser() || ensureBrowser(node) || undefined
const place = placeOf({ scale: Number(given.scale), databaseUrl: given['database-url'] })
await prepare(place)
const product = await startProduct(place, availableParallelism())
const args = ['--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
const browser = await chromium.launch({ executablePath, args })
try {
  const { busyTopics } = await readWorld(product.connection, { seed: place.seed, many: 1, handIns: 1 })
  const [who] = busyTopics
  if (!who) throw new Error('There is no busy topic.')
  const { origin } = product
  const at = `/course/${who.course_id}`
  const headers = { authorization: who.token }
  const answer = await fetch(`${origin}/api/courses/${who.course_id}/assignments/my`, { headers })
  const { data } = (await answer.json()) as { data: AssignmentSummary[] }
  const sheet = data.find(({ assignment_name }) => assignment_name === 'Laboratory report 13')?._id
  const tabs: Screen[] = [
    { name: 'course home', path: `${at}/home`, texts: ['(week '], tab: 'Home' },
    { name: 'content', path: `${at}/content`, texts: ['Week 1'], tab: 'Content' },
    { name: 'assignments', path: `${at}/assignments`, texts: ['Laboratory report 13'], tab: 'Assignments' },
    { name: 'discussion', path: `${at}/discussion`, texts: ['Say hello'], tab: 'Discussion' },
    { name: 'group', path: `${at}/group`, texts: ['Project groups', 'No grouping yet'], tab: 'Group' },
    { name: 'meeting', path: `${at}/meeting`, texts: ['Office hour, week'], tab: 'Meeting' },
    { name: 'grade', path: `${at}/grade`, texts: ['Midterm'], tab: 'Grade' },
    { name: 'about', path: `${at}/about`, texts: ['To know the terms'], tab: 'About' },
  ]
  const home: Screen = { name: 'home', path: '/', texts: [who.course_code] }
  const screens: Screen[] = [
    { name: 'login', path: '/login', texts: ['Log in with'] },
    home,
    { name: 'notification', path: '/notification', texts: ['(week ', 'Slides ', 'score of', 'Quiz '] },
    { name: 'setting', path: '/setting', texts: ['Setting'] },
    { name: 'join', path: '/join', texts: ['Join new course'] },
    ...tabs,
    { name: 'schedule', path: `${at}/schedule`, texts: ['Class 30'] },
    { name: 'worksheet', path: `${at}/assignments/${sheet}/worksheet`, texts: ['Report (PDF)'] },
    { name: 'topic of 200 posts', path: `${at}/discussion/${who.discussion_id}`, texts: ['comments'] },
  ]
  const signed: Signed = { browser, origin, token: who.token }
  const loads: ScreenLoad[] = []
  for (const screen of screens) {
    loads.push(await load(signed, screen))
    console.log(`${screen.name}: cold ${loads.at(-1)?.cold} ms, warm ${loads.at(-1)?.warm} ms`)
  }
  const [courseHome, ...others] = tabs as [Screen, ...Screen[]]
  const ofCourse = await clicks(signed, courseHome, [...others, courseHome].map(tabOf), 200)
  const ofHome = await clicks(signed, home, stopsOfHome(at), 40)
  const clicked = [...ofHome.clicks, ...ofCourse.clicks]
  for (const one of clicked) console.log(`click on ${one.name}: first ${one.first} ms, then ${one.median} ms`)
  const pages: [string, string][] = screens
    .filter(({ name }) => ['login', 'home', 'course home', 'worksheet'].includes(name))
    .map(({ name, path }) => [name, path])
  writeBrowserRun({
    at: new Date().toISOString(),
    command: ['npm run bench:browser --', ...process.argv.slice(2)].join(' '),
    machine: machine(),
    browser: browser.version(),
    scale: place.scale,
    loads,
    clicks: clicked,
    slowHome: {
      processor: await slowHome(signed, home, slowProcessor),
      line: await slowHome(signed, home, slowLine),
    },
    memory: { after20: ofCourse.after20, after200: ofCourse.after },
    lighthouse: given['no-lighthouse']
      ? { failed: 'it was left out.' }
      : await lighthouse({ origin, token: who.token, pages, launch: { executablePath, args } }),
  })
} finally {
  await browser.close()
  await product.stop()
}
