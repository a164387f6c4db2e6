import type { Locator, Page, Route } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
import { beginAt } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { hears, unheard } from './news.ts'
import {
  attemptsAt,
  draftOf,
  expectSubmitted,
  handIn,
  onServer,
  openList,
  openWorksheet,
  side,
  submit,
  text,
} from './worksheets.ts'

const python = (name: string) => ({ name, mimeType: 'text/x-python', buffer: Buffer.from('print(1)') })

/** Goes on with Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never reaches ${target}`)
}

/** Drops files on a slot, as the mouse would. */
async function drop(page: Page, slot: Locator, names: string[]): Promise<void> {
  const files = await page.evaluateHandle((names) => {
    const transfer = new DataTransfer()
    for (const name of names) transfer.items.add(new File(['print(1)'], name, { type: 'text/x-python' }))
    return transfer
  }, names)
  await slot.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: files })
}

/** Holds uploads back until they are let go. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/upload', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('from Start Attempt to the success dialog with the keyboard alone', async ({ page, signIn }) => {
  test.setTimeout(300_000)
  // From now on, because Chromium tells of no dialog that opens right after somebody begins to listen.
  page.on('filechooser', () => {})
  const person = await signIn('ananya')
  await openList(page, person)
  await tabTo(page, page.getByRole('link', { name: 'Problem set 6: Everything at once' }))
  await page.keyboard.press('Enter')
  const start = page.getByRole('link', { name: 'Start Attempt' })
  await expect(start).toBeVisible()
  if (!(await start.evaluate((element) => element === document.activeElement))) await tabTo(page, start)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Problem set 6' })).toBeFocused()
  await expect(page.getByText('Possible Score: 30')).toBeVisible()
  await expect(side(page)).toContainText('1 attempt left')
  await expect(side(page)).toContainText('0.00%')

  await tabTo(page, text(page))
  await page.keyboard.type('It grows like n log n.')
  const first = page.getByRole('radiogroup', { name: /^Question 1/ }).getByRole('radio')
  await tabTo(page, first.first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(first.nth(1)).toBeChecked()
  await tabTo(
    page,
    page
      .getByRole('radiogroup', { name: /^Question 2/ })
      .getByRole('radio')
      .first(),
  )
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('textbox', { name: /^Question 3/ }))
  await page.keyboard.type('สองเท่า')
  await tabTo(page, page.getByRole('textbox', { name: /^Question 4/ }))
  await page.keyboard.type('The empty list.')
  await expect(side(page)).toContainText('71.43%')
  await expect(submit(page)).toBeDisabled()
  for (const [slot, name] of [
    ['Your program (.py)', 'coldest.py'],
    ['A picture of its output', 'ผลลัพธ์.py'],
  ] as const) {
    await tabTo(page, page.getByLabel(`Choose a file: ${slot}`))
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(python(name))
    await expect(page.getByRole('region', { name: slot })).toContainText(`${name}Attached`)
  }
  await expect(side(page)).toContainText('100.00%')
  await tabTo(page, submit(page))
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('alertdialog', { name: 'Submit Assignment' })
  await expect(confirm.getByRole('button', { name: 'Submit' })).toBeFocused()
  await expect(confirm).toHaveAccessibleDescription('Are you sure you want to submit this assignment?')
  await page.keyboard.press('Enter')
  const done = page.getByRole('dialog', { name: 'Assignment Submitted' })
  await expect(done).toContainText('Your assignment have been submitted successfully.')
  await page.keyboard.press('Escape')
  await expect(done).toBeHidden()

  await expect(page.getByText(/^Last submitted on \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/)).toBeVisible()
  await expect(text(page)).toBeDisabled()
  await expect(text(page)).toHaveValue('It grows like n log n.')
  await expect(first.nth(1)).toBeDisabled()
  await expect(submit(page)).toHaveCount(0)
  await expect(page.getByText('or drop it here')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'coldest.py' })).toHaveAttribute('href', /^\/api\/files\//)
  await expect(page.getByText('Possible Score')).toHaveCount(0)
})

test('a second click on the chosen option clears it', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('bancha'), 'Problem set 6')
  const options = page.getByRole('radiogroup', { name: /^Question 1/ })
  await expect(options.getByText(/^[A-Z]$/)).toHaveText(['A', 'B', 'C', 'D'])
  const option = options.getByText('It never returns')
  await option.click()
  await expect(options.getByRole('radio', { name: 'It never returns' })).toBeChecked()
  await expect(side(page)).toContainText('14.29%')
  await option.click()
  await expect(options.getByRole('radio', { name: 'It never returns' })).not.toBeChecked()
  await expect(side(page)).toContainText('0.00%')
})

test('a worksheet without a description says so', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('bancha'), 'Course diary')
  await expect(page.getByText('No instruction provided')).toBeVisible()
  await expect(side(page)).toContainText('No due date')
})

test('a file is attached with its progress, cancelled on its way, and detached', async ({ page, signIn }) => {
  const person = await signIn('benjamas')
  const path = await openWorksheet(page, person, 'Problem set 6')
  const slot = page.getByRole('region', { name: 'Your program (.py)' })
  const input = slot.getByLabel(/^Choose a file/)
  const line = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await line.send('Network.enable')
  // A minute: time enough to see it on its way and to cancel it, on a busy machine too.
  await limit(100_000)
  const big = { name: 'big.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6_000_000, 7) }
  await input.setInputFiles(big)
  const progress = slot.getByRole('progressbar', { name: 'Uploading big.bin' })
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(slot).toContainText(/[1-9]\d?%/)
  await expect(submit(page)).toBeDisabled()
  await slot.getByRole('button', { name: 'Cancel the upload of big.bin' }).click()
  await expect(progress).toBeHidden()
  await expect(input).toBeAttached()
  await expect(slot.getByRole('alert')).toHaveCount(0)

  await limit(-1)
  await input.setInputFiles(python('รายงาน ของฉัน.py'))
  await expect(slot).toContainText('รายงาน ของฉัน.pyAttached')
  await expect(side(page)).toContainText('14.29%')
  await onServer(page)
  const [location] = Object.values(await draftOf(person, path))
  expect(location).toMatch(/^\/api\/files\//)
  await page.reload()
  await expect(slot).toContainText('รายงาน ของฉัน.pyAttached')

  await slot.getByRole('button', { name: 'Detach' }).click()
  await expect(slot.getByText('or drop it here')).toBeVisible()
  await expect(side(page)).toContainText('0.00%')
  await expect.poll(async () => Object.values(await draftOf(person, path))).toEqual([''])

  await side(page).getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await versions.getByRole('button', { name: 'Bring back' }).first().click()
  await expect(slot).toContainText('รายงาน ของฉัน.pyAttached')
  await onServer(page)
  expect(Object.values(await draftOf(person, path))).toEqual([location])
})

test('two files at once and a file over 20 MB are refused with words, and one that is dropped is taken', async ({
  page,
  signIn,
}) => {
  await openWorksheet(page, await signIn('boon'), 'Problem set 6')
  const slot = page.getByRole('region', { name: 'Your program (.py)' })
  await drop(page, slot, ['a.py', 'b.py'])
  await expect(slot.getByRole('alert')).toHaveText('You can only upload one file at a time!')
  await slot.getByLabel(/^Choose a file/).evaluate((input: HTMLInputElement) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(20_000_001)], 'film.mp4'))
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await expect(slot.getByRole('alert')).toHaveText('File is too large. Max size is 20MB')
  await drop(page, slot, ['a.py'])
  await expect(slot).toContainText('a.pyAttached')
  await expect(slot.getByRole('alert')).toHaveCount(0)
})

test('a file that is empty is taken, and said to be empty until another is chosen', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('teerapat'), 'Problem set 6')
  const slot = page.getByRole('region', { name: 'Your program (.py)' })
  const input = slot.getByLabel(/^Choose a file/)
  await input.setInputFiles({ ...python('nothing.py'), buffer: Buffer.alloc(0) })
  await expect(slot).toContainText('nothing.pyAttached')
  await expect(slot.getByRole('alert')).toContainText('This file is empty')
  await slot.getByRole('button', { name: 'Detach' }).click()
  await expect(slot.getByRole('alert')).toHaveCount(0)
  await input.setInputFiles(python('something.py'))
  await expect(slot).toContainText('something.pyAttached')
  await expect(slot.getByRole('alert')).toHaveCount(0)
})

test('an upload that the line loses says so and is tried again with the same file', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('boon'), 'Problem set 6')
  const slot = page.getByRole('region', { name: 'A picture of its output' })
  await page.route('**/api/upload', (route) => route.abort(), { times: 1 })
  await slot.getByLabel(/^Choose a file/).setInputFiles(python('out.py'))
  await expect(slot.getByRole('alert')).toContainText('out.py was not uploaded. The server did not answer.')
  await slot.getByRole('button', { name: 'Try again' }).click()
  await expect(slot).toContainText('out.pyAttached')
})

