import type { Route } from '@playwright/test'
import { presenceMs } from '../contract/drafts.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { fillDevice } from './fullDevice.ts'
import { onePerPage } from './onePerPage.ts'
import { unheard } from './stream.ts'
import { draftOf, expectSubmitted, onServer, openWorksheet, python, side, submit, text } from './worksheets.ts'

/* Drafts of a worksheet before they are handed in. */

test('a reload in the middle of a word loses nothing, before the server has heard of it', async ({
  page,
  signIn,
  course,
}) => {
  await openWorksheet(page, await signIn(course.student()), 'Course diary')
  await page.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await text(page).pressSequentially('ฝนตกทั้งวั')
  await page.reload()
  await expect(text(page)).toHaveValue('ฝนตกทั้งวั')
})

test('a page that is left at once has sent what was typed', async ({ page, signIn, course }) => {
  const person = await signIn(course.student())
  const path = await openWorksheet(page, person, 'Course diary')
  await text(page).pressSequentially('in a hurry')
  await page.goto('about:blank')
  await expect.poll(() => draftOf(person, path)).toEqual({ textbox: 'in a hurry' })
})

test('without a network everything is kept and that is said; with it, it is sent', async ({ page, signIn, course }) => {
  const person = await signIn(course.student())
  const path = await openWorksheet(page, person, 'Problem set 6')
  await text(page).fill('before')
  await onServer(page)
  await page.context().setOffline(true)
  await text(page).fill('in the tunnel')
  await page.getByText('It returns an empty text').click()
  await expect(side(page)).toContainText('Offline: kept on this device')
  expect(await draftOf(person, path)).toEqual({ textbox: 'before' })
  await page.context().setOffline(false)
  await onServer(page)
  expect(Object.values(await draftOf(person, path)).sort()).toEqual(['c', 'in the tunnel'])
})

test('a session that ends in the middle takes nothing: after signing in again the text is there', async ({
  page,
  signIn,
  request,
}) => {
  const { token, ...person } = await signIn('duangjai')
  await unheard(page)
  await openWorksheet(page, { token, ...person }, 'Course diary')
  await text(page).fill('typed before')
  await onServer(page)
  await request.delete('/api/session', { headers: { authorization: token } })
  await text(page).fill('typed after the end')
  await expect(page).toHaveURL(/\/login\?return_to=/)
  await page.getByRole('link', { name: /^Log in with/ }).click()
  await page.getByRole('button', { name: /duangjai@demo\.raintree\.test/ }).click()
  await page.unrouteAll()
  await expect(text(page)).toHaveValue('typed after the end')
  await onServer(page)
})

