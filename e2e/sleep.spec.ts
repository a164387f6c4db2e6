import type { Page } from '@playwright/test'
import { makeAnnouncement, makeAssignment } from '../server/testing/world.ts'
import { beginAt } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { hears } from './stream.ts'

/* What a page does when the device wakes up: meanwhile its timers stood still, and its stream has died. */

const HOUR = 3_600_000

/** The device wakes up at that instant, with this page in sight. */
async function wake(page: Page, at: number) {
  await page.clock.setSystemTime(at)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}

test('after a sleep a page says at once what is over, and hears of its courses again, also by the stream of a tab behind it', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const now = Date.now()
  // The page's own timer draws the time again in almost a minute.
  const due_at = new Date(now + 30 * 60_000 + 58_000)
  const { id } = await makeAssignment(db, course, { name: 'Essay', due_at })
  await beginAt(context, now)
  await signIn(course.student(), context)
  // What it reads again once its stream is open anew.
  const catchesUp = () => page.waitForRequest('**/api/courses/my')
  const listens = hears(page)
  await page.goto('/')
  const essay = page.getByRole('link', { name: 'Essay' })
  await expect(essay).toBeVisible()
  await listens
  const other = await context.newPage()
  await other.goto(`/course/${course.id}/assignments/${id}/worksheet`)
  const about = other.getByRole('complementary', { name: 'About this assignment' })
  await expect(about).toContainText('in 30 minutes')
  let hearsAgain = catchesUp()
  await wake(page, now + HOUR)
  await expect(essay).toHaveCount(0)
  await hearsAgain
  hearsAgain = catchesUp()
  await wake(other, now + 2 * HOUR)
  await expect(about).toContainText('Past due')
  await hearsAgain
})

test('who has put off an announcement, and slept over its first time, sees that the other time still waits to be sent', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const now = Date.now()
  const { id } = await makeAnnouncement(db, course, { title: 'The exam', publish_at: new Date(now + HOUR) })
  await beginAt(page, now)
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/${id}/edit`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('When it goes out').selectOption('Not yet: keep as a draft')
  await wake(page, now + 2 * HOUR)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The exam in week 9')
  await expect(dialog.getByLabel('When it goes out')).toHaveValue('never')
  await expect(dialog.getByRole('button', { name: 'Save draft' })).toBeVisible()
})
