import { expect, otherPage, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { hears } from './stream.ts'
import { box, openTopic, posts, postWith, QUIET, READ, say, topicOf } from './topics.ts'

/* Posts, comments and replies: writing them, and seeing those of others arrive. */

test('a post is there at once, the newest first, and arrives for a second person who is looking', async ({
  page,
  signIn,
  course,
  browser,
}) => {
  const other = await otherPage(browser)
  await openTopic(other, await signIn(course.student('Nat', 'Wongsakul'), other), QUIET)
  await openTopic(page, await signIn(course.student('Ploy', 'Srisuwan')), QUIET)
  const [words, later] = ['Umbrellas that tell when they are lost', 'Umbrellas that come when called']
  await expect(box(page)).toHaveAttribute('placeholder', 'Write your ideas ...')
  await box(page).fill(words)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  // The post that is being sent and the one that has arrived may both be there for a moment.
  await expect(postWith(page, words).first()).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeFocused()
  await expect(postWith(other, words)).toContainText('Ploy Srisuwan')
  await box(page).fill(later)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  for (const one of [page, other]) {
    await expect(posts(one).getByRole('article')).toContainText([later, words])
  }
})

test('comments and replies arrive for a second person; a reply cannot be replied to', async ({
  page,
  signIn,
  course,
  browser,
}) => {
  await openTopic(page, await signIn(course.student('Ploy', 'Srisuwan')), QUIET)
  const words = 'A map of power sockets'
  await box(page).fill(words)
  await box(page).press('Control+Enter')
  const link = postWith(page, words).getByRole('link', { name: 'Post of Ploy Srisuwan, 0 comments' })
  await link.click()
  await expect(page).toHaveURL(/\/post\/[\w-]+$/)
  const other = await otherPage(browser)
  await signIn(course.student('Nat', 'Wongsakul'), other)
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
})

test('a sent comment and a sent reply are in sight above the box, and the focus stays where it was', async ({
  page,
  signIn,
  course,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const ploy = await signIn(course.student('Ploy', 'Srisuwan'))
  const { api, path } = await openTopic(page, ploy, QUIET)
  const post = await say(page.request, ploy, api, 'A long talk')
  for (let i = 0; i < 12; i++) await say(page.request, ploy, `${api}/${post}`, `Word ${i}\n\nand another`)
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

test('nothing blank is sent', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  await openTopic(page, ploy, QUIET)
  let sent = 0
  page.on('request', (r) => {
    if (r.method() === 'POST' && r.url().includes('/discussions/')) sent++
  })
  await box(page).fill('  \n ')
  await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled()
  await box(page).press('Control+Enter')
  await expect(page.getByText('Sending...')).toHaveCount(0)

  await goWithin(page, (await topicOf(ploy, READ)).path)
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
  await openTopic(page, await signIn('ploy'), QUIET)
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
  // There a double click on the text selects a word, and one beside it leaves.
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

test('two hurried clicks on Post are one post, and nothing else', async ({ page, signIn, course }) => {
  await openTopic(page, await signIn(course.student('Ploy', 'Srisuwan')), QUIET)
  const text = 'In a hurry'
  await box(page).fill(text)
  await page.getByRole('button', { name: 'Post', exact: true }).dblclick()
  await expect(postWith(page, text)).toHaveCount(1)
  await expect(postWith(page, text).getByText('Sending...')).toHaveCount(0)
  await expect(page.getByRole('dialog', { name: 'New post' })).toHaveCount(0)
  await page.reload()
  await expect(postWith(page, text)).toHaveCount(1)
})

test('a reply on a phone has the whole width, and its Send stays in sight while it grows', async ({
  page,
  signIn,
  course,
}) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await openTopic(page, await signIn(course.student('Ploy', 'Srisuwan')), QUIET)
  const words = 'A long story'
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
