import type { Page } from '@playwright/test'
import type { Topic, TopicSummary } from '../contract/discussions.ts'
import { beginAt } from './clock.ts'
import { expect, otherPage, type Person, test } from './fixtures.ts'
import { hears } from './news.ts'

/** Where the demo school has said nothing yet. Every test writes here, at the same time as others. */
const QUIET = 'Ideas for the project'
/** Where only the test of what is new writes. */
const SEEN = 'ถาม–ตอบเรื่องแบบฝึกหัดชุดที่ 6'
/** Where no test writes. */
const READ = 'Recursion: when do you stop?'

async function topicOf(person: Person, title: string) {
  const { course_id } = await person.course('2110101')
  const api = `/api/courses/${course_id}/discussions`
  const topic = (await person.get<TopicSummary[]>(api)).find((t) => t.discussion_title === title)
  return { list: `/course/${course_id}/discussion`, id: topic?._id ?? '', api: `${api}/${topic?._id}` }
}

async function open(page: Page, person: Person, title: string) {
  const topic = await topicOf(person, title)
  const listens = hears(page)
  await page.goto(`${topic.list}/${topic.id}`)
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
  await listens
  return { ...topic, path: `${topic.list}/${topic.id}` }
}

const box = (page: Page) => page.getByRole('textbox', { name: 'New post' })
const posts = (page: Page) => page.getByRole('list', { name: 'Posts' })
const postWith = (page: Page, text: string | RegExp) => posts(page).getByRole('article').filter({ hasText: text })

/** Of what nobody writes to any more: the page begins three and a half hours after the last post. */
async function lastPostHoursAgo(page: Page, person: Person): Promise<Topic['posts']> {
  const { posts } = await person.get<Topic>((await topicOf(person, READ)).api)
  await beginAt(page, Date.parse(posts[0]?.datetime ?? '') + 3.5 * 3_600_000)
  return posts
}

let n = 0
/** A text that no other test writes. */
const unlike = (text: string) => `${text} ${Date.now().toString(36)}${test.info().parallelIndex}${n++}`

test('topics have a title and a date, and lead to their posts', async ({ page, signIn }) => {
  const { list, id } = await topicOf(await signIn('ploy'), READ)
  await page.goto(list)
  const topics = page.getByRole('list', { name: 'Discussion' }).getByRole('listitem')
  await expect(topics.filter({ hasText: READ })).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/)
  await page.getByRole('link', { name: READ }).click()
  await expect(page).toHaveURL(`${list}/${id}`)
})

test('posts stand newest first, with who wrote them, when, and how many comments there are', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const all = await lastPostHoursAgo(page, ploy)
  await open(page, ploy, READ)
  const cards = posts(page).getByRole('article')
  await expect(cards).toHaveCount(all.length)
  for (const [i, { user, comments }] of all.entries()) {
    await expect(cards.nth(i)).toContainText(user.first)
    await expect(cards.nth(i)).toContainText(comments.length === 1 ? '1 comment' : `${comments.length} comments`)
  }
  await expect(cards.first().locator('time').first()).toHaveText('3 hours ago')
})

test('how long ago something was said follows the time', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  await lastPostHoursAgo(page, ploy)
  await open(page, ploy, READ)
  const first = posts(page).getByRole('article').first().locator('time').first()
  await expect(first).toHaveText('3 hours ago')
  await page.clock.fastForward('01:00:00')
  await expect(first).toHaveText('4 hours ago')
})

test('a topic that is not there is Not Found, and a course without topics says so', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { list } = await topicOf(ploy, READ)
  await page.goto(`${list}/00000000-0000-7000-8000-000000000000`)
  await expect(page.getByText('Not Found', { exact: true })).toBeVisible()
  await expect(page.getByText('Discussion topic is not found', { exact: true })).toBeVisible()
  const { course_id } = await ploy.course('2110000')
  await page.goto(`/course/${course_id}/discussion`)
  await expect(page.getByText('No discussions yet', { exact: true })).toBeVisible()
  await expect(page.getByText('This course currently have no discussion', { exact: true })).toBeVisible()
})