test('the next person on the same device sees nothing of it', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('ekkarat'), 'Course diary')
  await text(page).fill('private')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const address = page.getByRole('link', { name: /^Log in with/ })
  await address.click()
  await page.getByRole('button', { name: /gita@demo\.raintree\.test/ }).click()
  await expect(page.getByRole('heading', { name: 'Hello, Gita' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Computer Programming' }).first().click()
  await page.getByRole('link', { name: 'Assignments' }).first().click()
  await page.getByRole('link', { name: 'Course diary' }).click()
  await page.getByRole('link', { name: 'Start Attempt' }).click()
  await expect(text(page)).toHaveValue('')
})

test('two devices and two tabs of one person become one draft, field by field', async ({
  page,
  signIn,
  course,
  browser,
}) => {
  const hathai = await course.student()
  const person = await signIn(hathai)
  const path = await openWorksheet(page, person, 'Problem set 6')
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  const phone = await otherPage(browser)
  await signIn(hathai, phone)
  await phone.goto(page.url())
  await expect(text(phone)).toBeVisible()

  await text(page).fill('from the desk')
  await expect(text(tab)).toHaveValue('from the desk')
  await phone.getByText('It never returns').click()
  await expect(text(phone)).toHaveValue('from the desk')
  for (const one of [page, tab, phone]) {
    await expect(one.getByRole('radio', { name: 'It never returns' })).toBeChecked()
    await expect(side(one)).toContainText('28.57%')
  }
  await text(phone).fill('from the phone, later')
  await expect(text(page)).toHaveValue('from the phone, later')
  expect(Object.values(await draftOf(person, path)).sort()).toEqual(['d', 'from the phone, later'])
})

test('a paragraph typed offline and a word typed meanwhile on another device are both there, and that is said', async ({
  page,
  signIn,
  course,
  browser,
}) => {
  const hathai = await course.student()
  const person = await signIn(hathai)
  const path = await openWorksheet(page, person, 'Course diary')
  const phone = await otherPage(browser)
  await signIn(hathai, phone)
  await phone.goto(page.url())
  await expect(text(phone)).toBeVisible()

  await page.context().setOffline(true)
  await text(page).fill('A long paragraph that was typed in the train.')
  await expect(side(page)).toContainText('Offline: kept on this device')
  await text(phone).fill('x')
  await onServer(phone)
  await page.context().setOffline(false)
  const both = 'x A long paragraph that was typed in the train.'
  await expect(text(page)).toHaveValue(both)
  await expect(page.getByRole('alert').filter({ hasText: 'Look this through' })).toBeVisible()
  await expect(text(phone)).toHaveValue(both)
  await onServer(page)
  expect(Object.values(await draftOf(person, path))).toEqual([both])
})

test('words that were removed are among the earlier versions, and come back with one press', async ({
  page,
  signIn,
  course,
}) => {
  await openWorksheet(page, await signIn(course.student()), 'Course diary')
  await text(page).fill('The first thought, which was a good one.')
  await onServer(page)
  const saved = page.waitForResponse((r) => r.request().method() === 'PUT' && r.url().endsWith('/draft'))
  await text(page).fill('The second thought.')
  await saved
  const savedAgain = page.waitForResponse((r) => r.request().method() === 'PUT' && r.url().endsWith('/draft'))
  await text(page).fill('The third one.')
  await savedAgain
  await onePerPage(page, '**/draft/versions?*')
  await side(page).getByRole('button', { name: 'Earlier versions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect(dialog.getByRole('listitem').first()).toContainText('The second thought.')
  await dialog.getByRole('button', { name: 'Show earlier ones' }).click()
  const first = dialog.getByRole('listitem').filter({ hasText: 'The first thought, which was a good one.' })
  await expect(first.first()).toBeFocused()
  await first.getByRole('button', { name: 'Bring back' }).click()
  await expect(dialog).toBeHidden()
  await expect(text(page)).toHaveValue('The first thought, which was a good one.')
})

test('all of a group write in one draft, see who is there, and one hands in what all have made', async ({
  page,
  signIn,
  course,
  browser,
}) => {
  const [peem, zhiwei] = [await course.student('Peem'), await course.student('Zhiwei')]
  await course.group('Project teams', 'Null and Friends', [peem, zhiwei])
  await openWorksheet(page, await signIn(peem), 'Project proposal')
  const writers = side(page).getByRole('list', { name: 'Who writes in this draft' })
  await expect(writers.getByRole('listitem')).toHaveCount(2)
  await expect(writers).not.toContainText('here now')
  await text(page).fill('Peem began.')
  await onServer(page)

  const other = await otherPage(browser)
  await openWorksheet(other, await signIn(zhiwei, other), 'Project proposal')
  await expect(text(other)).toHaveValue('Peem began.')
  await expect(writers.getByRole('listitem').filter({ hasText: 'Zhiwei' })).toContainText('here now')
  await text(page).fill('First, Peem began.')
  await text(other).fill('Peem began. Zhiwei went on.')
  await other.locator('input[type=file]').setInputFiles(python('plan.py'))
  const all = 'First, Peem began. Zhiwei went on.'
  await expect(text(page)).toHaveValue(all)
  await expect(text(other)).toHaveValue(all)
  await expect(page.getByText('plan.py')).toBeVisible()

  await submit(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Submit Assignment' })
  await expect(dialog).toContainText('You submit for everyone in Null and Friends')
  await expect(dialog).toContainText('Zhiwei')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expectSubmitted(page)
  await expect(text(other)).toHaveValue(all)
  await expect(text(other)).toBeDisabled()
  await expect(other.getByRole('alert').filter({ hasText: 'Not part of the submission' })).toBeHidden()
  await other.close()
})

test('whoever leaves the course is in no list of their group on an open worksheet any more', async ({
  page,
  signIn,
  course,
}) => {
  const [peem, zhiwei] = [await course.student('Peem'), await course.student('Zhiwei')]
  await course.group('Project teams', 'Null and Friends', [peem, zhiwei])
  const { token: authorization } = await signIn(await course.staff('instructor'))
  // The page does not ask by itself, as it would from time to time.
  await page.addInitScript((ms) => {
    const own = setInterval
    const seldom = (run: TimerHandler, every = 0) => own(run, every >= ms ? 2 ** 31 - 1 : every)
    Object.assign(window, { setInterval: seldom })
  }, presenceMs)
  await openWorksheet(page, await signIn(peem), 'Project proposal')
  const writers = side(page).getByRole('list', { name: 'Who writes in this draft' })
  await expect(writers.getByRole('listitem')).toHaveCount(2)
  const headers = { authorization, 'if-match': '"1"' }
  const gone = await page.request.delete(`/api/courses/${course.id}/roster/${zhiwei.id}`, { headers })
  expect(gone.status()).toBe(200)
  await expect(writers.getByRole('listitem')).toHaveText([/Peem/])
})

test('a text that another tab changes leaves the caret where it is', async ({ page, signIn, course }) => {
  await openWorksheet(page, await signIn(course.student()), 'Problem set 6')
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await text(tab).fill('one two')
  await expect(text(page)).toHaveValue('one two')
  await text(page).focus()
  await text(page).evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(3, 3))
  await text(tab).fill('one two three')
  await expect(text(page)).toHaveValue('one two three')
  await page.keyboard.type(' and')
  await expect(text(page)).toHaveValue('one and two three')
})

test('a draft that is read again, as it did not come at first, leaves who types where they are', async ({
  page,
  signIn,
  course,
}) => {
  const drafts = (handle: (route: Route) => unknown) =>
    page.route('**/draft', (route) => (route.request().method() === 'GET' ? handle(route) : route.abort()))
  await drafts((route) => route.abort())
  await openWorksheet(page, await signIn(course.student()), 'Problem set 6')
  await text(page).pressSequentially('half a sen')
  // After the reconnect the page reads the draft once more, and the answer is still on its way.
  let asked = 0
  await drafts(() => asked++)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.keyboard.type('tence')
  await expect(text(page)).toBeFocused()
  await expect(text(page)).toHaveValue('half a sentence')
})

test('a text that is too long is not cut but said, and the other answers are kept on the server all the same', async ({
  page,
  signIn,
  course,
}) => {
  const person = await signIn(course.student())
  const path = await openWorksheet(page, person, 'Problem set 6')
  const long = 'x'.repeat(100_001)
  const answer = page.getByRole('textbox', { name: /^Question 3/ })
  await text(page).fill(long)
  await answer.fill('twice')
  await expect(text(page)).toHaveValue(long)
  await expect(page.getByText('At most 100,000 characters')).toBeVisible()
  await expect.poll(async () => Object.values(await draftOf(person, path))).toEqual(['twice'])
  await text(page).fill('short enough')
  await expect(page.getByText('At most 100,000 characters')).toHaveCount(0)
  await expect.poll(async () => Object.values(await draftOf(person, path)).sort()).toEqual(['short enough', 'twice'])
})

test('offline, on a device that has no room, nothing is said to be kept there', async ({ page, signIn, course }) => {
  await fillDevice(page, /^typed\/.+\/draft\//)
  await openWorksheet(page, await signIn(course.student()), 'Problem set 6')
  await page.route('**/draft', (route) => route.abort())
  await text(page).pressSequentially('nowhere')
  const noRoom = side(page).getByText('This device has no room to keep it.')
  await expect(noRoom).toBeVisible()
  await page.evaluate(() => {
    const told = new Promise((done) => addEventListener('offline', () => setTimeout(done)))
    Object.assign(window, { told })
  })
  await page.context().setOffline(true)
  await page.evaluate(() => (window as unknown as { told: Promise<unknown> }).told)
  await expect(noRoom).toBeVisible()
  await expect(side(page)).not.toContainText('kept on this device')
})