test('an upload that ends while somebody types elsewhere leaves them there, and every key arrives', async ({
  page,
  signIn,
}) => {
  await openWorksheet(page, await signIn('chalida'), 'Problem set 6')
  const slot = page.getByRole('region', { name: 'Your program (.py)' })
  const letGo = await holdUploads(page)
  await slot.getByLabel(/^Choose a file/).setInputFiles(python('slow.py'))
  await expect(slot.getByRole('progressbar', { name: 'Uploading slow.py' })).toBeVisible()
  await text(page).click()
  await page.keyboard.type('Typed during the upload, ')
  letGo()
  await expect(slot).toContainText('slow.pyAttached')
  await page.keyboard.type('and after it.')
  await expect(text(page)).toHaveValue('Typed during the upload, and after it.')
  await expect(text(page)).toBeFocused()
})

test('a file goes on its way while its worksheet is left, and is attached on coming back', async ({ page, signIn }) => {
  const person = await signIn('chanon')
  const path = await openWorksheet(page, person, 'Problem set 6')
  const slot = page.getByRole('region', { name: 'Your program (.py)' })
  const progress = slot.getByRole('progressbar', { name: 'Uploading slow.py' })
  const letGo = await holdUploads(page)
  const leave = async () => {
    await page.getByRole('link', { name: 'Back to assignments' }).click()
    await expect(page.getByRole('group', { name: 'Assigned' })).toBeVisible()
  }
  await slot.getByLabel(/^Choose a file/).setInputFiles(python('slow.py'))
  await expect(progress).toBeVisible()
  await leave()
  await page.goBack()
  await expect(progress).toBeVisible()
  await expect(side(page)).toContainText('The file is still on its way')
  await leave()
  letGo()
  await expect
    .poll(async () => Object.values(await draftOf(person, path)))
    .toEqual([expect.stringMatching('/api/files/')])
  await page.goBack()
  await expect(slot).toContainText('slow.pyAttached')
  await expect(side(page)).not.toContainText('The file is still on its way')
})

