import type { Page } from '@playwright/test'
import type { Announcement } from '../contract/announcements.ts'
import type { Course } from '../contract/courses.ts'
import type { Meeting } from '../contract/meetings.ts'
import { expect, test } from './fixtures.ts'

const noConnection = (page: Page) => page.getByRole('heading', { name: 'No connection', level: 1 })

test('a part that could not be loaded comes back by itself when the network does', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('ploy')
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'Setting', level: 1 })).toBeVisible()
  // The code of the home page loads; its data does not.
  let broken = true
  await context.route(/\/api\/courses\//, (route) => (broken ? route.abort() : route.continue()))
  await page.getByRole('link', { name: 'Raintree home' }).click()
  await expect(page.getByText(/^The server did not answer/).filter({ visible: true })).toHaveCount(2)
  await context.setOffline(true)
  broken = false
  await context.setOffline(false)
  await expect(page.getByRole('list', { name: 'Upcoming' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Computer Programming', exact: true })).toBeVisible()
})

test('a screen whose code does not arrive says so, and comes when it is tried again', async ({ page, signIn }) => {
  await signIn('ploy')
  await page.goto('/')
  const course = page.getByRole('link', { name: 'Computer Programming', exact: true })
  await expect(course).toBeVisible()
  await page.route('**/assets/**', (route) => route.abort())
  await course.click()
  await expect(noConnection(page)).toBeVisible()
  await expect(page).toHaveTitle('No connection · Raintree')
  // The frame stays, and its links work.
  await page.getByRole('banner').getByRole('link', { name: 'Raintree home' }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Setting' }).click()
  await expect(noConnection(page)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Raintree home' }).click()
  await page.unroute('**/assets/**')
  // Without loading the page again.
  await course.click()
  await expect(page.getByRole('heading', { name: 'My Schedule' })).toBeVisible()
})

test('a screen whose code did not arrive comes by itself when the network is back', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('ploy')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Hello, Ploy' })).toBeVisible()
  await page.route('**/assets/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Join new course' }).click()
  await expect(noConnection(page)).toBeVisible()
  await context.setOffline(true)
  await page.unroute('**/assets/**')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Join new course', level: 1 })).toBeVisible()
})

test('the window is never empty: whatever file does not arrive, it is said', async ({ page, context, signIn }) => {
  // Opens the page once for each file: a bound on waiting, not a measure.
  test.setTimeout(600_000)
  const { course_id } = await (await signIn('ploy')).course('2110101')
  const files = new Set<string>()
  page.on('request', (r) => {
    const { pathname } = new URL(r.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) files.add(pathname)
  })
  await page.goto(`/course/${course_id}/home`)
  await expect(page.getByRole('heading', { name: 'My Schedule' })).toBeVisible()
  expect(files.size).toBeGreaterThan(5)
  // The browser blocks the file by itself: a route would load all others without its cache.
  const browser = await context.newCDPSession(page)
  await browser.send('Network.enable')
  for (const file of files) {
    await browser.send('Network.setBlockedURLs', { urls: [`*${file}`] })
    const failed = page.waitForEvent('requestfailed', (r) => r.url().endsWith(file))
    await page.goto(`/course/${course_id}/home`)
    await failed
    const said = page.getByText(/did not answer/).filter({ visible: true })
    await expect(said.or(page.getByRole('heading', { name: 'Announcements', level: 2 })).first(), file).toBeVisible()
  }
})

test('an address inside a course that leads nowhere has one heading, and says in the title where one is', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const { course_name_short } = await ploy.get<Course>(`/api/courses/${course_id}`)
  for (const [path, section] of [
    ['nope', 'Page not found'],
    ['meeting/a/b/c', 'Meeting'],
  ] as const) {
    await page.goto(`/course/${course_id}/${path}`)
    await expect(page.getByRole('heading', { name: 'Page not found', level: 2 })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([`${course_name_short} · ${section}`])
    await expect(page).toHaveTitle('Page not found · Raintree')
  }
})

test('every page has one title, a course that is not there too', async ({ page, signIn, person }) => {
  const { course_id } = await (await person('ploy')).course('2110000')
  await signIn('nat')
  await page.goto('/')
  await expect(page).toHaveTitle('Home · Raintree')
  await expect(page.locator('head title')).toHaveCount(1)
  await page.goto(`/course/${course_id}/home`)
  await expect(page.getByRole('heading', { name: 'Error', level: 1 })).toBeVisible()
  await expect(page.getByText('This course is not there, or you are not on it.')).toBeVisible()
  await expect(page).toHaveTitle('Course not found · Raintree')
  await expect(page.locator('head title')).toHaveCount(1)
})

test('the start has a heading and a title while the server does not answer', async ({ page, signIn }) => {
  await signIn('nat')
  await page.route('**/api/users/me', (route) => route.abort())
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'No connection', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('No connection · Raintree')
})

test('a screen that breaks says Something went wrong, inside the frame', async ({ page, signIn }) => {
  await signIn('nat')
  await page.route('**/assets/SettingScreen-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error("broken") }' }),
  )
  await page.goto('/setting')
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Something went wrong · Raintree')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Raintree home' })).toBeVisible()
})

