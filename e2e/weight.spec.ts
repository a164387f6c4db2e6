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

/** The transferred size of a file: the brotli copy from the build, if there is one. */
function sizeOf(path: string): number {
  try {
    return statSync(join(dist, `${path}.br`)).size
  } catch {
    return readFileSync(join(dist, path)).length
  }
}

/** The files that the browser loads for a page with an empty cache, and every address outside of the product. */
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
  // Prefetching starts when the screen stands, and the screen does not need it.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(path)
  await ready()
  await page.evaluate(() => document.fonts.ready)
  return weight
}

test('the login screen needs at most 120 kB of JavaScript, and nothing from elsewhere', async ({ browser }) => {
  const page = await browser.newPage()
  const login = () => expect(page.getByRole('link', { name: /^Log in with/ })).toBeVisible()
  const weight = await weigh(page, '/login', login)
  expect(weight.script).toBeGreaterThan(20_000)
  expect(weight.script).toBeLessThanOrEqual(120_000)
  expect(weight.elsewhere).toEqual([])
})

for (const [language, upcoming] of [
  ['en', 'Upcoming'],
  ['th', 'กำลังจะมาถึง'],
] as const) {
  test(`the home page needs at most 200 kB in all, fonts and styles included, its pictures aside, in ${language}`, async ({
    browser,
    signIn,
  }) => {
    const page = await browser.newPage()
    await signIn('ploy', page)
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language)
    const weight = await weigh(page, '/', () => expect(page.getByRole('list', { name: upcoming })).toBeVisible())
    expect(weight.all).toBeGreaterThan(50_000)
    expect(weight.all).toBeLessThanOrEqual(200_000)
    expect(weight.elsewhere).toEqual([])
  })
}
