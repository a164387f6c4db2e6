import type { Topic } from '../contract/discussions.ts'
import { expect, test } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'
import { box, openTopic, postWith, QUIET } from './topics.ts'

/* Unsent texts of a discussion, after a failure or before sending. */

test('a post that cannot be sent is kept with the reason, through a reload, and is sent once when it is tried again', async ({
  page,
  signIn,
  course,
}) => {
  const daniel = await signIn(course.student())
  const { api } = await openTopic(page, daniel, QUIET)
  // The server gets the text, and its answer is lost: the second try must not make a second post.
  const words = 'A lamp that follows the sun'
  const unsent = page.getByRole('alert').filter({ hasText: 'Not sent.' })
  await loseAnswers(page, 'POST', /\/discussions\/[\w-]+$/, async () => {
    await box(page).fill(words)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(unsent).toContainText('The server did not answer. It is kept on this device.')
    await page.reload()
    await expect(unsent).toBeVisible()
  })
  await unsent.getByRole('button', { name: 'Try again' }).click()
  await expect(unsent).toHaveCount(0)
  await expect(postWith(page, words)).toHaveCount(1)
  const { posts: all } = await daniel.get<Topic>(api)
  expect(all.filter((p) => p.content === words)).toHaveLength(1)
})

test('what was written without a network is sent by itself when it is back, once and in its order', async ({
  page,
  signIn,
  course,
}) => {
  const samira = await signIn(course.student())
  const { api } = await openTopic(page, samira, QUIET)
  const [first, second] = ['A bench that is never wet', 'A door that greets']
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
  // The last save may still be on its way.
  await expect.poll(kept).toEqual([second, first])
})

test('a text that was refused goes back to the box to be changed', async ({ page, signIn }) => {
  await openTopic(page, await signIn('samira'), QUIET)
  await page.route(/\/discussions\/[\w-]+$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 429, json: { error: { code: 'too_many', message: 'Too many' } } })
      : route.continue(),
  )
  const words = 'A bridge that breaks on purpose'
  await box(page).fill(words)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('You write faster than is allowed.')
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(box(page)).toHaveValue(words)
  await expect(box(page)).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('what is being written survives a reload, and is the person’s own', async ({ page, signIn }) => {
  const { path } = await openTopic(page, await signIn('arisa'), QUIET)
  await box(page).fill('Half a thought')
  await page.reload()
  await expect(box(page)).toHaveValue('Half a thought')
  await page.goto(path.replace(/\/discussion\/.*/, '/discussion'))
  await page.goto(path)
  await expect(box(page)).toHaveValue('Half a thought')
})

test('what was not sent is there after a reload beside what is of another making, and is said to be kept only where it is', async ({
  page,
  signIn,
  course,
}) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (sessionStorage.getItem('full') && key.includes('/outbox/'))
        throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await openTopic(page, await signIn(course.student()), QUIET)
  await page.context().setOffline(true)
  const unsent = (words: string) => postWith(page, words).getByRole('alert')
  const post = async (words: string) => {
    await box(page).fill(words)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(unsent(words)).toContainText('Not sent.')
  }
  const kept = 'A roof that sings'
  await post(kept)
  await expect(unsent(kept)).toContainText('It is kept on this device.')
  await page.evaluate(() => sessionStorage.setItem('full', '1'))
  const lost = 'A gutter that hums'
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
