import type { Page } from '@playwright/test'
import type { Grouping } from '../contract/groups.ts'
import { expect, type Person, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { unheard } from './stream.ts'
import { QUIET, topicOf } from './topics.ts'
import { draftOf, onServer, openWorksheet, pathOf, text } from './worksheets.ts'

/** Every key and every text in the browser's storage. */
const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage))

const WORKSHEET = 'the rain that nobody heard'
const POST = 'a lantern of thoughts'
const SENT = 'a kite on the wire'
const GROUP = 'Bench of whispers'

/** Saves of worksheets fail, and their pages get no events. */
const withoutSaves = (page: Page) =>
  page.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))

/** The code that seals is loaded, which a page does once it stands. */
const canSeal = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/seal-[^/]*\.js$/.test(name)),
  )

const box = (page: Page) => page.getByRole('textbox', { name: 'New post' })
const groupName = (page: Page) => page.getByRole('textbox', { name: 'Group Name' })

async function addressesOf(person: Person) {
  const { course_id, path: topic } = await topicOf(person, QUIET)
  const groupings = await person.get<Grouping[]>(`/api/courses/${course_id}/grouping`)
  const grouping = groupings.find((g) => g.grouping_name === 'Laboratory pairs')
  return {
    worksheet: `/course${await pathOf(person, 'Course diary')}/worksheet`,
    topic,
    wizard: `/course/${course_id}/group/new?grouping=${grouping?._id}`,
  }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login/)
}

/** Through the login screen, like a person. */
async function signInAs(page: Page, name: string, hello: string): Promise<void> {
  await page.getByRole('link', { name: /^Log in with/ }).click()
  await page.getByRole('button', { name: new RegExp(`${name}@demo\\.raintree\\.test`) }).click()
  await expect(page.getByRole('heading', { name: `Hello, ${hello}` })).toBeVisible()
}