test('a post is there at once, the newest first, and arrives for a second person who is looking', async ({
  page,
  signIn,
  browser,
}) => {
  const other = await otherPage(browser)
  await open(other, await signIn('nat', other), QUIET)
  await open(page, await signIn('ploy'), QUIET)
  const [words, later] = [unlike('Umbrellas that tell when they are lost'), unlike('Umbrellas that come when called')]
  await expect(box(page)).toHaveAttribute('placeholder', 'Write your ideas ...')
  await box(page).fill(words)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  // Of the one that is being sent and the one that has arrived, both may be there for a moment.
  await expect(postWith(page, words).first()).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeFocused()
  await expect(postWith(other, words)).toContainText('Ploy Srisuwan')
  await box(page).fill(later)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  // Others write here too: what they say may stand before, between and after.
  for (const one of [page, other]) {
    await expect(postWith(one, new RegExp(`${words}|${later}`))).toContainText([later, words])
  }
  await other.context().close()
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

test('comments and replies arrive for a second person; a reply cannot be replied to', async ({
  page,
  signIn,
  browser,
}) => {
  await open(page, await signIn('ploy'), QUIET)
  const words = unlike('A map of power sockets')
  await box(page).fill(words)
  await box(page).press('Control+Enter')
  const link = postWith(page, words).getByRole('link', { name: 'Post of Ploy Srisuwan, 0 comments' })
  await link.click()
  await expect(page).toHaveURL(/\/post\/[\w-]+$/)
  const other = await otherPage(browser)
  await signIn('nat', other)
  const listens = hears(other)
  await other.goto(page.url())
  await listens

  const mine = page.getByRole('dialog', { name: 'Post of Ploy Srisuwan' })
  const theirs = other.getByRole('dialog', { name: 'Post of Ploy Srisuwan' })
  await theirs.getByRole('textbox', { name: 'Write a comment' }).fill('And of quiet corners')
  await theirs.getByRole('button', { name: 'Send' }).click()
  const comment = mine
    .getByRole('list', { name: 'Comments' })
    .getByRole('listitem')
    .filter({ hasText: 'quiet corners' })
  await expect(comment).toContainText('Nat Wongsakul')

  await comment.getByRole('button', { name: 'Reply' }).click()
  const reply = comment.getByRole('textbox', { name: "Reply to Nat's comment" })
  await expect(reply).toBeFocused()
  await expect(reply).toHaveAttribute('placeholder', "Reply to Nat's comment")
  await reply.fill('With *tea*')
  await comment.getByRole('button', { name: 'Send' }).click()
  const replies = theirs.getByRole('list', { name: 'Replies to Nat' })
  await expect(replies.getByRole('listitem')).toContainText('With tea')
  await expect(replies.getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await expect(mine.getByRole('heading', { name: '1 comment' })).toBeVisible()
  await other.context().close()
})

test('beside a post leads one level up, its close button two, and Escape one', async ({ page, signIn }) => {
  const { path, list } = await open(page, await signIn('ploy'), READ)
  const dialog = page.getByRole('dialog')
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
  person,
}) => {
  const ploy = await signIn('ploy')
  const nat = await person('nat')
  const { api, list, id } = await topicOf(ploy, SEEN)
  const other = await page.context().newPage()
  await signIn('ploy', other)
  const row = (of: Page) => of.getByRole('list', { name: 'Discussion' }).getByRole('listitem').filter({ hasText: SEEN })
  for (const tab of [page, other]) {
    await tab.goto(list)
    await expect(row(tab)).toBeVisible()
  }
  const content = unlike('ขอบคุณ')
  const sent = await page.request.post(api, { headers: { authorization: nat.token }, data: { content } })
  expect(sent.ok()).toBe(true)
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

  // One's own is new to oneself nowhere, and to the other it is.
  await box(page).fill(unlike('ไม่เป็นไร'))
  await box(page).press('Control+Enter')
  await expect(row(other)).toContainText('You answered')
  await expect(row(other).getByText('New', { exact: true })).toHaveCount(0)
  const topics = await nat.get<TopicSummary[]>(api.replace(/\/[\w-]+$/, ''))
  expect(topics.find((t) => t._id === id)?.unseen).toBe(true)
  await page.getByRole('link', { name: 'All discussions' }).click()
  await expect(row(page)).toContainText('You answered')
  await expect(row(page).getByText('New', { exact: true })).toHaveCount(0)
})

test('a sent comment and a sent reply are in sight above the box, and the focus stays where it was', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const ploy = await signIn('ploy')
  const { api, path } = await open(page, ploy, QUIET)
  const send = async (to: string, content: string) => {
    const answer = await page.request.post(to, { headers: { authorization: ploy.token }, data: { content } })
    return ((await answer.json()) as { data: { _id: string } }).data._id
  }
  const post = await send(api, unlike('A long talk'))
  for (let i = 0; i < 12; i++) await send(`${api}/${post}`, `Word ${i}\n\nand another`)
  await page.goto(`${path}/post/${post}`)
  const dialog = page.getByRole('dialog')
  const foot = dialog.getByRole('form', { name: 'Write a comment' })
  const text = foot.getByRole('textbox')
  const isAboveFoot = async (words: string) => {
    const said = dialog.getByRole('listitem').filter({ hasText: words }).last()
    await expect(said.getByText('Sending...')).toHaveCount(0)
    await expect(said).toBeInViewport({ ratio: 1 })
    const under = async () => {
      const [below, above] = [await foot.boundingBox(), await said.boundingBox()]
      return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0)
    }
    await expect.poll(under).toBeLessThanOrEqual(0)
  }
  await expect(dialog.getByText('Word 11')).not.toBeInViewport()
  await text.fill('The last word')
  await text.press('Control+Enter')
  await isAboveFoot('The last word')
  await expect(text).toBeFocused()

  const first = dialog.getByRole('listitem').filter({ hasText: 'Word 0' })
  await first.getByRole('button', { name: 'Reply' }).click()
  await first.getByRole('textbox').fill(`The first word\n${'and so on\n'.repeat(8)}`)
  await first.getByRole('textbox').press('Control+Enter')
  await isAboveFoot('The first word')
})

