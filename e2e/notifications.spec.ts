import type { Request } from '@playwright/test'
import type { ActivityKind, ActivityParams } from '../contract/endpoint.ts'
import { makeActivity } from '../server/testing/world.ts'
import { beginAt } from './clock.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { hears, STREAM, watchLine } from './stream.ts'

interface Answer {
  unread_notifications: number
  notifications: { _id: string; message: { message: string } }[]
}

test('the bell counts what is unread, opening it marks all as read, and it leads to the whole list', async ({
  page,
  signIn,
}) => {
  const ananya = await signIn('ananya')
  const answer = page.waitForResponse('**/api/users/notifications/unread')
  await page.goto('/')
  const { unread_notifications: unread } = ((await (await answer).json()) as { data: Answer }).data
  expect(unread).toBeGreaterThan(0)
  await page.getByRole('button', { name: `Notifications, ${unread} unread notifications` }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect.poll(async () => (await ananya.get<Answer>('/api/users/notifications')).unread_notifications).toBe(0)
  await panel.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL('/notification')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Notification', level: 1 })).toBeVisible()
})

test('what is read on one device is read on the others, and stays marked where it is being looked at', async ({
  page,
  browser,
  signIn,
}) => {
  const other = await otherPage(browser)
  const bell = /^Notifications, \d+ unread/
  for (const device of [page, other]) {
    // No other test reads this person's notifications.
    await signIn('thanyarat', device)
    const listens = hears(device)
    await device.goto('/setting')
    await listens
    await expect(device.getByRole('button', { name: bell })).toBeVisible()
  }
  const heard = page.waitForResponse(
    async (r) =>
      r.url().endsWith('/api/users/notifications') &&
      r.request().method() === 'GET' &&
      ((await r.json()) as { data: Answer }).data.unread_notifications === 0,
  )
  await page.getByRole('button', { name: bell }).click()
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await heard
  await expect(page.getByRole('dialog', { name: 'Notifications' }).getByText('Unread').first()).toBeAttached()
})

test('what comes while the list is opened stays unread', async ({ page, signIn, course, db }) => {
  await makeActivity(db, course, { created_at: new Date(Date.now() - 60_000) })
  await signIn(await course.student())
  await page.goto(`/course/${course.id}/home`)
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread/ })
  await expect(bell).toBeVisible()
  await page.route(/\/api\/users\/notifications\/?(\?|$)/, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await makeActivity(db, course, { created_at: new Date() })
    // The list on screen stays the one without it.
    await page.route('**/api/users/notifications', (again) => again.abort())
    return route.continue()
  })
  await bell.click()
  await expect(page.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible()
})

test('an answer from before the opening does not bring the count back', async ({ page, signIn, course, db }) => {
  await makeActivity(db, course, { created_at: new Date(Date.now() - 60_000) })
  await signIn(await course.student())
  await page.route(`**${STREAM}?*`, (route) => route.abort())
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let slow = false
  let read = false
  await page.route(/\/api\/users\/notifications\/?(\?|$)/, (route) => {
    if (route.request().method() !== 'GET') read = true
    return route.continue()
  })
  await page.route('**/api/users/notifications/unread', async (route) => {
    const [unread_notifications, waits] = [read ? 0 : 3, slow && !read]
    if (waits) await released
    await route.fulfill({ json: { data: { unread_notifications } } }).catch(() => {})
  })
  const isCount = (request: Request) => request.url().endsWith('/api/users/notifications/unread')
  await page.clock.install()
  await page.goto('/setting')
  const bell = page.getByRole('button', { name: 'Notifications, 3 unread notifications' })
  const empty = page.getByRole('button', { name: 'Notifications', exact: true })
  await expect(bell).toBeVisible()
  slow = true
  const asking = page.waitForRequest(isCount)
  await page.clock.runFor(61_000)
  const before = await asking
  const ended = new Promise((resolve) => {
    for (const event of ['requestfinished', 'requestfailed'] as const) {
      page.on(event as 'requestfinished', (request) => request === before && resolve(undefined))
    }
  })
  const reading = page.waitForResponse((r) => r.request().method() === 'POST' && r.url().includes('/notifications'))
  // The page repeats the request that was under way.
  const after = page.waitForResponse((r) => r.request() !== before && isCount(r.request()))
  await bell.click()
  await expect(empty).toBeVisible()
  await reading
  release()
  await Promise.all([ended, after])
  await page.clock.runFor(1_000)
  await expect(empty).toBeVisible()
})

