import type { Announcement } from '../contract/announcements.ts'
import type { Activity } from '../contract/courses.ts'
import { expect, test } from './fixtures.ts'

test('a course opens on its home with all of its parts, and leads to one’s attendance', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id, course_name } = await ploy.course('2110101')
  await page.goto('/')
  await page.getByRole('link', { name: course_name, exact: true }).click()
  await expect(page).toHaveURL(`/course/${course_id}/home`)
  for (const name of ['Announcements', 'My Schedule', 'Recent Activities', 'Contact']) {
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Lecture capture' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'You are here' })).toContainText('Home')
  const tabs = page.getByRole('navigation', { name: 'Sections of the course' }).getByRole('link')
  await expect(tabs).toHaveText(['Home', 'Content', 'Assignments', 'Discussion', 'Group', 'Meeting', 'Grade', 'About'])

  const all = await ploy.get<Activity[]>(`/api/courses/${course_id}/activity`)
  const words = { announcement_posted: 'announcement', assignment_posted: 'assignment', content_posted: 'content' }
  const posted = all.slice(0, 6).find(({ kind }) => kind in words) as Activity
  const list = page.getByRole('region', { name: 'Recent Activities' })
  await expect(
    list.getByRole('link', { name: `New ${words[posted.kind as keyof typeof words]}: ${posted.title}` }),
  ).toBeVisible()

  await page.getByRole('link', { name: 'See the whole schedule' }).click()
  await expect(page.getByRole('heading', { name: 'Past classes' })).toBeVisible()
  for (const word of ['Present', 'Late', 'Absent', 'N/A']) {
    await expect(page.getByText(`Attendance: ${word}`, { exact: true }).first()).toBeVisible()
  }
})

test('the address of a course alone leads to its home', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}`)
  await expect(page).toHaveURL(`/course/${course_id}/home`)
})

test('an announcement opens over the course home, has an address of its own, and closes back', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  await page.goto(`/course/${course_id}/home`)
  const first = page.getByRole('list', { name: 'Announcements' }).getByRole('link').first()
  const title = (await first.textContent()) ?? ''
  await first.click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByText(/^Posted on \d{1,2} [A-Z][a-z]{2}, \d{4}$/)).toBeVisible()
  const card = page.getByRole('list', { name: 'Announcements', includeHidden: true }).locator('article').first()
  const [latest] = await ploy.get<Announcement[]>(`/api/courses/${course_id}/announcements`)
  const { first: name, last, role } = latest?.announcement_author ?? {}
  const words = { instructor: 'Instructor', assistant: 'Teaching assistant', student: 'Student' }
  for (const place of [card, dialog]) {
    await expect(place).toContainText(`${name} ${last}`)
    await expect(place.getByText(words[role ?? 'student'], { exact: true })).toBeVisible()
  }
  await expect(page).toHaveURL(/\/announcement\/[\w-]+\/preview$/)
  const address = page.url()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(`/course/${course_id}/home`)
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
  await page.goto(address)
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Recent Activities', includeHidden: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/course/${course_id}/home`)
})

test('a row that becomes longer than the page can be scrolled with its buttons', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  let few = true
  await page.route('**/announcements', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Announcement[] }
    await route.fulfill({ response, json: { data: few ? data.slice(0, 2) : data } })
  })
  await page.clock.install()
  await page.goto(`/course/${course_id}/home`)
  const row = page.getByRole('region', { name: 'Announcements' })
  await expect(row.getByRole('article')).toHaveCount(2)
  await expect(row.getByRole('button', { name: 'Scroll on' })).toHaveCount(0)
  few = false
  // Data of this age is read again when the network is back.
  await page.clock.runFor(31_000)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect(row.getByRole('button', { name: 'Scroll on' })).toBeVisible()
})

test('an announcement that is not there says so and leads back to the list', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/announcement/00000000-0000-7000-8000-000000000000/preview`)
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Internal Server Error')).toBeVisible()
  await expect(page).toHaveURL(`/course/${course_id}/home`)
})

test('an empty course says so in each of its parts', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110000')
  await page.goto(`/course/${course_id}/home`)
  for (const words of [
    'No announcements',
    'No schedules',
    'Stay tuned!',
    'This course have no activity yet',
    'No Contact',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
})

test('on a small screen the tabs are in a toggle menu at the bottom edge', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/home`)
  const toggle = page.getByRole('button', { name: 'Home, Open the sections of the course' })
  await toggle.click()
  await page.getByRole('link', { name: 'Grade', exact: true }).click()
  await expect(page).toHaveURL(`/course/${course_id}/grade`)
  await expect(page.getByRole('link', { name: 'Content', exact: true })).toBeHidden()
})
