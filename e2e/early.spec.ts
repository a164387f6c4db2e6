import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { complete, type Screen, screensOf } from './screens.ts'
import { STREAM } from './stream.ts'

/** Keeps all scripts of the product from running until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/vendor-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens a screen, and returns the requested code files and calls, and those that only a script requested. */
async function open(page: Page, screen: Screen): Promise<{ all: string[]; late: string[] }> {
  const all: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // The live stream starts when the screen stands; the code of formulas loads for a text that has one.
    if (request.method() !== 'GET' || pathname === STREAM || pathname.includes('/WithMath-')) return
    if (/^\/api\/|^\/assets\/.*\.js$/.test(pathname)) all.push(pathname + search)
  })
  // Without live events, so that other tests' writes renew nothing here.
  await page.route(`**${STREAM}?*`, (route) => route.abort())
  await page.addInitScript(() => {
    // The screen does not need what the page fetches in idle time.
    window.requestIdleCallback = () => 0
    // Early answers count as fresh for ten seconds, which a busy machine may need by itself.
    const now = performance.now.bind(performance)
    performance.now = () => Math.min(now(), 5_000)
    Object.assign(window, { sinceOpened: now })
  })
  const release = await holdScripts(page)
  await page.goto(screen.path, { waitUntil: 'commit' })
  // The page is read to its end, and no module has run.
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('interactive')
  const before = await page.evaluate(() => (window as unknown as { sinceOpened: () => number }).sinceOpened())
  release()
  await complete(page, screen)
  const after = await page.evaluate(
    (from) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime > from)
        .map(({ name }) => name.slice(location.origin.length)),
    before,
  )
  return { all, late: all.filter((path) => after.includes(path)) }
}

const first = ['login', 'receipt', 'home', 'course-home', 'schedule', 'content', 'assignments', 'worksheet']
first.push('discussion', 'topic', 'group', 'meeting', 'grade', 'about')
for (const name of first) {
  test(`the page asks for all that its first screen needs before any script has come, and once: ${name}`, async ({
    page,
    person,
    signIn,
  }) => {
    const screens = await screensOf((await person('ploy')).get)
    const screen = screens.find((one) => one.name === name) as Screen
    if (screen.who) await signIn(screen.who)
    const { all, late } = await open(page, screen)
    expect(late, 'name the query of each in the route of the screen').toEqual([])
    expect(all.toSorted()).toEqual([...new Set(all)].sort())
  })
}

test('the address of a form asks for no thing of its name', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('arthit')).course('2110101')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`/course/${course_id}/people/add`)
  await expect(page.getByRole('dialog', { name: 'Add people' })).toBeVisible()
  expect(asked).toContain(`/api/courses/${course_id}/roster`)
  expect(asked).not.toContain(`/api/courses/${course_id}/people/add`)
})

test('the words of another language come as early', async ({ browser, signIn }) => {
  const page = await browser.newPage({ locale: 'th' })
  await signIn('ploy', page)
  const { all, late } = await open(page, { name: 'home', path: '/', ready: 'รายวิชาของฉัน' })
  expect(all.some((path) => path.startsWith('/assets/th-'))).toBe(true)
  expect(late).toEqual([])
})

test('before any script has come, the tree stands where it will stay', async ({ browser, signIn }) => {
  for (const width of [390, 1280]) {
    for (const { path, who } of [{ path: '/login' }, { path: '/', who: 'ploy' as const }]) {
      const page = await browser.newPage({ viewport: { width, height: 800 } })
      if (who) await signIn(who, page)
      const release = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      const trees = 'svg[viewBox="0 0 48 48"]'
      const first = page.locator(`#first ${trees}`).filter({ visible: true })
      await expect(first).toHaveCount(1)
      const place = await first.boundingBox()
      const fonts = await page.evaluate(() =>
        [...document.fonts].flatMap(({ family, status }) => (status === 'unloaded' ? [] : [family])),
      )
      expect.soft(fonts, 'a font that is asked for before it is there is not used by the page').toEqual([])
      release()
      const tree = page.locator(`#root ${trees}`).first()
      await expect(tree).toBeVisible()
      await expect(first).toHaveCount(0)
      const stays = await tree.boundingBox()
      expect.soft(Math.abs((stays?.x ?? 0) - (place?.x ?? 0)), `${path} at ${width}`).toBeLessThanOrEqual(1)
      expect.soft(stays?.y, `${path} at ${width}`).toBe(place?.y)
      await page.close()
    }
  }
})

test('what does not run says so instead of waiting for ever', async ({ page }) => {
  await page.route('**/assets/index-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '?' }))
  await page.goto('/login')
  await expect(page.getByText('The server did not answer.')).toBeVisible()
  await expect(page.locator('#first svg').last()).toBeHidden()
})
