import type { Page } from '@playwright/test'
import type { Topic, TopicSummary } from '../contract/discussions.ts'
import { beginAt } from './clock.ts'
import { expect, type Person, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { box, openTopic, posts, postWith, QUIET, READ, say, topicOf } from './topics.ts'

/* The topics of a course, and what is said in them, to read. */

/** A topic to which nobody writes any more: the page starts three and a half hours after the last post. */
async function lastPostHoursAgo(page: Page, person: Person): Promise<Topic['posts']> {
  const { posts } = await person.get<Topic>((await topicOf(person, READ)).api)
  await beginAt(page, Date.parse(posts[0]?.datetime ?? '') + 3.5 * 3_600_000)
  return posts
}

test('topics have a title and a date, and lead to their posts', async ({ page, signIn }) => {
  const { list, id } = await topicOf(await signIn('ploy'), READ)
  await page.goto(list)
  const topics = page.getByRole('list', { name: 'Discussion' }).getByRole('listitem')
  await expect(topics.filter({ hasText: READ })).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/)
  await page.getByRole('link', { name: READ }).click()
  await expect(page).toHaveURL(`${list}/${id}`)
})

test('posts stand newest first, with who wrote them, how long ago, and how many comments there are', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const all = await lastPostHoursAgo(page, ploy)
  await openTopic(page, ploy, READ)
  const cards = posts(page).getByRole('article')
  await expect(cards).toHaveCount(all.length)
  for (const [i, { user, comments }] of all.entries()) {
    await expect(cards.nth(i)).toContainText(user.first)
    await expect(cards.nth(i)).toContainText(comments.length === 1 ? '1 comment' : `${comments.length} comments`)
  }
  await expect(cards.first().locator('time').first()).toHaveText('3 hours ago')
  await page.clock.fastForward('01:00:00')
  await expect(cards.first().locator('time').first()).toHaveText('4 hours ago')
})

test('a topic that is not there is Not Found, and a course without topics says so', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { list } = await topicOf(ploy, READ)
  await page.goto(`${list}/00000000-0000-7000-8000-000000000000`)
  await expect(page.getByText('Not Found', { exact: true })).toBeVisible()
  await expect(page.getByText('Discussion topic is not found', { exact: true })).toBeVisible()
  const { course_id } = await ploy.course('2110000')
  await goWithin(page, `/course/${course_id}/discussion`)
  await expect(page.getByText('No discussions yet', { exact: true })).toBeVisible()
  await expect(page.getByText('This course currently have no discussion', { exact: true })).toBeVisible()
})

test('who wrote with an account that was removed is called so in the reader’s language', async ({ page, signIn }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'th'))
  const { api, list, id } = await topicOf(await signIn('ploy'), READ)
  await page.route(`**${api}`, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: Topic }
    const user = { _id: '', first: 'Removed', last: 'account', email: '' }
    await route.fulfill({ response, json: { data: { ...data, posts: data.posts.map((post) => ({ ...post, user })) } } })
  })
  await page.goto(`${list}/${id}`)
  const first = page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.locator('time') })
    .nth(1)
  await expect(first).toContainText('บัญชีที่ถูกลบ')
  await expect(page.getByText('Removed account')).toHaveCount(0)
  await first.getByRole('link', { name: 'โพสต์ของ บัญชีที่ถูกลบ' }).click()
  await expect(page.getByRole('dialog', { name: 'โพสต์ของ บัญชีที่ถูกลบ' })).toBeVisible()
})

test('a post closes to one level up or two, and a comment that takes no reply has no Reply button', async ({
  page,
  signIn,
}) => {
  const { path, list } = await openTopic(page, await signIn('ploy'), READ)
  const dialog = page.getByRole('dialog')
  await postWith(page, 'the sum of nothing is zero').getByRole('link').click()
  const comments = dialog.getByRole('list', { name: 'Comments' }).locator('> li')
  await expect(comments.filter({ hasText: 'quoted in Lab 6' }).getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await expect(comments.filter({ hasText: 'I drew it on paper' }).getByRole('button', { name: 'Reply' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(path)
  await expect(dialog).toBeHidden()

  const first = posts(page).getByRole('link').first()
  await first.click()
  await expect(page).toHaveURL(new RegExp(`${path}/post/[\\w-]+$`))
  await expect(dialog).toBeVisible()
  await page.mouse.click(5, 300)
  await expect(page).toHaveURL(path)
  await expect(first).toBeFocused()
  await first.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(path)
  await first.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(list)
})

test('who answered last is told, and that it is new until the reader opens the topic, in their other tabs too', async ({
  page,
  signIn,
  course,
  person,
}) => {
  const who = await course.student('Ploy')
  const ploy = await signIn(who)
  const nat = await person(course.student('Nat', 'Wongsakul'))
  const { api, list, id } = await topicOf(ploy, QUIET)
  const other = await page.context().newPage()
  await signIn(who, other)
  const row = (of: Page) =>
    of.getByRole('list', { name: 'Discussion' }).getByRole('listitem').filter({ hasText: QUIET })
  for (const tab of [page, other]) {
    await tab.goto(list)
    await expect(row(tab)).toBeVisible()
  }
  const content = 'ขอบคุณ'
  await say(page.request, nat, api, content)
  for (const tab of [page, other]) {
    await expect(row(tab)).toContainText('Nat Wongsakul answered')
    await expect(row(tab).getByText('New', { exact: true })).toBeVisible()
  }
  const link = row(page).getByRole('link')
  await expect(link).toHaveAccessibleDescription(/Nat Wongsakul answered .*New/)
  await link.click()
  await expect(page).toHaveURL(`${list}/${id}`)
  await expect(postWith(page, content).getByText('New', { exact: true })).toBeVisible()
  await expect(row(other).getByText('New', { exact: true })).toHaveCount(0)
  await expect(row(other)).toContainText('Nat Wongsakul answered')

  // A person's own post is new to nobody but the other one.
  await box(page).fill('ไม่เป็นไร')
  await box(page).press('Control+Enter')
  await expect(row(other)).toContainText('You answered')
  await expect(row(other).getByText('New', { exact: true })).toHaveCount(0)
  const topics = await nat.get<TopicSummary[]>(api.replace(/\/[\w-]+$/, ''))
  expect(topics.find((t) => t._id === id)?.unseen).toBe(true)
  await page.getByRole('link', { name: 'All discussions' }).click()
  await expect(row(page)).toContainText('You answered')
  await expect(row(page).getByText('New', { exact: true })).toHaveCount(0)
})