test('a dialog has the title of what it shows; once closed, Back does not open it again', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const [first] = await ploy.get<Announcement[]>(`/api/courses/${course_id}/announcements`)
  const title = first?.announcement_title ?? ''
  const home = `/course/${course_id}/home`
  await page.goto('/')
  await page.getByRole('link', { name: 'Computer Programming', exact: true }).click()
  await expect(page).toHaveURL(home)
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expect(page).toHaveTitle(`${title} · Raintree`)
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(home)
  await expect(page).toHaveTitle(/^Home · .* · Raintree$/)
  await page.goBack()
  await expect(page).toHaveURL('/')

  // Opened from elsewhere: the list replaces it.
  await page.goto('/setting')
  await page.goto(`/course/${course_id}/announcement/${first?._id}/preview`)
  await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(home)
  await page.goBack()
  await expect(page).toHaveURL('/setting')
})

test('what is shown stays when reading it once more fails', async ({ page, context, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const [meeting] = await ploy.get<Meeting[]>(`/api/courses/${course_id}/meetings`)
  const path = `/course/${course_id}/meeting/${meeting?._id}/info`
  await page.clock.install()
  await page.goto(path)
  const dialog = page.getByRole('dialog', { name: meeting?.meeting_title })
  const number = dialog.getByText(/^[\d ]{9,}$/)
  const read = () => number.textContent().then((text) => text?.replaceAll(' ', ''))
  await expect.poll(read).toBe(meeting?.meeting_number)
  await page.route(`**/meetings/${meeting?._id}`, (route) => route.fulfill({ status: 500, json: {} }))
  // The query runs again when the network is back, because it is stale by then.
  await page.clock.runFor(31_000)
  const again = page.waitForResponse(`**/meetings/${meeting?._id}`)
  await context.setOffline(true)
  await context.setOffline(false)
  expect((await again).status()).toBe(500)
  await expect(page.getByText('Internal Server Error')).toHaveCount(0)
  await expect(number).toBeVisible()
  await expect(page).toHaveURL(path)
})

test('a server in trouble is not said to be out of reach', async ({ page, signIn }) => {
  await signIn('ploy')
  await page.route('**/api/courses/my', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(main.getByText(/^It is not your fault/)).toBeVisible()
  await expect(main.getByText(/did not answer/)).toHaveCount(0)
})

test('what breaks in a course is not told as a course that is not there', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.route('**/assets/CourseHome-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export default () => { throw new Error("broken") }' }),
  )
  await page.goto(`/course/${course_id}/home`)
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible()
  await expect(page.getByText('This course is not there')).toHaveCount(0)
})

test('the content of a course that is not there leads back, in its own words', async ({ page, signIn, person }) => {
  const { course_id } = await (await person('ploy')).course('2110000')
  await signIn('nat')
  await page.goto(`/course/${course_id}/content`)
  await expect(page.getByRole('heading', { name: 'Course not found', level: 1 })).toBeVisible()
  await expect(page.getByText('Please go back to the course page', { exact: true })).toBeVisible()
})

test('a detail that the line loses is told as no connection, and the list is there', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const [first] = await ploy.get<Announcement[]>(`/api/courses/${course_id}/announcements`)
  await page.route(`**/announcements/${first?._id}`, (route) => route.abort())
  await page.goto(`/course/${course_id}/announcement/${first?._id}`)
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('No connection')).toBeVisible()
  await expect(page).toHaveURL(`/course/${course_id}/home`)
})

test('an address of a course without the course is a page that was not found', async ({ page, signIn }) => {
  await signIn('ploy')
  await page.goto('/course/')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('an address in capitals is the same page, under the same address', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/Course/${course_id.toUpperCase()}/content?search=Lecture`)
  await expect(page).toHaveURL(`/course/${course_id}/content?search=Lecture`)
  await expect(page.getByRole('heading', { name: 'Com Prog', level: 1 })).toBeVisible()
})
