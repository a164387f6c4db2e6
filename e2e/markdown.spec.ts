import { expect, otherPage, test } from './fixtures.ts'
import { box, openTopic, postWith, QUIET, READ, say, topicOf } from './topics.ts'

/* Markdown in a discussion. */

test('Markdown, code and formulas are shown as such, and what is hostile stays text', async ({
  page,
  signIn,
  course,
  browser,
}) => {
  const violations: string[] = []
  const other = await otherPage(browser)
  for (const one of [page, other]) {
    one.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text())
    })
  }
  await openTopic(page, await signIn('ploy'), READ)
  await postWith(page, 'the sum of nothing is zero').getByRole('link').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('math').first()).toBeVisible()
  await expect(dialog.locator('mfrac')).toHaveCount(1)
  await expect(dialog.locator('pre')).toContainText('def total(numbers):')
  await dialog.getByRole('button', { name: 'Back to the topic' }).click()
  await expect(dialog).toHaveCount(0)

  await openTopic(other, await signIn(course.student(), other), QUIET)
  const words = 'Hostile'
  await box(other).fill(
    `${words} <img src=x onerror="document.title='gone'"> [a](javascript:alert(1)) $\\href{javascript:alert(1)}{x}$`,
  )
  await other.getByRole('button', { name: 'Post', exact: true }).click()
  // The post that has arrived, not the one that is being sent.
  const post = postWith(other, words).filter({ has: other.getByRole('link', { name: /^Post of/ }) })
  await expect(post).toContainText('<img src=x onerror=')
  await expect(post.locator('img[src="x"]')).toHaveCount(0)
  await expect(post.locator('[href^="javascript"]')).toHaveCount(0)
  await other.context().close()
  expect(violations).toEqual([])
})

test('each line of a post and of a comment stands by itself', async ({ page, signIn, course }) => {
  await openTopic(page, await signIn(course.student('Ploy', 'Srisuwan')), QUIET)
  const words = 'Lines'
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

test('a heading at the beginning of a post stands at its top', async ({ page, signIn, course }) => {
  await openTopic(page, await signIn(course.student('Ploy', 'Srisuwan')), QUIET)
  const words = 'Heading'
  await box(page).fill(`# ${words}\n\nand text`)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const heading = page.getByRole('heading', { name: words }).first()
  const above = await heading.evaluate(
    (h) => h.getBoundingClientRect().top - (h.closest('.prose')?.getBoundingClientRect().top ?? 0),
  )
  expect(above).toBe(0)
})

test('a table that is wider than a phone scrolls in its box, and its words stay whole', async ({
  page,
  signIn,
  course,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTopic(page, await signIn(course.student('Ploy', 'Srisuwan')), QUIET)
  const words = 'Measured'
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

test('a post that would become millions of cells leaves the topic as quick to read and to write in', async ({
  page,
  signIn,
  course,
}) => {
  const ploy = await signIn(course.student('Ploy', 'Srisuwan'))
  const topic = await topicOf(ploy, QUIET)
  const name = 'poison'
  const content = `${name}\n\n|${'a|'.repeat(2000)}\n|${'-|'.repeat(2000)}\n${'|\n'.repeat(5800)}`
  await say(page.request, ploy, topic.api, content)
  await openTopic(page, ploy, QUIET)
  await expect(postWith(page, name)).toBeVisible()
  const own = 'Still here'
  await box(page).fill(own)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(postWith(page, own)).toBeVisible()
  await postWith(page, name).getByRole('link').first().click()
  await expect(page.getByRole('dialog').getByText('What follows is shown as it was typed.')).toBeVisible()
})
