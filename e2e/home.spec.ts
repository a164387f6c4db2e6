import { expect, test } from './fixtures.ts'

test('the home page shows the banners, what is upcoming, and the courses of this semester', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'News of the platform' })).toBeVisible()
  const upcoming = page.getByRole('list', { name: 'Upcoming' })
  const times = await upcoming.locator('time').evaluateAll((all) => all.map((t) => t.getAttribute('datetime') ?? ''))
  expect(times.length).toBeGreaterThan(3)
  expect(times).toEqual([...times].sort())
  const now = await ploy.course('2110101')
  const { course_academic_year: year, course_semester: semester } = now
  await expect(page.getByRole('combobox', { name: 'Semester' })).toHaveValue(`${year}-${semester}`)
  await expect(page.getByRole('link', { name: now.course_name, exact: true })).toBeVisible()
})

test('the semester selector lists semesters from the latest on and keeps the choice in the address', async ({
  page,
  signIn,
}) => {
  await signIn('ploy')
  await page.goto('/')
  const selector = page.getByRole('combobox', { name: 'Semester' })
  await expect(selector).toBeVisible()
  const options = await selector.locator('option').allTextContents()
  expect(options.length).toBeGreaterThan(1)
  expect(options).toEqual([...options].sort().reverse())
  await selector.selectOption({ label: options.at(-1) as string })
  await expect(page).toHaveURL(/semester=/)
  const names = await page.getByRole('heading', { level: 3 }).allTextContents()
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
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto('/')
  const dots = page.getByRole('button', { name: /^Banner \d of 2/ })
  // By themselves: the clock of the page goes on, however slow the machine is.
  await expect(dots.last()).toHaveAttribute('aria-current', 'true')
  await expect(dots.first()).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pause the banners' }).click()
  const current = page.getByRole('button', { name: /^Banner \d of 2/ }).and(page.locator('[aria-current="true"]'))
  const paused = await current.getAttribute('aria-label')
  await page.mouse.move(0, 0)
  await page.clock.runFor(10_000)
  expect(await current.getAttribute('aria-label')).toBe(paused)
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