test('a file that arrives after coming back is attached there and then', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('ekkarat'), 'Problem set 6')
  const slot = page.getByRole('region', { name: 'Your program (.py)' })
  const letGo = await holdUploads(page)
  await slot.getByLabel(/^Choose a file/).setInputFiles(python('slow.py'))
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(page.getByRole('group', { name: 'Assigned' })).toBeVisible()
  await page.goBack()
  await expect(slot.getByRole('progressbar', { name: 'Uploading slow.py' })).toBeVisible()
  letGo()
  await expect(slot).toContainText('slow.pyAttached')
  await onServer(page)
})

test('a page is not closed without a question while something uploads, and only then', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('gita'), 'Problem set 6')
  const slot = page.getByRole('region', { name: 'Your program (.py)' })
  const letGo = await holdUploads(page)
  await slot.getByLabel(/^Choose a file/).setInputFiles(python('slow.py'))
  // A browser asks only somebody who has touched the page.
  await text(page).click()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  letGo()
  await expect(slot).toContainText('slow.pyAttached')
  page.on('dialog', () => {
    throw new Error('It asks although nothing uploads')
  })
  await text(page).click()
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
})

test('a reload in the middle of a word loses nothing, before the server has heard of it', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('chalida'), 'Course diary')
  await page.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await text(page).pressSequentially('ฝนตกทั้งวั')
  await page.reload()
  await expect(text(page)).toHaveValue('ฝนตกทั้งวั')
})

