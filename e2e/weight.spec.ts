import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const dist = join(import.meta.dirname, '../dist')

interface Weight {
  script: number
  all: number
  elsewhere: string[]
}

/** What a file weighs as it is sent: as brotli where it was compressed at build time. */
function sizeOf(path: string): number {
  try {
    return statSync(join(dist, `${path}.br`)).size
  } catch {
    return readFileSync(join(dist, path)).length
  }
}

/** What the browser loads for a page with an empty cache; and every address that is not the product's. */
async function weigh(page: Page, path: string, ready: () => Promise<void>): Promise<Weight> {
  const weight: Weight = { script: 0, all: sizeOf('index.html'), elsewhere: [] }
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== test.info().project.use.baseURL && url.protocol !== 'data:') weight.elsewhere.push(url.href)
    if (!/\.(js|css|woff2)$/.test(url.pathname)) return
    const size = sizeOf(url.pathname)
    weight.all += size
    if (url.pathname.endsWith('.js')) weight.script += size
  })
  await page.goto(path)
  await ready()
  await page.evaluate(() => document.fonts.ready)
  return weight
}

test('the login screen needs at most 120 kB of JavaScript, and nothing from elsewhere', async ({ page }) => {
  const login = () => expect(page.getByRole('link', { name: /^Log in with/ })).toBeVisible()
  const weight = await weigh(page, '/login', login)
  expect(weight.script).toBeGreaterThan(20_000)
  expect(weight.script).toBeLessThanOrEqual(120_000)
  expect(weight.elsewhere).toEqual([])
})

test('the home page needs at most 180 kB in all, fonts and styles included, its pictures aside', async ({
  page,
  signIn,
}) => {
  await signIn('ploy')
  const weight = await weigh(page, '/', () => expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible())
  expect(weight.all).toBeGreaterThan(50_000)
  expect(weight.all).toBeLessThanOrEqual(180_000)
  expect(weight.elsewhere).toEqual([])
})

interface Shifts {
  total: number
  where: string[]
}

test('nothing moves while the home page and a course load', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.addInitScript(() => {
    const shifts: Shifts = { total: 0, where: [] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        shifts.total += value
        for (const { node } of sources) shifts.where.push((node as Element | undefined)?.outerHTML?.slice(0, 160) ?? '')
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [path, last] of [
    ['/', page.getByRole('list', { name: 'Upcoming' })],
    [`/course/${course_id}/home`, page.getByRole('link', { name: 'Lecture capture' })],
  ] as const) {
    await page.goto(path)
    await expect(last).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    const { total, where } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
    expect(total, where.join('\n')).toBeLessThan(0.01)
  }
})
