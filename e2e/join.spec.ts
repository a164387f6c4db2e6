import type { Page } from '@playwright/test'
import { beginAt } from './clock.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { hears } from './stream.ts'

const TITLE = 'Special Topics in Humane Software'

/** Finds the joinable course, and picks it. */
async function pick(page: Page) {
  await page.goto('/join')
  await page.getByRole('searchbox', { name: 'Course number' }).fill('2110999')
  await page.getByRole('link', { name: TITLE }).click()
  const dialog = page.getByRole('dialog', { name: TITLE })
  await expect(dialog).toBeVisible()
  return { dialog, password: dialog.getByLabel('Course password'), join: dialog.getByRole('button', { name: 'Join' }) }
}

test('the search begins with this year and semester, and asks only for a course number', async ({ page, signIn }) => {
  await signIn('ploy')
  let asked = 0
  page.on('request', (r) => {
    if (r.url().includes('/api/courses/find')) asked++
  })
  await beginAt(page, Date.parse('2026-11-21T03:00:00Z'))
  await page.goto('/join')
  const year = page.getByLabel('Academic year')
  await expect(year).toHaveValue('2026')
  for (const [name, value] of [
    ['min', '2009'],
    ['max', '2026'],
    ['step', '1'],
  ]) {
    await expect(year).toHaveAttribute(name as string, value as string)
  }
  const semester = page.getByLabel('Semester')
  await expect(semester).toHaveValue('1')
  await expect(semester).toHaveAttribute('min', '1')
  await expect(semester).toHaveAttribute('max', '3')
  await year.fill('2025')
  await expect(page.getByText('Find your course')).toBeVisible()
  expect(asked).toBe(0)
})