test('a comment that takes no reply has no Reply button', async ({ page, signIn }) => {
  await open(page, await signIn('ploy'), READ)
  await postWith(page, 'the sum of nothing is zero').getByRole('link').click()
  const comments = page.getByRole('dialog').getByRole('list', { name: 'Comments' }).locator('> li')
  await expect(comments.filter({ hasText: 'quoted in Lab 6' }).getByRole('button', { name: 'Reply' })).toHaveCount(0)
  await expect(comments.filter({ hasText: 'I drew it on paper' }).getByRole('button', { name: 'Reply' })).toBeVisible()
})

test('a post that cannot be sent is kept with the reason, through a reload, and is sent once when it is tried again', async ({
  page,
  signIn,
}) => {
  const daniel = await signIn('daniel')
  const { api } = await open(page, daniel, QUIET)
  // The server gets it, and the answer is lost on the way back: the second try must not make a second post.
  const lost = /\/discussions\/[\w-]+$/
  await page.route(lost, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  const words = unlike('A lamp that follows the sun')
  await box(page).fill(words)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const unsent = page.getByRole('alert').filter({ hasText: 'Not sent.' })
  await expect(unsent).toContainText('The server did not answer. It is kept on this device.')
  await page.reload()
  await expect(unsent).toBeVisible()
  await page.unroute(lost)
  await unsent.getByRole('button', { name: 'Try again' }).click()
  await expect(unsent).toHaveCount(0)
  await expect(postWith(page, words)).toHaveCount(1)
  const { posts: all } = await daniel.get<Topic>(api)
  expect(all.filter((p) => p.content === words)).toHaveLength(1)
})

test('what was written without a network is sent by itself when it is back, once and in its order', async ({
  page,
  signIn,
}) => {
  const samira = await signIn('samira')
  const { api } = await open(page, samira, QUIET)
  const [first, second] = [unlike('A bench that is never wet'), unlike('A door that greets')]
  await page.context().setOffline(true)
  const unsent = page.getByRole('alert').filter({ hasText: 'Not sent.' })
  for (const [i, words] of [first, second].entries()) {
    await box(page).fill(words)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(unsent).toHaveCount(i + 1)
  }
  await page.context().setOffline(false)
  await expect(unsent).toHaveCount(0)
  for (const words of [first, second]) await expect(postWith(page, words)).toHaveCount(1)
  const kept = async () => {
    const { posts: all } = await samira.get<Topic>(api)
    return all.map((p) => p.content).filter((content) => content === first || content === second)
  }
  // The last one may still be on its way.
  await expect.poll(kept).toEqual([second, first])
})

test('a text that was refused goes back to the box to be changed', async ({ page, signIn }) => {
  await open(page, await signIn('samira'), QUIET)
  await page.route(/\/discussions\/[\w-]+$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { error: { code: 'too_many', message: 'Too many' } } })
      : route.continue(),
  )
  const words = unlike('A bridge that breaks on purpose')
  await box(page).fill(words)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('You write faster than is allowed.')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(box(page)).toHaveValue(words)
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('what is being written survives a reload, and is the person’s own', async ({ page, signIn }) => {
  const { path } = await open(page, await signIn('arisa'), QUIET)
  await box(page).fill('Half a thought')
  await page.reload()
  await expect(box(page)).toHaveValue('Half a thought')
  await page.goto(path.replace(/\/discussion\/.*/, '/discussion'))
  await page.goto(path)
  await expect(box(page)).toHaveValue('Half a thought')
})

test('nothing blank is sent', async ({ page, signIn }) => {
  await open(page, await signIn('ploy'), QUIET)
  let sent = 0
  page.on('request', (r) => {
    if (r.method() === 'POST' && r.url().includes('/discussions/')) sent++
  })
  await box(page).fill('  \n ')
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
  await box(page).press('Control+Enter')
  await expect(page.getByText('Sending...')).toHaveCount(0)

  await open(page, await signIn('ploy'), READ)
  await postWith(page, '3 comments').first().getByRole('link').click()
  const dialog = page.getByRole('dialog')
  const comment = dialog.getByRole('textbox', { name: 'Write a comment' })
  await comment.fill('   ')
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled()
  await comment.press('Enter')
  await dialog.getByRole('button', { name: 'Reply' }).first().click()
  const reply = dialog.getByRole('textbox', { name: /^Reply to/ })
  await reply.fill(' \n ')
  await reply.press('Enter')
  await reply.press('Control+Enter')
  await expect(dialog.getByText('Sending...')).toHaveCount(0)
  expect(sent).toBe(0)
})

test('a double click on the empty box makes it as large as the window, one on a word selects it', async ({
  page,
  signIn,
}) => {
  await open(page, await signIn('ploy'), QUIET)
  const selected = () => page.evaluate(() => getSelection()?.toString())
  const full = page.getByRole('dialog', { name: 'New post' })
  await box(page).fill('Word')
  await box(page).dblclick({ position: { x: 20, y: 20 } })
  expect(await selected()).toBe('Word')
  await expect(full).toHaveCount(0)
  await box(page).fill('')
  await box(page).dblclick({ position: { x: 300, y: 60 } })
  await expect(full).toBeVisible()
  await box(page).dblclick()
  await expect(full).toHaveCount(0)
  await box(page).dblclick()
  await box(page).fill('Word')
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  await expect.poll(() => full.boundingBox()).toMatchObject({ x: 0, y: 0, width, height })
  // There a double click on the text takes a word, and one beside it leaves.
  await box(page).dblclick({ position: { x: 20, y: 20 } })
  expect(await selected()).toBe('Word')
  await expect(full).toBeVisible()
  await full.dblclick({ position: { x: 5, y: 5 } })
  await expect(full).toHaveCount(0)
  await page.getByRole('button', { name: 'Write in full screen' }).click()
  await page.keyboard.press('Escape')
  await expect(full).toHaveCount(0)
  await page.getByRole('button', { name: 'Write in full screen' }).click()
  await expect(full).toBeVisible()
  await page.getByRole('button', { name: 'Leave full screen' }).click()
  await expect(full).toHaveCount(0)
})

test('two hurried clicks on Post are one post, and nothing else', async ({ page, signIn }) => {
  await open(page, await signIn('ploy'), QUIET)
  const text = unlike('In a hurry')
  await box(page).fill(text)
  await page.getByRole('button', { name: 'Post', exact: true }).dblclick()
  await expect(postWith(page, text)).toHaveCount(1)
  await expect(postWith(page, text).getByText('Sending...')).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'New post' })).toHaveCount(0)
  await page.reload()
  await expect(postWith(page, text)).toHaveCount(1)
})

