import type { Locator, Page } from '@playwright/test'
import type { CourseCard, UpcomingEvent } from '../contract/courses.ts'
import { beginAt } from './clock.ts'
import { expect, test } from './fixtures.ts'

/** How many upcoming events show before somebody asks for all. */
const NEXT = 8

test('the home page shows the banners, what is upcoming and the courses of a semester, which is chosen in the address', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'News of the platform' })).toBeVisible()
  const upcoming = page.getByRole('list', { name: 'Upcoming' })
  await expect(upcoming.locator('time').nth(3)).toBeAttached()
  const times = await upcoming.locator('time').evaluateAll((all) => all.map((t) => t.getAttribute('datetime') ?? ''))
  expect(times).toEqual([...times].sort())
  const now = await ploy.course('2110101')
  const { course_academic_year: year, course_semester: semester } = now
  const selector = page.getByRole('combobox', { name: 'Semester' })
  await expect(selector).toHaveValue(`${year}-${semester}`)
  await expect(page.getByRole('link', { name: now.course_name, exact: true })).toBeVisible()
  await expect(page.getByText(/^\S+ and [1-9] more$/).first(), 'of several instructors, how many more').toBeVisible()

  const options = await selector.locator('option').allTextContents()
  expect(options.length).toBeGreaterThan(1)
  expect(options).toEqual([...options].sort().reverse())
  await selector.selectOption({ label: options.at(-1) as string })
  await expect(page).toHaveURL(/semester=/)
  const chosen = new URL(page.url()).searchParams.get('semester')
  const names = (await ploy.get<CourseCard[]>('/api/courses/my'))
    .filter((c) => `${c.course_academic_year}-${c.course_semester}` === chosen)
    .map((c) => c.course_name)
  expect(names).not.toEqual([])
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(names)
  await page.reload()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(names)
})

test('what has begun leaves Upcoming, on a page that stays open', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const events = await ploy.get<{ title: string; datetime: string }[]>('/api/courses/upcoming')
  const times = events.map(({ datetime }) => Date.parse(datetime)).sort((a, b) => a - b)
  const [first = 0] = times
  await beginAt(page, first - 60_000)
  await page.goto('/')
  const items = page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')
  await expect(items).toHaveCount(NEXT)
  await page.getByRole('link', { name: `See all (${times.length})` }).click()
  await expect(items).toHaveCount(times.length)
  await page.clock.runFor(180_000)
  await expect(items).toHaveCount(times.filter((time) => time > first + 180_000).length)
})

test('Upcoming shows the next eight with their rooms, and all of them at an address of its own', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const events = await ploy.get<UpcomingEvent[]>('/api/courses/upcoming')
  const held = events.slice(0, NEXT).find(({ place }) => place)
  await page.goto('/?semester=2026-1')
  const list = page.getByRole('list', { name: 'Upcoming' })
  await expect(list.getByRole('listitem')).toHaveCount(NEXT)
  await expect(list.getByRole('listitem').filter({ hasText: held?.title })).toContainText(held?.place as string)
  await page.getByRole('link', { name: `See all (${events.length})` }).click()
  await expect(page).toHaveURL('/?semester=2026-1&upcoming=all')
  await expect(list.getByRole('listitem')).toHaveCount(events.length)
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveCount(events.length)
  await page.getByRole('link', { name: 'See fewer' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(NEXT)
  await expect(page).toHaveURL('/?semester=2026-1')
})

test('all that is ahead is one stop of Tab, in which the arrow keys move, and My Courses a dozen from the start', async ({
  page,
  signIn,
}) => {
  await signIn('ploy')
  await page.goto('/?upcoming=all')
  const links = page.getByRole('list', { name: 'Upcoming' }).getByRole('link')
  await expect(links.nth(NEXT)).toBeVisible()
  const semester = page.getByRole('combobox', { name: 'Semester' })
  await expect(semester).toBeVisible()
  let presses = 0
  const isThere = () => semester.evaluate((element) => element === document.activeElement)
  while (presses < 30 && !(await isThere())) {
    await page.keyboard.press('Tab')
    presses++
  }
  expect(presses).toBeLessThanOrEqual(12)

  await page.getByRole('link', { name: 'See fewer' }).focus()
  await page.keyboard.press('Tab')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(links.nth(1)).toBeFocused()
  // The card below is in the same of four columns.
  await page.keyboard.press('ArrowDown')
  await expect(links.nth(5)).toBeFocused()
  await page.keyboard.press('End')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(semester).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(links.last()).toBeFocused()
  await page.keyboard.press('Home')
  await expect(links.first()).toBeFocused()
})

for (const [width, height, banner, courses] of [
  [390, 844, 96, 700],
  [1280, 900, 200, 800],
] as const) {
  test(`the work is in the first sight at ${width} px: a low banner, what is next, and the first course`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height })
    await signIn('ploy')
    await page.goto('/')
    const cards = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) })
    await expect(cards.nth(5)).toBeVisible()
    const box = async (of: Locator) => (await of.boundingBox()) ?? { y: Number.NaN, height: Number.NaN }
    const news = await box(page.getByRole('region', { name: 'News of the platform' }))
    expect(news.height).toBeLessThanOrEqual(banner)
    expect(news.y).toBeLessThanOrEqual(width === 390 ? 140 : 200)
    expect((await box(cards.first())).y).toBeLessThanOrEqual(courses)
    const sixth = await box(cards.nth(5))
    expect(sixth.y + sixth.height).toBeLessThanOrEqual(2 * height)
  })
}