test('a search for a course stays in the address and says what is out of range; instructors have a tab of their own', async ({
  page,
  signIn,
}) => {
  await signIn('ploy')
  await page.goto('/join')
  const number = page.getByRole('searchbox', { name: 'Course number' })
  await number.fill('2110101')
  const results = page.getByRole('list', { name: 'Courses found' })
  await expect(results.getByRole('link', { name: 'Computer Programming' })).toBeVisible()
  await expect(page).toHaveURL(/\/join\?search=2110101&year=\d{4}&semester=\d$/)
  await page.reload()
  await expect(results.getByRole('link', { name: 'Computer Programming' })).toBeVisible()
  await number.fill('9999')
  await expect(page.getByText('Course not Found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Clear the course number' }).click()
  await expect(page.getByText('Find your course')).toBeVisible()
  await expect(page).toHaveURL('/join')

  // Nothing is searched.
  await number.fill('2110101')
  await page.getByLabel('Academic year').fill('2008')
  await expect(page.getByText(/^A whole number from 2009 to \d{4}$/)).toBeVisible()
  await expect(page.getByLabel('Academic year')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Semester').fill('4')
  await expect(page.getByText('A whole number from 1 to 3')).toBeVisible()
  await expect(page).toHaveURL('/join')

  const tabs = page.getByRole('navigation', { name: 'Join as' })
  await expect(tabs.getByRole('link')).toHaveText(['Student', 'Instructor'])
  await expect(tabs.getByRole('link', { name: 'Student' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Instructor' }).click()
  await expect(page).toHaveURL('/join?tab=instructor')
  await page.reload()
  await expect(page.getByLabel('Instructor code')).toBeVisible()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Fill this in.')).toHaveCount(2)
})

test('the right password joins the course, which is then among one’s own, on the other device too', async ({
  page,
  browser,
  signIn,
}) => {
  const other = await otherPage(browser)
  await signIn('gita', other)
  const listens = hears(other)
  await other.goto('/')
  await listens
  const gita = await signIn('gita')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My Courses' })).toBeVisible()
  const { password, join } = await pick(page)
  await expect(page).toHaveURL(/&course=[\w-]+$/)
  await password.fill('raintree')
  await join.click()
  const success = page.getByRole('alertdialog', { name: 'Success' })
  await expect(success.getByText('You successfully join the course!')).toBeVisible()
  await expect(success.getByRole('button', { name: 'Join another course' })).toBeVisible()
  await success.getByRole('link', { name: 'Go to course' }).click()
  const { course_id } = await gita.course('2110999')
  await expect(page).toHaveURL(`/course/${course_id}/home`)
  await page.getByRole('link', { name: 'Raintree home' }).click()
  await expect(page.getByRole('link', { name: TITLE })).toBeVisible()
  await expect(other.getByRole('link', { name: TITLE })).toBeVisible()
})

test('a wrong password says so and keeps what was typed; then the right one joins and another can be found', async ({
  page,
  signIn,
}) => {
  await signIn('lalita')
  const { dialog, password } = await pick(page)
  await password.fill('not it')
  await password.press('Enter')
  const error = page.getByRole('alertdialog', { name: 'Error' })
  await expect(error.getByText('Incorrect Password!', { exact: true })).toBeVisible()
  await expect(error).toHaveAccessibleDescription('Incorrect Password!')
  await error.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeVisible()
  await expect(password).toHaveValue('not it')
  await password.fill('raintree')
  await password.press('Enter')
  await page.getByRole('button', { name: 'Join another course' }).click()
  await expect(page).toHaveURL(/\/join\?search=2110999/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: TITLE }).click()
  await expect(dialog.getByText('You already join this course')).toBeVisible()
  await expect(password).toBeHidden()
})

test('whoever is on the course already is told so, without a form', async ({ page, signIn }) => {
  await signIn('boon')
  const { dialog, password } = await pick(page)
  await expect(dialog.getByText('You already join this course', { exact: true })).toBeVisible()
  await expect(password).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Go to course' })).toBeVisible()
})

test('whoever was wrong ten times is told how long to wait, and meanwhile not even the right password is tried', async ({
  page,
  request,
  signIn,
}) => {
  const napat = await signIn('napat')
  const { password } = await pick(page)
  const error = page.getByRole('alertdialog', { name: 'Error' })
  const limited = error.getByText(/^Too many wrong tries\. You can try again in \d+ minutes?\.$/)
  const guess = async (text: string) => {
    await password.fill(text)
    await password.press('Enter')
    await expect(error.getByText('Incorrect Password!', { exact: true })).toBeVisible()
  }
  await guess('guess')
  await expect(limited).toHaveCount(0)
  await error.getByRole('button', { name: 'Close' }).last().click()
  const course_id = new URL(page.url()).searchParams.get('course')
  for (let n = 2; n <= 10; n++) {
    const data = { course_id, course_password: 'guess' }
    const answer = await request.post('/api/courses/join', { headers: { authorization: napat.token }, data })
    expect(answer.status()).toBe(403)
  }
  await guess('guess')
  await expect(limited).toBeVisible()
  await error.getByRole('button', { name: 'Close' }).last().click()
  await guess('raintree')
  await expect(limited).toBeVisible()
})

test('without an answer the error says that the password could not be checked, and it can be tried again', async ({
  page,
  signIn,
}) => {
  await signIn('bancha')
  await page.route('**/api/courses/join', (route) => route.abort())
  const { password } = await pick(page)
  await password.fill('raintree')
  await password.press('Enter')
  const error = page.getByRole('alertdialog', { name: 'Error' })
  await expect(error.getByText('Incorrect Password!', { exact: true })).toBeVisible()
  await expect(error.getByText(/the server did not answer/)).toBeVisible()
  await page.unroute('**/api/courses/join')
  await error.getByRole('button', { name: 'Close' }).last().click()
  await expect(password).toHaveValue('raintree')
  await password.press('Enter')
  await expect(page.getByText('You successfully join the course!')).toBeVisible()
})

test('a wrong pair is refused with words and kept; the right one makes an instructor of the course', async ({
  page,
  signIn,
}) => {
  const kenji = await signIn('kenji')
  await page.goto('/join?tab=instructor')
  const code = page.getByLabel('Instructor code')
  const password = page.getByLabel('Invitation password')
  const register = page.getByRole('button', { name: 'Register' })
  await code.fill('RAIN-TREE-2110')
  await password.fill('wrong')
  await register.click()
  await expect(page.getByRole('alert')).toContainText('The instructor code or the invitation password is not right')
  await expect(code).toHaveValue('RAIN-TREE-2110')
  await password.fill('demo-instructor')
  await register.click()
  await expect(page.getByRole('heading', { name: 'Humane Software', level: 1 })).toBeVisible()
  const { course_id } = await kenji.course('2110999')
  await expect(page).toHaveURL(`/course/${course_id}/home`)
  await goWithin(page, `/course/${course_id}/about`)
  await expect(page.getByRole('region', { name: 'Instructors' })).toContainText('Kenji Morikawa')
})

test('who has gone elsewhere before the registration is answered is not taken away from there', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/api/courses/register-instructor', async (route) => {
    await promise
    await route.fulfill({ json: { data: { course_id } } })
  })
  // Loads the code of a course first, so that the navigation takes no time.
  await page.goto(`/course/${course_id}/home`)
  await expect(page.getByRole('heading', { name: 'My Schedule' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Join new course' }).click()
  await page.getByRole('navigation', { name: 'Join as' }).getByRole('link', { name: 'Instructor' }).click()
  await page.getByLabel('Instructor code').fill('RAIN-TREE-2110')
  await page.getByLabel('Invitation password').fill('demo-instructor')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('link', { name: 'Raintree home' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  const readAgain = page.waitForResponse('**/api/courses/my')
  letGo()
  await readAgain
  await expect(
    page.getByRole('region', { name: 'Messages' }).getByText('You are now an instructor of this course.'),
  ).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('what was found before cannot be picked while the next number is searched', async ({ page, signIn }) => {
  await signIn('ploy')
  await page.goto('/join?search=2110101')
  const results = page.getByRole('list', { name: 'Courses found', includeHidden: true })
  await expect(results.getByRole('link', { name: 'Computer Programming' })).toBeVisible()
  await page.route('**/api/courses/find?*', () => {})
  await page.getByRole('searchbox', { name: 'Course number' }).fill('2110999')
  await expect(results).toHaveAttribute('aria-busy', 'true')
  // Inert: out of reach of mouse, keyboard and screen readers.
  await expect(results).toHaveJSProperty('inert', true)
})

test('a course is picked over the list, which stays as it was, and the dialog closes back to it', async ({
  page,
  signIn,
}) => {
  await signIn('boon')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/')
  await goWithin(page, '/join?search=2110999')
  // The home screen has a card with the same name.
  const link = page.getByRole('list', { name: 'Courses found' }).getByRole('link', { name: TITLE })
  await link.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await link.press('Enter')
  const dialog = page.getByRole('dialog', { name: TITLE })
  await expect(dialog).toBeVisible()
  expect(await scrolled()).toBe(before)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(await scrolled()).toBe(before)
  await page.goBack()
  await expect(page).toHaveURL('/')
})