test('the bell and the account menu are never open together', async ({ page, signIn }) => {
  await signIn('arthit')
  await page.goto('/')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu', { name: 'Account' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()
})

test('a notification leads to what it is about', async ({ page, signIn }) => {
  await signIn('nat')
  await page.goto('/notification')
  const first = page.getByRole('main').getByRole('link').first()
  const to = await first.getAttribute('href')
  await first.click()
  await expect(page).toHaveURL(new RegExp(`${to?.split('/').slice(0, 3).join('/')}/`))
})

test('notifications stand under the days of the reader, each with what happened first, and move on at midnight', async ({
  page,
  signIn,
}) => {
  await signIn('nat')
  const long = 'A title that goes on and on '.repeat(12)
  const happened: [at: string, type: string, kind: ActivityKind, params: ActivityParams][] = [
    // The page's zone is Bangkok, where this is 20 past midnight of the 23rd.
    ['2026-11-22T17:20:00Z', 'grade', 'graded', { name: 'Quiz 3' }],
    ['2026-11-22T16:50:00Z', 'assignment', 'handed_in', { person: 'Nat', name: 'Lab 2', group: 'Group 7' }],
    ['2026-11-22T01:00:00Z', 'announcement', 'announcement_posted', { name: long }],
    ['2026-11-20T10:00:00Z', 'content', 'content_posted', { name: 'Week 4' }],
  ]
  const notifications = happened.map(([timestamp, type, kind, params], i) => ({
    _id: `00000000-0000-7000-8000-00000000000${i}`,
    timestamp,
    read: i > 0,
    message: {
      link: `/course/c${i}/home`,
      type,
      course_name: `Botany ${'of the tropics '.repeat(8)}`,
      message: '',
      kind,
      params,
    },
  }))
  await page.route('**/api/users/notifications*', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { data: { unread_notifications: 1, notifications } } })
      : route.fulfill({ json: { data: { unread_notifications: 0 } } }),
  )
  await beginAt(page, Date.parse('2026-11-22T17:30:00Z'))
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/notification')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Today', 'Yesterday', 'Fri 20 Nov'])
  const under = (day: string) => main.getByRole('region', { name: day }).getByRole('listitem')
  await expect(under('Today').locator('b').first()).toHaveText('Quiz 3 is graded')
  await expect(under('Today')).toContainText('Unread')
  await expect(main.getByText('Unread')).toHaveCount(1)
  await expect(under('Yesterday').locator('b')).toHaveText([
    'Nat submitted Lab 2 for Group 7',
    /^Botany/,
    /^New announcement: A title/,
    /^Botany/,
  ])
  await expect(main.getByRole('listitem')).toHaveCount(4)
  await expect(main.getByRole('link')).toHaveCount(4)
  // However long the text: two lines for the event, and one for the course and time.
  const [short, tall] = await Promise.all([0, 1].map((i) => under('Yesterday').nth(i).boundingBox()))
  expect((tall?.height ?? 0) - (short?.height ?? 0)).toBeLessThanOrEqual(24)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expect(under('Yesterday').nth(1).locator('time')).toBeInViewport({ ratio: 1 })
  await page.clock.fastForward('24:00:00')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Yesterday', 'Sun 22 Nov', 'Fri 20 Nov'])
})

test('without anything new the words say so', async ({ page, signIn }) => {
  await signIn('admin')
  await page.goto('/notification')
  await expect(page.getByText('No new activity!')).toBeVisible()
  await expect(page.getByText('No new activity in past 14 days')).toBeVisible()
})

test('while the live stream is down, the server is asked every 60 seconds', async ({ page, signIn }) => {
  await signIn('admin')
  await page.route(`**${STREAM}?*`, (route) => route.abort())
  await page.clock.install()
  const watched = await watchLine(page)
  await page.goto('/setting')
  await watched.answered(1)
  const seen = await page.evaluate(() => Date.now())
  await page.clock.runFor(61_000)
  await watched.answered(2)
  // By the page's own clock, however long the test took.
  const [first = 0, second = 0] = (await watched.log()).asked
  expect(second - first).toBeGreaterThanOrEqual(60_000)
  expect(second).toBeLessThanOrEqual(seen + 61_000)
})