test('each theme has its own drawing of a banner, and fetches no other', async ({ browser, signIn }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme })
    const fetched = new Set<string>()
    page.on('request', (request) => {
      const name = request.url().match(/banners\/(.+)\.webp/)?.[1]
      if (name) fetched.add(name)
    })
    await signIn('ploy', page)
    await page.goto('/')
    await expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible()
    await expect.poll(() => [...fetched].sort()).toEqual([`banner-1-${colorScheme}`, `banner-2-${colorScheme}`])
    await page.close()
  }
})

test('the banners move by themselves, can be paused, and stand still for who asked for less motion', async ({
  page,
  signIn,
}) => {
  await signIn('ploy')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.addInitScript(() => {
    const { scrollTo } = Element.prototype
    const moves = { count: 0 }
    Element.prototype.scrollTo = function (...to: unknown[]) {
      if (this.closest('[aria-label="News of the platform"]')) moves.count++
      Reflect.apply(scrollTo, this, to)
    }
    Object.assign(window, { moves })
  })
  const moves = () => page.evaluate(() => (window as unknown as { moves: { count: number } }).moves.count)
  await page.goto('/')
  const dots = page.getByRole('button', { name: /^Banner \d of 2/ })
  await expect(dots.first()).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(10_000)
  expect(await moves()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // Without a press: the clock of the page goes on, however slow the machine is.
  await expect(dots.last()).toHaveAttribute('aria-current', 'true')
  await expect(dots.first()).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pause the banners' }).click()
  await expect(page.getByRole('button', { name: 'Play the banners' })).toBeVisible()
  // Running transitions end by themselves; the test counts new ones.
  const before = await moves()
  await page.mouse.move(0, 0)
  await page.clock.runFor(10_000)
  expect(await moves()).toBe(before)
})

test('somebody without courses is told where they will be and how to join one', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/')
  await expect(page.getByText('Joined courses will available here!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join a course' })).toHaveAttribute('href', '/join')
})

test('a list that fails says Error, and loads when it is tried again', async ({ page, signIn }) => {
  await signIn('ploy')
  let broken = true
  await page.route('**/api/courses/upcoming', (route) =>
    broken ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto('/')
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  // The rest of the page works.
  await expect(page.getByRole('link', { name: 'Computer Programming', exact: true })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible()
})

/** The code and the calls that a page requests. */
function watchRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/assets\/.*\.js$|^\/api\/courses\/[^/]+/.test(pathname)) asked.push(pathname)
  })
  return asked
}
const HOME_OF_COURSE = ['', '/announcements', '/schedules/my', '/activity']

test('a course in sight opens without a request: its code and its answers came while home was idle', async ({
  browser,
  signIn,
}) => {
  // A phone, where nobody hovers.
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const asked = watchRequests(page)
  await signIn('ploy', page)
  await page.goto('/')
  const link = page.getByRole('main').locator('a[href^="/course/"][href$="/home"]').first()
  const course = ((await link.getAttribute('href')) ?? '').split('/')[2]
  for (const part of HOME_OF_COURSE) await expect.poll(() => asked).toContain(`/api/courses/${course}${part}`)
  expect(asked.some((path) => path.includes('/CourseHome-'))).toBe(true)
  const { prefetchedAt, loaded } = await page.evaluate((id) => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const ahead = performance.getEntriesByType('resource').filter(({ name }) => name.includes(id as string))
    return {
      prefetchedAt: Math.min(...ahead.map((e) => e.startTime)),
      loaded: navigation?.loadEventStart ?? Number.NaN,
    }
  }, `/api/courses/${course}`)
  expect(prefetchedAt).toBeGreaterThan(loaded)
  await page.waitForLoadState('load')
  await expect
    .poll(() =>
      page.evaluate(
        (id) => performance.getEntriesByName(`${location.origin}/api/courses/${id}/activity`).length,
        course,
      ),
    )
    .toBe(1)
  // From here on no request gets an answer.
  await page.route(/\/assets\/|\/api\/courses\//, (route) => route.abort())
  await link.evaluate((a: HTMLElement) => a.click())
  await expect(page).toHaveURL(`/course/${course}/home`)
  await expect(page.getByRole('heading', { name: 'Recent Activities' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Loading...')).toHaveCount(0)
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0)
  await page.close()
})

test('who saves data has nothing fetched ahead', async ({ page, signIn }) => {
  const asked = watchRequests(page)
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )
  await signIn('ploy')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  // Two hours of idle time: prefetching would have begun in the first.
  const leisure = () => page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  for (let n = 0; n < 2; n++) await leisure()
  expect(asked.filter((path) => /CourseHome|announcements/.test(path))).toEqual([])
  // The page has not loaded the tabs of a course either.
  const link = page.getByRole('main').locator('a[href^="/course/"][href$="/home"]').first()
  await link.evaluate((a: HTMLElement) => a.click())
  await expect(page.getByRole('heading', { name: 'Recent Activities' })).toBeVisible()
  for (let n = 0; n < 4; n++) await leisure()
  expect(asked.filter((path) => /(Content|Assignments|Discussions|Groups|Meetings|Grade)Screen-/.test(path))).toEqual(
    [],
  )
})
