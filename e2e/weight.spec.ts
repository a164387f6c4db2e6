import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

interface Weight {
  script: number
  all: number
  elsewhere: string[]
}

/** Compressed bytes as they cross the wire, by an empty cache; and every address that is not the product's. */
async function weigh(page: Page, path: string, ready: () => Promise<void>): Promise<Weight> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const weight: Weight = { script: 0, all: 0, elsewhere: [] }
  const types = new Map<string, string>()
  session.on('Network.responseReceived', (e) => {
    const { url, mimeType } = e.response
    if (url.startsWith('http') && !url.startsWith(test.info().project.use.baseURL ?? '')) weight.elsewhere.push(url)
    types.set(e.requestId, url.includes('/api/') || url.includes('/demo-provider/') ? 'data' : mimeType)
  })
  session.on('Network.loadingFinished', (e) => {
    const type = types.get(e.requestId) ?? ''
    if (type.includes('javascript')) weight.script += e.encodedDataLength
    if (/javascript|css|html|font/.test(type)) weight.all += e.encodedDataLength
  })
  await page.goto(path)
  await ready()
  await page.waitForLoadState('networkidle')
  return weight
}

test('the login screen needs at most 120 kB of JavaScript, and nothing from elsewhere', async ({ page }) => {
  const weight = await weigh(page, '/login', () =>
    expect(page.getByRole('link', { name: /^Log in with/ })).toBeVisible(),
  )
  expect(weight.script).toBeGreaterThan(20_000)
  expect(weight.script).toBeLessThanOrEqual(120_000)
  expect(weight.elsewhere).toEqual([])
})

test('the home page needs at most 180 kB in all, its pictures aside', async ({ page, signIn }) => {
  await signIn('ploy')
  const weight = await weigh(page, '/', () => expect(page.getByRole('heading', { name: 'My Courses' })).toBeVisible())
  expect(weight.all).toBeGreaterThan(50_000)
  expect(weight.all).toBeLessThanOrEqual(180_000)
  expect(weight.elsewhere).toEqual([])
})

test('nothing moves while the home page and a course load', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.addInitScript(() => {
    const seen = { shift: 0, where: [] as string[] }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Element }[]
      })[]) {
        if (entry.hadRecentInput) continue
        seen.shift += entry.value
        seen.where.push(...entry.sources.map((s) => s.node?.outerHTML?.slice(0, 120) ?? ''))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [path, ready] of [
    ['/', 'My Courses'],
    [`/course/${course_id}/home`, 'Recent Activities'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: ready })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const seen = await page.evaluate(() => (window as unknown as { seen: { shift: number; where: string[] } }).seen)
    expect(seen.shift, seen.where.join('\n')).toBeLessThan(0.01)
  }
})