test('what was typed without a line is nowhere to be read after signing out, and all there for the same person again', async ({
  page,
  signIn,
}) => {
  const at = await addressesOf(await signIn('wirun'))
  const line = async (is: boolean) => {
    if (!is) await canSeal(page)
    await page.context().setOffline(!is)
  }
  await withoutSaves(page)
  await page.goto(at.worksheet)
  await expect(text(page)).toBeEditable()
  await line(false)
  await text(page).fill(WORKSHEET)
  await line(true)
  await page.goto(at.topic)
  await expect(box(page)).toBeVisible()
  await line(false)
  await box(page).fill(SENT)
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const unsent = page.getByRole('alert').filter({ hasText: 'Not sent.' })
  await expect(unsent).toBeVisible()
  await box(page).fill(POST)
  // Otherwise it would be sent automatically.
  await page.route(/\/discussions\/[\w-]+$/, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await line(true)
  await page.goto(at.wizard)
  await expect(groupName(page)).toBeVisible()
  await line(false)
  await groupName(page).fill(GROUP)
  for (const words of [WORKSHEET, SENT, POST, GROUP]) expect(await stored(page)).toContain(words)

  await page.keyboard.press('Escape')
  await signOut(page)
  await expect.poll(async () => (await keys(page)).filter((key) => /^(typed|seal-key|token)/.test(key))).toEqual([])
  const left = await stored(page)
  for (const words of [WORKSHEET, SENT, POST, GROUP]) {
    for (const word of words.split(' ')) expect(left).not.toContain(` ${word}`)
  }
  expect((await keys(page)).filter((key) => key.startsWith('sealed/')).length).toBeGreaterThanOrEqual(4)

  await line(true)
  await signInAs(page, 'rada', 'Rada')
  await goWithin(page, at.worksheet)
  await expect(text(page)).toHaveValue('')
  await goWithin(page, at.topic)
  await expect(box(page)).toHaveValue('')
  await expect(unsent).toHaveCount(0)
  await goWithin(page, at.wizard)
  await expect(groupName(page)).toHaveValue('')
  for (const words of [WORKSHEET, SENT, POST, GROUP]) expect(await stored(page)).not.toContain(words)
  await page.keyboard.press('Escape')
  await signOut(page)

  await signInAs(page, 'wirun', 'Wirun')
  await goWithin(page, at.worksheet)
  await expect(text(page)).toHaveValue(WORKSHEET)
  await goWithin(page, at.wizard)
  await expect(groupName(page)).toHaveValue(GROUP)
  await goWithin(page, at.topic)
  await expect(box(page)).toHaveValue(POST)
  await expect(unsent).toBeVisible()
  await expect(page.getByRole('list', { name: 'Posts' })).toContainText(SENT)
  expect((await keys(page)).filter((key) => key.startsWith('sealed/'))).toEqual([])
})

test('what the server has leaves the device with the person, and comes back from the server', async ({
  page,
  signIn,
}) => {
  await openWorksheet(page, await signIn('sirawit'), 'Course diary')
  const address = page.url()
  await text(page).fill('known to the server')
  await onServer(page)
  await signOut(page)
  await expect.poll(async () => (await keys(page)).filter((key) => /^(typed|sealed|seal-key)/.test(key))).toEqual([])
  expect(await stored(page)).not.toContain('known to the server')
  await signInAs(page, 'sirawit', 'Sirawit')
  await goWithin(page, address)
  await expect(text(page)).toHaveValue('known to the server')
})

test('a session that the server ends leaves nothing to read, also of what another tab is open on', async ({
  page,
  context,
  signIn,
  request,
}) => {
  // The browser has been at the login screen, as before any session: its tabs have one secret to sign in with.
  await page.goto('/login')
  await expect(page.getByRole('link', { name: /^Log in with/ })).toBeVisible()
  const person = await signIn('thanyarat')
  await unheard(page)
  const { worksheet, topic } = await addressesOf(person)
  await withoutSaves(page)
  await page.goto(worksheet)
  await text(page).fill(WORKSHEET)
  const other = await context.newPage()
  await other.goto(topic)
  await box(other).fill(POST)
  expect(await stored(page)).toContain(POST)
  await request.delete('/api/session', { headers: { authorization: person.token } })
  await other.reload()
  await expect(other).toHaveURL(/\/login\?return_to=/)
  await expect(page).toHaveURL(/\/login\?return_to=/)
  await expect.poll(async () => (await keys(page)).filter((key) => /^(typed|seal-key)/.test(key))).toEqual([])

  // Both tabs continue where they were when the person is back in one of them.
  await other.getByRole('link', { name: /^Log in with/ }).click()
  await other.getByRole('button', { name: /thanyarat@demo\.raintree\.test/ }).click()
  await expect(box(other)).toHaveValue(POST)
  await expect(text(page)).toHaveValue(WORKSHEET)
})

test('what a tab that was closed in the middle left to be sealed is sealed when the product is next opened', async ({
  page,
  signIn,
}) => {
  const { topic } = await addressesOf(await signIn('pruek'))
  await page.goto(topic)
  await box(page).fill(POST)
  // The storage at the moment of signing out.
  await page.evaluate(() => localStorage.removeItem('token'))
  expect(await stored(page)).toContain(POST)
  await page.goto('/login')
  await expect.poll(async () => (await keys(page)).filter((key) => /^(typed|seal-key)/.test(key))).toEqual([])
  expect(await stored(page)).not.toContain(POST)
  await signInAs(page, 'pruek', 'Pruek')
  await goWithin(page, topic)
  await expect(box(page)).toHaveValue(POST)
})

test('the last words before signing out are on the server, also when there was no pause', async ({ page, signIn }) => {
  const person = await signIn('rungnapa')
  const path = await openWorksheet(page, person, 'Course diary')
  await text(page).pressSequentially('The last words')
  await signOut(page)
  const again = await signIn('rungnapa', await page.context().newPage())
  await expect.poll(async () => Object.values(await draftOf(again, path))).toEqual(['The last words'])
})

test('what was typed is sealed with the next line when the code that seals did not arrive', async ({
  page,
  signIn,
}) => {
  const at = await addressesOf(await signIn('sirawit'))
  await page.route(/\/seal-[^/]*\.js$/, (route) => route.abort())
  await page.goto(at.topic)
  await box(page).fill(POST)
  await signOut(page)
  expect(await stored(page)).toContain(POST)
  await page.context().setOffline(true)
  await page.unroute(/\/seal-[^/]*\.js$/)
  await page.context().setOffline(false)
  await expect.poll(async () => (await keys(page)).filter((key) => /^(typed|seal-key)/.test(key))).toEqual([])
  expect(await stored(page)).not.toContain(POST)
})