test('Markdown, code and formulas are shown as such, and what is hostile stays text', async ({ page, signIn }) => {
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  const ploy = await signIn('ploy')
  await open(page, ploy, READ)
  await postWith(page, 'the sum of nothing is zero').getByRole('link').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('math').first()).toBeVisible()
  await expect(dialog.locator('mfrac')).toHaveCount(1)
  await expect(dialog.locator('pre')).toContainText('def total(numbers):')
  await dialog.getByRole('button', { name: 'Back to the topic' }).click()
  await expect(dialog).toHaveCount(0)

  await open(page, ploy, QUIET)
  const words = unlike('Hostile')
  await box(page).fill(
    `${words} <img src=x onerror="document.title='gone'"> [a](javascript:alert(1)) $\\href{javascript:alert(1)}{x}$`,
  )
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  // The one that has arrived, not the one that is being sent.
  const post = postWith(page, words).filter({ has: page.getByRole('link', { name: /^Post of/ }) })
  await expect(post).toContainText('<img src=x onerror=')
  await expect(post.locator('img[src="x"]')).toHaveCount(0)
  await expect(post.locator('[href^="javascript"]')).toHaveCount(0)
  expect(violations).toEqual([])
})

test('each line of a post and of a comment stands by itself', async ({ page, signIn }) => {
  await open(page, await signIn('ploy'), QUIET)
  const words = unlike('Lines')
  await box(page).fill(`${words}\n\nfirst\nsecond  \nthird`)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const card = postWith(page, words).filter({ has: page.getByRole('link', { name: /^Post of/ }) })
  await expect(card.getByText('first')).toHaveText(/^first\nsecond\nthird$/, { useInnerText: true })
  await card.getByRole('link').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('first')).toHaveText(/^first\nsecond\nthird$/, { useInnerText: true })
  await dialog.getByRole('textbox', { name: 'Write a comment' }).fill('one\ntwo')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('one')).toHaveText(/^one\ntwo$/, { useInnerText: true })
})

