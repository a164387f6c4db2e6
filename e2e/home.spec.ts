import type { CourseCard } from '../contract/courses.ts'
import { beginAt } from './clock.ts'
import { expect, test } from './fixtures.ts'

test('the home page shows the banners, what is upcoming, and the courses of this semester', async ({
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
  await expect(page.getByRole('combobox', { name: 'Semester' })).toHaveValue(`${year}-${semester}`)
  await expect(page.getByRole('link', { name: now.course_name, exact: true })).toBeVisible()
})

test('what has begun leaves Upcoming, on a page that stays open', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const events = await ploy.get<{ title: string; datetime: string }[]>('/api/courses/upcoming')
  const times = events.map(({ datetime }) => Date.parse(datetime)).sort((a, b) => a - b)
  const [first = 0] = times
  await beginAt(page, first - 60_000)
  await page.goto('/')
  const items = page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')
  await expect(items).toHaveCount(times.length)
  await page.clock.runFor(180_000)
  await expect(items).toHaveCount(times.filter((time) => time > first + 180_000).length)
})

test('the semester selector lists semesters from the latest on and keeps the choice in the address', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  await page.goto('/')
  const selector = page.getByRole('combobox', { name: 'Semester' })
  await expect(selector).toBeVisible()
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

test('a course with several instructors names the first one and how many more', async ({ page, signIn }) => {
  await signIn('ploy')
  await page.goto('/')
  await expect(page.getByText(/^\S+ and [1-9] more$/).first()).toBeVisible()
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
  // By themselves: the clock of the page goes on, however slow the machine is.
  await expect(dots.last()).toHaveAttribute('aria-current', 'true')
  await expect(dots.first()).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pause the banners' }).click()
  await expect(page.getByRole('button', { name: 'Play the banners' })).toBeVisible()
  // What moves at this moment comes to rest by itself; counted is what begins to.
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
  // The rest of the page is not harmed.
  await expect(page.getByRole('link', { name: 'Computer Programming', exact: true })).toBeVisible()
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible()
})
