import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import type { TopicSummary } from '../contract/discussions.ts'
import { type Person, test } from './fixtures.ts'

/*
 * Prints a table for people to read (`npm run shots`): how far down a student's work is, how many presses of Tab lead
 * to the first course, and how long the first click into a course takes without a hover before.
 */

const folder = join(import.meta.dirname, '../shots')
const ROUNDS = 15
const windows = [
  { name: '390', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { name: '1280', viewport: { width: 1280, height: 900 } },
]

/** In px from the top of the page, the upper edge of the nth different link to such an address. */
const topOf = async (page: Page, region: string, address: RegExp, nth = 1): Promise<number> => {
  const tops = () =>
    page.evaluate(
      ({ within, pattern }) => {
        const found = new Map<string, number>()
        for (const link of document.querySelectorAll<HTMLAnchorElement>(`${within} a[href]`)) {
          if (link.closest('section')?.querySelector('h2')?.textContent === 'Due in 24 hours') continue
          const { pathname } = new URL(link.href)
          const box = (link.closest('li, article') ?? link).getBoundingClientRect()
          if (new RegExp(pattern).test(pathname) && !found.has(pathname)) found.set(pathname, box.top + scrollY)
        }
        return [...found.values()].sort((a, b) => a - b)
      },
      { within: region, pattern: address.source },
    )
  let all = await tops()
  for (const from = Date.now(); all.length < nth && Date.now() - from < 20_000; ) all = await tops()
  return Math.round(all[nth - 1] ?? Number.NaN)
}

async function tabsToFirstCourse(page: Page): Promise<number> {
  for (let presses = 1; presses < 200; presses++) {
    await page.keyboard.press('Tab')
    const there = await page.evaluate(() => {
      const link = document.activeElement?.closest('article, li')?.querySelector('h3 a[href$="/home"]')
      return link === document.activeElement
    })
    if (there) return presses
  }
  return Number.NaN
}

/** Waits until no request has finished for a while: then the page has fetched everything of idle time. */
const quiet = (page: Page) =>
  page.waitForFunction(() => {
    const last = Math.max(
      ...performance.getEntriesByType('resource').map((e) => (e as PerformanceResourceTiming).responseEnd),
    )
    return performance.now() - last > 1_500
  })

/** In ms, from the click on a course of home to its painted screen, in a new browser context. */
async function firstClick(browser: Browser, options: BrowserContextOptions, token: string, nth: number) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript((is) => {
    localStorage.setItem('token', is)
    addEventListener('click', ({ timeStamp }) => Object.assign(window, { clicked: timeStamp }), true)
  }, token)
  await page.goto('/')
  const link = page.locator('main h3 a[href$="/home"]').nth(nth)
  await link.scrollIntoViewIfNeeded()
  await quiet(page)
  const painted = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const isThere = () =>
          location.pathname.endsWith('/home') &&
          document.querySelectorAll('main h2').length >= 4 &&
          !document.querySelector('main')?.textContent?.includes('Loading...')
        const watch = new MutationObserver(() => {
          if (!isThere()) return
          watch.disconnect()
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => done(performance.now() - (window as unknown as { clicked: number }).clicked)
            port2.postMessage(0)
          })
        })
        watch.observe(document, { childList: true, subtree: true, characterData: true, attributes: true })
      }),
  )
  await link.evaluate((element) => (element as HTMLElement).click())
  const ms = await painted
  await context.close()
  return ms
}

async function measure(browser: Browser, options: BrowserContextOptions, ploy: Person) {
  const { course_id } = await ploy.course('2110101')
  const course = `/course/${course_id}`
  const topics = await ploy.get<TopicSummary[]>(`/api${course.replace('course', 'courses')}/discussions`)
  const topic = topics.find((t) => t.discussion_title.startsWith('Recursion'))?._id
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.addInitScript((token) => localStorage.setItem('token', token), ploy.token)
  const at = async (path: string, address: RegExp, nth?: number) => {
    await page.goto(path)
    return topOf(page, 'main', address, nth)
  }
  const rows: [string, number][] = [
    ['the fifth assignment, px', await at(`${course}/assignments`, /\/assignments\/[^/]+\/preview$/, 5)],
    ['the next class on home, px', await at('/', /\/schedule$/)],
    ['the first course on home, px', await at('/', /\/home$/)],
    ['the newest post of a topic, px', await at(`${course}/discussion/${topic}`, /\/post\/[^/]+$/)],
  ]
  await page.goto('/')
  await topOf(page, 'main', /\/home$/)
  rows.push(['presses of Tab to the first course', await tabsToFirstCourse(page)])
  await context.close()
  const clicks: number[] = []
  for (let round = 0; round < ROUNDS; round++) clicks.push(await firstClick(browser, options, ploy.token, round % 3))
  clicks.sort((a, b) => a - b)
  rows.push([`the first click into a course, ms (median of ${ROUNDS})`, Math.round(clicks[ROUNDS >> 1] as number)])
  return rows
}

test('distances', async ({ browser, person }) => {
  const ploy = await person('ploy')
  const columns: [string, number][][] = []
  for (const { name: _, ...options } of windows) columns.push(await measure(browser, options, ploy))
  const head = ['', ...windows.map(({ name }) => `${name} px`)]
  const rows = (columns[0] ?? []).map(([what], i) => [what, ...columns.map((column) => String(column[i]?.[1]))])
  const table = [head, head.map((_, i) => (i === 0 ? '---' : '---:')), ...rows].map((row) => `| ${row.join(' | ')} |`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'distances.md'), `${table.join('\n')}\n`)
  console.log(table.join('\n'))
})