test('a heading at the beginning of a post stands at its top', async ({ page, signIn }) => {
  await open(page, await signIn('ploy'), QUIET)
  const words = unlike('Heading')
  await box(page).fill(`# ${words}\n\nand text`)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const heading = page.getByRole('heading', { name: words }).first()
  const above = await heading.evaluate(
    (h) => h.getBoundingClientRect().top - (h.closest('.prose')?.getBoundingClientRect().top ?? 0),
  )
  expect(above).toBe(0)
})

test('a reply on a phone has the whole width, and its Send stays in sight while it grows', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await open(page, await signIn('ploy'), QUIET)
  const words = unlike('A long story')
  await box(page).fill(`${words}\n${'And then it rained.\n'.repeat(25)}`)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await postWith(page, words)
    .getByRole('link', { name: /^Post of/ })
    .click()
  const dialog = page.getByRole('dialog')
  const foot = dialog.getByRole('form', { name: 'Write a comment' })
  await foot.getByRole('textbox').fill('Really?')
  await foot.getByRole('button', { name: 'Send' }).click()
  const comment = dialog.getByRole('listitem').filter({ hasText: 'Really?' })
  await comment.getByRole('button', { name: 'Reply' }).click()
  const reply = dialog.getByRole('form', { name: /^Reply to/ })
  const text = reply.getByRole('textbox')
  await expect(text).toBeFocused()
  const rect = async (of: typeof reply) => (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const { width } = await rect(text)
  expect(width).toBe((await rect(reply)).width)
  for (const line of ['', 'Every day?', 'Every night?', 'And on Sundays?', 'And on the moon?']) {
    await page.keyboard.type(line)
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => {
        const send = await rect(reply.getByRole('button', { name: 'Send' }))
        return (await rect(foot)).y - send.y - send.height
      })
      .toBeGreaterThan(0)
  }
})

