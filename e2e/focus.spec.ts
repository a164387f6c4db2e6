import type { Page } from '@playwright/test'
import type { ContentItem } from '../contract/contents.ts'
import type { Topic } from '../contract/discussions.ts'
import { stopTime } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { READ, topicOf } from './topics.ts'

/* Focus and announcements, for people who do not see the page, or have no mouse. */

// Dialogs close with their animation, as for most people.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }))

const heading = (page: Page, level: number, name: string | RegExp) => page.getByRole('heading', { level, name })

test('a tab of a course, a topic and a file are arrived at by their names, and so is the way back', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const [file] = (await ploy.get<ContentItem[]>(`/api/courses/${course_id}/contents`)).filter((i) => !i.children)
  const name = file?.file_name ?? ''
  await page.goto(`/course/${course_id}/home`)
  const tabs = page.getByRole('navigation', { name: 'Sections of the course' }).first()
  await tabs.getByRole('link', { name: 'Discussion' }).click()
  await expect(heading(page, 1, /Discussion$/)).toBeFocused()

  await page.getByRole('link', { name: READ }).click()
  await expect(heading(page, 2, READ)).toBeFocused()
  await expect(page).toHaveTitle(`${READ} · Raintree`)
  await page.getByRole('link', { name: 'All discussions' }).click()
  await expect(heading(page, 1, /Discussion$/)).toBeFocused()
  await expect(page).toHaveTitle(/^Discussion · /)

  await tabs.getByRole('link', { name: 'Content' }).click()
  await expect(heading(page, 1, /Content$/)).toBeFocused()
  await page.getByRole('link', { name: `Information about ${name}`, exact: true }).click()
  await expect(heading(page, 2, name)).toBeFocused()
  await expect(page).toHaveTitle(`${name} · Raintree`)
  await page.getByRole('link', { name: 'Back to Content' }).click()
  await expect(heading(page, 1, /Content$/)).toBeFocused()
})

test('the first page of a visit leaves the focus at the top, a topic that comes late too', async ({ page, signIn }) => {
  const { path } = await topicOf(await signIn('ploy'), READ)
  await page.goto(path)
  await expect(heading(page, 2, READ)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
})

test('what comes in the place of a pressed button has the focus', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id, path } = await topicOf(ploy, READ)
  await page.goto(`/course/${course_id}/home`)
  const activities = page.getByRole('region', { name: 'Recent Activities' })
  await activities.getByRole('button', { name: 'See More' }).press('Enter')
  await expect(activities.getByRole('listitem').nth(6)).toBeFocused()

  const files = await ploy.get<ContentItem[]>(`/api/courses/${course_id}/contents`)
  await goWithin(page, `/course/${course_id}/content?shown=${files.length - 1}`)
  await page.getByRole('button', { name: 'See More' }).press('Enter')
  const top = page.getByRole('list', { name: 'Files' }).first().locator('> li')
  await expect(top.nth(files.length - 1)).toBeFocused()

  await goWithin(page, path)
  await page
    .getByRole('link', { name: /, [1-9]\d* comments?$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const reply = dialog.getByRole('button', { name: 'Reply' }).first()
  await reply.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel the reply' }).press('Enter')
  await expect(reply).toBeFocused()
})

test('a file that is asked for has the focus with its frame, and a part that is tried again with its title', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const files = await ploy.get<ContentItem[]>(`/api/courses/${course_id}/contents`)
  const file = files.find((f) => f.file_name === 'How a flowchart is read')
  await page.goto(`/course/${course_id}/content/${file?._id}/view`)
  await page.getByRole('button', { name: 'View File' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Preview of How a flowchart is read' })).toBeFocused()

  const meetings = '**/api/courses/*/meetings'
  await page.route(meetings, (route) => route.fulfill({ status: 500, json: {} }))
  await goWithin(page, `/course/${course_id}/meeting`)
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute(meetings)
  await retry.press('Enter')
  await expect(page.getByRole('link', { name: 'Preview of Office hour' })).toBeVisible()
  await expect(heading(page, 2, 'Online Meeting')).toBeFocused()
})

test('a dialog that opens before what it shows says its title when that has come', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const [first] = await ploy.get<{ _id: string; announcement_title: string }[]>(
    `/api/courses/${course_id}/announcements`,
  )
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(`**/announcements/${first?._id}`, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(`/course/${course_id}/announcement/${first?._id}/preview`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Loading...' })).toBeFocused()
  answer()
  await expect(dialog.getByRole('status').filter({ hasText: first?.announcement_title })).toBeAttached()
})

test('Back while a dialog closes goes back once', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.clock.install()
  await page.goto('/')
  await page.getByRole('link', { name: 'Computer Programming', exact: true }).click()
  await page.getByRole('list', { name: 'Announcements' }).getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/^Posted on/)).toBeVisible()
  await stopTime(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
  await page.clock.runFor(1_000)
  await expect(page.getByRole('heading', { name: 'Recent Activities' })).toBeVisible()
  await expect(page).toHaveURL(`/course/${course_id}/home`)
})

test('a post whose page cannot be read says so, and comes when the line is back', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { api, path } = await topicOf(ploy, READ)
  const topic = await ploy.get<Topic>(api)
  const [post] = topic.posts
  if (!post) throw new Error('No post')
  // A page with one post, later than the one in the address. With a full page of posts, the wait below for what is not
  // there yet read the accessibility tree of all of them, which took a busy machine longer than the wait.
  const newer = { ...post, content: 'Short', comments: [], _id: post._id.replace(/^.{8}/, '10000000') }
  let isThere = false
  await page.route(`**${api}*`, (route) => {
    const first = { ...topic, posts: [newer], more: true }
    if (!route.request().url().includes('before=')) return route.fulfill({ json: { data: first } })
    return isThere ? route.fulfill({ json: { data: topic } }) : route.abort()
  })
  await page.goto(`${path}/post/${post._id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toContainText('No connection')
  await expect(dialog.getByText('The post is not there any more.')).toHaveCount(0)
  isThere = true
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(dialog.getByRole('heading', { name: `Post of ${post.user.first}` })).toBeVisible()
})

test('how much was found, and how much is under a tab, is read out from a place that was there before', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const place = page.getByRole('main').getByRole('status').first()
  const textOf = async () => {
    await expect(place).toBeAttached()
    const there = await place.elementHandle()
    return () => there?.textContent()
  }

  await page.goto(`/course/${course_id}/content`)
  const box = page.getByRole('searchbox', { name: 'Search the files' })
  await expect(box).toBeVisible()
  const files = await textOf()
  await box.fill('LECTURE 17')
  await expect.poll(files).toBe('1 file found')
  await box.fill('no such thing')
  await expect.poll(files).toContain('We could not find any contents')

  await goWithin(page, `/course/${(await ploy.course('2110000')).course_id}/assignments`)
  await expect(page.getByText('You do great!')).toBeVisible()
  const assignments = await textOf()
  await page.getByRole('link', { name: 'Completed' }).click()
  await expect.poll(assignments).toBe('Completed: 0')

  await goWithin(page, '/join')
  const number = page.getByRole('searchbox', { name: 'Course number' })
  await expect(number).toBeVisible()
  const courses = await textOf()
  await number.fill('2110999')
  await expect.poll(courses).toBe('1 course found')
})
