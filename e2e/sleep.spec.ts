import { makeAnnouncement, makeAssignment } from '../server/testing/world.ts'
import { beginAt } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { hears, STREAM } from './stream.ts'

/* What a page does when the device wakes up: meanwhile its timers stood still, and its stream has died. */

test('after an hour of sleep a page says at once what is over, and opens its stream anew', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const now = Date.now()
  // The page's own timer draws the time again in almost a minute.
  const due_at = new Date(now + 30 * 60_000 + 58_000)
  const { id } = await makeAssignment(db, course, { name: 'Essay', due_at })
  await beginAt(page, now)
  await signIn(course.student())
  const listens = hears(page)
  await page.goto(`/course/${course.id}/assignments/${id}/worksheet`)
  const about = page.getByRole('complementary', { name: 'About this assignment' })
  await expect(about).toContainText('in 30 minutes')
  await listens
  const reopens = page.waitForRequest(`**${STREAM}?*`)
  // Without its timers.
  await page.clock.setSystemTime(now + 3_600_000)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(about).toContainText('Past due')
  await reopens
})

test('who has put off an announcement, and slept over its first time, sees that the other time still waits to be sent', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const now = Date.now()
  const { id } = await makeAnnouncement(db, course, { title: 'The exam', publish_at: new Date(now + 3_600_000) })
  await beginAt(page, now)
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/announcement/${id}/edit`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('When it goes out').selectOption('Not yet: keep as a draft')
  await page.clock.setSystemTime(now + 2 * 3_600_000)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('The exam in week 9')
  await expect(dialog.getByLabel('When it goes out')).toHaveValue('never')
  await expect(dialog.getByRole('button', { name: 'Save draft' })).toBeVisible()
})