test('a table that is wider than a phone scrolls in its box, and its words stay whole', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, await signIn('ploy'), QUIET)
  const words = unlike('Measured')
  const row = (cell: (n: number) => string) => `| ${Array.from({ length: 10 }, (_, i) => cell(i)).join(' | ')} |`
  const lines = [row((i) => `Temperature${i}`), row(() => '---'), row((i) => `${i}`), row(() => 'two words')]
  await box(page).fill(`${words}\n\n${lines.join('\n')}`)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await postWith(page, words)
    .getByRole('link', { name: /^Post of/ })
    .click()
  const table = page.getByRole('dialog').getByRole('table')
  await expect(table).toBeVisible()
  const { box: inner, content } = await table.evaluate((t) => ({ box: t.clientWidth, content: t.scrollWidth }))
  expect(inner).toBeLessThanOrEqual(390)
  expect(content).toBeGreaterThan(inner)
  const heads = await table.getByRole('columnheader').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return range.getClientRects().length
    }),
  )
  expect(heads).toEqual(Array(10).fill(1))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('what was not sent is there after a reload beside what is of another making, and is said to be kept only where it is', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (sessionStorage.getItem('full') && key.includes('/outbox/'))
        throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await open(page, await signIn('daniel'), QUIET)
  await page.context().setOffline(true)
  const unsent = (words: string) => postWith(page, words).getByRole('alert')
  const post = async (words: string) => {
    await box(page).fill(words)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(unsent(words)).toContainText('Not sent.')
  }
  const kept = unlike('A roof that sings')
  await post(kept)
  await expect(unsent(kept)).toContainText('It is kept on this device.')
  await page.evaluate(() => sessionStorage.setItem('full', '1'))
  const lost = unlike('A gutter that hums')
  await post(lost)
  await expect(unsent(lost)).toContainText('This device has no room to keep it.')
  await expect(unsent(lost)).not.toContainText('It is kept on this device.')

  await page.evaluate(() => {
    sessionStorage.removeItem('full')
    const [kept = ''] = Object.keys(localStorage).filter((key) => key.includes('/outbox/'))
    for (const name of ['!', '~']) localStorage.setItem(kept.replace(/[^/]+$/, name), 'of another making')
  })
  await page.route(/\/discussions\/[\w-]+$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.context().setOffline(false)
  await page.reload()
  await expect(unsent(kept)).toBeVisible()
})

test('a post that would become millions of cells leaves the topic as quick to read and to write in', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const topic = await topicOf(ploy, QUIET)
  const name = unlike('poison')
  const content = `${name}\n\n|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(5800)}`
  const posted = await page.request.post(topic.api, { headers: { authorization: ploy.token }, data: { content } })
  expect(posted.ok()).toBe(true)
  await open(page, ploy, QUIET)
  await expect(postWith(page, name)).toBeVisible()
  const own = unlike('Still here')
  await box(page).fill(own)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(postWith(page, own)).toBeVisible()
  await postWith(page, name).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText('What follows is shown as it was typed.')).toBeVisible()
})