test('a page that is left at once has sent what was typed', async ({ page, signIn }) => {
  const person = await signIn('chanon')
  const path = await openWorksheet(page, person, 'Course diary')
  await text(page).pressSequentially('in a hurry')
  await page.goto('about:blank')
  await expect.poll(() => draftOf(person, path)).toEqual({ textbox: 'in a hurry' })
})

test('without a network everything is kept and that is said; with it, it is sent', async ({ page, signIn }) => {
  const person = await signIn('daniel')
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
  expect(Object.values(await draftOf(person, path)).sort()).toEqual(['2', 'in the tunnel'])
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

test('two devices and two tabs of one person become one draft, field by field', async ({ page, signIn, browser }) => {
  const person = await signIn('hathai')
  const path = await openWorksheet(page, person, 'Problem set 6')
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  const phone = await (await browser.newContext()).newPage()
  await signIn('hathai', phone)
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
  expect(Object.values(await draftOf(person, path)).sort()).toEqual(['3', 'from the phone, later'])
  await phone.context().close()
})

test('a paragraph typed offline and a word typed meanwhile on another device are both there, and that is said', async ({
  page,
  signIn,
  browser,
}) => {
  const person = await signIn('hathai')
  const path = await openWorksheet(page, person, 'Course diary')
  const phone = await (await browser.newContext()).newPage()
  await signIn('hathai', phone)
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
  await phone.context().close()
})

test('words that were removed are among the earlier versions, and come back with one press', async ({
  page,
  signIn,
}) => {
  await openWorksheet(page, await signIn('isara'), 'Course diary')
  await text(page).fill('The first thought, which was a good one.')
  await onServer(page)
  const saved = page.waitForResponse((r) => r.request().method() === 'PUT' && r.url().endsWith('/draft'))
  await text(page).fill('The second thought.')
  await saved
  await side(page).getByRole('button', { name: 'Earlier versions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect(dialog.getByRole('listitem').first()).toContainText('The first thought, which was a good one.')
  await dialog.getByRole('button', { name: 'Bring back' }).first().click()
  await expect(dialog).toBeHidden()
  await expect(text(page)).toHaveValue('The first thought, which was a good one.')
})

test('all of a group write in one draft, see who is there, and one hands in what all have made', async ({
  page,
  signIn,
  browser,
}) => {
  await openWorksheet(page, await signIn('peem'), 'Project proposal')
  const writers = side(page).getByRole('list', { name: 'Who writes in this draft' })
  await expect(writers.getByRole('listitem')).toHaveCount(5)
  await expect(writers).not.toContainText('here now')
  await text(page).fill('Peem began.')
  await onServer(page)

  const other = await (await browser.newContext()).newPage()
  const zhiwei = await signIn('zhiwei', other)
  await openWorksheet(other, zhiwei, 'Project proposal')
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

test('a text that another tab changes leaves the caret where it is', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('waen'), 'Problem set 6')
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

test('pressed twice, it is submitted once', async ({ page, signIn }) => {
  const person = await signIn('isara')
  const path = await openWorksheet(page, person, 'Course diary')
  await text(page).fill('once')
  const calls: string[] = []
  page.on('request', (r) => {
    if (r.url().endsWith('/submit')) calls.push(r.headers()['idempotency-key'] ?? '')
  })
  await submit(page).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Submit' }).dblclick()
  await expectSubmitted(page)
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatch(/^[\w-]+:1$/)
  expect(await attemptsAt(person, path)).toHaveLength(1)
  expect(await draftOf(person, path)).toEqual({})
  // When the worksheet was read again, which is after the dialog.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /^typed\/.+\/draft\//.test(key))))
    .toEqual([])
})

test('a submission that fails says why, keeps everything, and is one submission when it is tried again', async ({
  page,
  signIn,
}) => {
  const person = await signIn('jirayu')
  await unheard(page)
  const path = await openWorksheet(page, person, 'Course diary')
  await text(page).fill('not lost')
  // It arrives, and only the answer is lost: the retry must not make a second one.
  await page.route(
    '**/submit',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await handIn(page)
  const alert = side(page).getByRole('alert')
  await expect(alert).toContainText('It was not submitted')
  await expect(alert).toContainText('The server did not answer. Everything that you typed is kept.')
  await expect(text(page)).toHaveValue('not lost')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expectSubmitted(page)
  await expect(text(page)).toBeDisabled()
  expect(await attemptsAt(person, path)).toHaveLength(1)
})

test('a submission whose answer was lost shows by itself that it arrived', async ({ page, signIn }) => {
  const listens = hears(page)
  await openWorksheet(page, await signIn('lalita'), 'Course diary')
  await listens
  await text(page).fill('arrived')
  await page.route('**/submit', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await handIn(page)
  await expectSubmitted(page)
  await expect(text(page)).toBeDisabled()
  await expect(text(page)).toHaveValue('arrived')
})

test('when it was submitted elsewhere, that is shown, and what was typed here is kept aside', async ({
  page,
  signIn,
  browser,
}) => {
  const person = await signIn('kanda')
  await openWorksheet(page, person, 'Course diary')
  const phone = await (await browser.newContext()).newPage()
  await signIn('kanda', phone)
  await phone.goto(page.url())
  await text(phone).fill('from the phone')
  await expect(text(page)).toHaveValue('from the phone')
  // The desk goes on without a line, and does not hear of the submission.
  await page.context().setOffline(true)
  await text(page).fill('from the desk, unheard')
  await handIn(phone)
  await expectSubmitted(phone)
  await phone.context().close()
  await page.context().setOffline(false)
  await page.reload()
  await expect(text(page)).toBeDisabled()
  await expect(text(page)).toHaveValue('from the phone')
  const aside = page.getByRole('alert').filter({ hasText: 'Not part of the submission' })
  await expect(aside).toContainText('from the desk, unheard')
  await page.reload()
  await expect(aside).toContainText('from the desk, unheard')
  await aside.getByRole('button', { name: 'Discard it' }).click()
  await expect(aside).toBeHidden()
})

test('of two members of a group who submit, the second learns of it and keeps what they typed', async ({
  page,
  signIn,
  browser,
}) => {
  await unheard(page)
  // What Napat types does not get into the draft of the group.
  await page.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await openWorksheet(page, await signIn('napat'), 'Laboratory pairs')
  await expect(side(page)).toContainText('Bench 6')
  await text(page).fill('from Napat')
  const other = await (await browser.newContext()).newPage()
  const nicha = await signIn('nicha', other)
  await openWorksheet(other, nicha, 'Laboratory pairs')
  await text(other).fill('from Nicha')
  await handIn(other)
  await expectSubmitted(other)
  await other.context().close()
  await handIn(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Submitted elsewhere' })).toBeVisible()
  await expect(text(page)).toHaveValue('from Nicha')
  await expect(text(page)).toBeDisabled()
  await expect(page.getByRole('alert').filter({ hasText: 'Not part of the submission' })).toContainText('from Napat')
  await expect(page.getByRole('region', { name: 'Your Submissions' })).toContainText('by Nicha')
})

test('without a group the text is kept, and nothing can be submitted yet', async ({ page, signIn }) => {
  await openWorksheet(page, await signIn('pakorn'), 'Laboratory pairs')
  await text(page).fill('waiting for a partner')
  await expect(side(page)).toContainText('Join or create a group first.')
  await expect(submit(page)).toBeDisabled()
  await onServer(page)
})

test('with unlimited attempts it is submitted again, and the earlier ones can be looked back at', async ({
  page,
  signIn,
}) => {
  const person = await signIn('kittipong')
  const path = await openWorksheet(page, person, 'What should we change')
  await expect(side(page)).toContainText('Unlimited')
  const fill = async (option: string, keep: string) => {
    await page.getByRole('radio', { name: option }).check({ force: true })
    await page.getByRole('textbox', { name: /^Question 2/ }).fill(keep)
    await page.getByRole('textbox', { name: /^Question 3/ }).fill('Nothing')
  }
  await fill('right', 'The first thing')
  await expect(submit(page)).toHaveText('Submit')
  await handIn(page)
  await expectSubmitted(page)
  await expect(submit(page)).toHaveText('Submit again')
  await fill('too fast', 'The second thing')
  await handIn(page)
  await expectSubmitted(page)
  const attempts = page.getByRole('region', { name: 'Your Submissions' })
  await expect(attempts.getByRole('listitem')).toHaveCount(2)
  await attempts.getByRole('button', { name: /^Attempt 1/ }).click()
  await expect(attempts).toContainText('The first thing')
  await expect(page.getByRole('textbox', { name: /^Question 2/ })).toHaveValue('The second thing')
  const kept = await attemptsAt(person, path)
  expect(kept.map((s) => s.attempt)).toEqual([2, 1])
})

test('what was submitted with its one attempt is disabled, with the feedback when it is shown', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  await openWorksheet(page, ploy, 'Quiz 2')
  await expect(page.getByRole('heading', { name: 'Instructor Feedback' })).toBeVisible()
  await expect(page.getByText('two thirds fell into this trap')).toBeVisible()
  await expect(side(page)).toContainText('Score: 4 out of 10')
  for (const radio of await page.getByRole('radio').all()) await expect(radio).toBeDisabled()
  await expect(page.getByText('Correct answer')).toHaveCount(2)
  await expect(submit(page)).toHaveCount(0)
  await openWorksheet(page, ploy, 'Lab 4')
  await expect(page.getByRole('heading', { name: 'Instructor Feedback' })).toHaveCount(0)
  await expect(side(page)).toContainText('–/10')
})

test('the time that is left counts down to the second, then it is past due, and it closes at its instant', async ({
  page,
  signIn,
}) => {
  const person = await signIn('manop')
  const now = Date.now()
  const due = now + 3_600_000
  await beginAt(page, now)
  await page.route('**/assignments/*/my', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { assignment_due: string; assignment_closes: string } }
    answer.data.assignment_due = new Date(due).toISOString()
    answer.data.assignment_closes = new Date(due + 5_000).toISOString()
    await route.fulfill({ response, json: answer })
  })
  await openWorksheet(page, person, 'Course diary')
  await text(page).fill('in time')
  await onServer(page)
  // The time stands still while it is looked at, however slow the machine is.
  await page.clock.pauseAt(due - 9_000)
  await expect(side(page)).toContainText('in 9 seconds')
  await expect(submit(page)).toBeEnabled()
  const countsOn = async () => {
    await page.clock.runFor(200)
    return side(page).textContent()
  }
  await expect.poll(countsOn, { intervals: [50] }).toContain('in 8 seconds')
  await expect(submit(page)).toBeEnabled()
  await expect.poll(countsOn, { intervals: [50], timeout: 60_000 }).toContain('Past due')
  await expect(submit(page)).toBeEnabled()
  await expect(page.getByRole('alert')).toContainText('What you submit now is marked late.')
  await expect.poll(countsOn, { intervals: [50], timeout: 60_000 }).toContain('Closed')
  expect(await page.evaluate(() => Date.now())).toBeGreaterThanOrEqual(due + 5_000)
  await expect(page.getByRole('alert')).toContainText('This assignment is closed')
  await expect(submit(page)).toBeDisabled()
  await expect(text(page)).toHaveValue('in time')
})

test('the time that is left is by the server’s clock, whatever the device’s says', async ({ page, signIn }) => {
  const person = await signIn('linh')
  const { course_id } = await person.course('2110101')
  const all = await person.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
  const due = Date.parse(all.find((a) => a.assignment_name.startsWith('Problem set 6'))?.assignment_due ?? '')
  const now = Date.now()
  const daysAt = (time: number) => Math.trunc((due - time) / 86_400_000)
  await page.clock.install({ time: now + 3 * 86_400_000 })
  await openWorksheet(page, person, 'Problem set 6')
  // The same number twice, unless it changes while this test runs.
  const days = new RegExp(`in (${daysAt(now)}|${daysAt(now + test.info().timeout)}) days`)
  await expect(side(page)).toContainText(days)
})

test('a worksheet that is not there says so', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/assignments/00000000-0000-7000-8000-000000000000/worksheet`)
  await expect(page.getByText('This assignment is not there, or it is not yours to see.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to assignments' })).toBeVisible()
})

test('a draft that is read again, as it did not come at first, leaves who types where they are', async ({
  page,
  signIn,
}) => {
  const drafts = (handle: (route: Route) => unknown) =>
    page.route('**/draft', (route) => (route.request().method() === 'GET' ? handle(route) : route.abort()))
  await drafts((route) => route.abort())
  await openWorksheet(page, await signIn('fah'), 'Problem set 6')
  await text(page).pressSequentially('half a sen')
  // When the line is back it is asked for once more, and the answer is still on its way.
  let asked = 0
  await drafts(() => asked++)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.keyboard.type('tence')
  await expect(text(page)).toBeFocused()
  await expect(text(page)).toHaveValue('half a sentence')
})

test('words can be dropped into an answer; a file beside its slot does not take the place of the page', async ({
  page,
  signIn,
}) => {
  await openWorksheet(page, await signIn('bancha'), 'Problem set 6')
  const isTaken = (of: 'words' | 'file') =>
    text(page).evaluate((box, of) => {
      const dataTransfer = new DataTransfer()
      if (of === 'file') dataTransfer.items.add(new File(['1'], 'a.py'))
      else dataTransfer.setData('text/plain', 'words')
      return ['dragover', 'drop'].map(
        (type) => !box.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
      )
    }, of)
  expect(await isTaken('words')).toEqual([false, false])
  expect(await isTaken('file')).toEqual([true, true])
})

test('an upload on a dead line is given up after a minute, and can be tried again', async ({ page, signIn }) => {
  await page.clock.install()
  await openWorksheet(page, await signIn('yada'), 'Problem set 6')
  const slot = page.getByRole('region', { name: 'A picture of its output' })
  // No answer ever comes.
  await page.route('**/api/upload', () => {})
  const sent = page.waitForRequest('**/api/upload')
  await slot.getByLabel(/^Choose a file/).setInputFiles(python('dead.py'))
  await sent
  await page.clock.runFor(61_000)
  await expect(slot.getByRole('alert')).toContainText('dead.py was not uploaded. The server did not answer.')
  await expect(slot.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a text that is too long is not cut but said, and the other answers are kept on the server all the same', async ({
  page,
  signIn,
}) => {
  const person = await signIn('oraya')
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

test('offline, on a device that has no room, nothing is said to be kept there', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (/^typed\/.+\/draft\//.test(key)) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    }
  })
  await openWorksheet(page, await signIn('varit'), 'Problem set 6')
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
