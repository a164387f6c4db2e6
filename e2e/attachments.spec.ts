import type { Locator, Page } from '@playwright/test'
import { expect, type Person, test } from './fixtures.ts'
import { draftOf, onServer, openWorksheet, python, side, submit, text } from './worksheets.ts'

/* The files of a worksheet. */

const PROGRAM = 'Your program (.py)'
const PICTURE = 'A picture of its output'

/** Opens the worksheet that asks for two files, and returns a slot of it. */
async function openSlot(page: Page, person: Person, name = PROGRAM) {
  const path = await openWorksheet(page, person, 'Problem set 6')
  return { path, slot: page.getByRole('region', { name }) }
}

const choose = (slot: Locator, file: ReturnType<typeof python>) => slot.getByLabel(/^Choose a file/).setInputFiles(file)

const isAttached = (slot: Locator, name: string) => expect(slot).toContainText(`${name}Attached`)

/** Drops files on a slot, as the mouse would. */
async function drop(page: Page, slot: Locator, names: string[]): Promise<void> {
  const files = await page.evaluateHandle((names) => {
    const transfer = new DataTransfer()
    for (const name of names) transfer.items.add(new File(['print(1)'], name, { type: 'text/x-python' }))
    return transfer
  }, names)
  await slot.getByText('or drop it here').dispatchEvent('drop', { dataTransfer: files })
}

/** Holds uploads back until the test releases them. */
async function holdUploads(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/upload', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a file is attached with its progress, cancelled on its way, and detached', async ({ page, signIn, course }) => {
  const person = await signIn(course.student())
  const { path, slot } = await openSlot(page, person)
  const line = await page.context().newCDPSession(page)
  const limit = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await line.send('Network.enable')
  // A minute: time enough to see the upload and to cancel it, on a busy machine too.
  await limit(100_000)
  const big = { name: 'big.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6_000_000, 7) }
  await choose(slot, big)
  const progress = slot.getByRole('progressbar', { name: 'Uploading big.bin' })
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  await expect(slot).toContainText(/[1-9]\d?%/)
  await expect(submit(page)).toBeDisabled()
  await slot.getByRole('button', { name: 'Cancel the upload of big.bin' }).click()
  await expect(progress).toBeHidden()
  await expect(slot.getByLabel(/^Choose a file/)).toBeAttached()
  await expect(slot.getByRole('alert')).toHaveCount(0)

  await limit(-1)
  await choose(slot, python('รายงาน ของฉัน.py'))
  await isAttached(slot, 'รายงาน ของฉัน.py')
  await expect(side(page)).toContainText('14.29%')
  await onServer(page)
  const [location] = Object.values(await draftOf(person, path))
  expect(location).toMatch(/^\/api\/files\//)
  await page.reload()
  await isAttached(slot, 'รายงาน ของฉัน.py')

  await slot.getByRole('button', { name: 'Detach' }).click()
  await expect(slot.getByText('or drop it here')).toBeVisible()
  await expect(side(page)).toContainText('0.00%')
  await expect.poll(async () => Object.values(await draftOf(person, path))).toEqual([''])

  await side(page).getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await versions.getByRole('button', { name: 'Bring back' }).first().click()
  await isAttached(slot, 'รายงาน ของฉัน.py')
  await onServer(page)
  expect(Object.values(await draftOf(person, path))).toEqual([location])
})

test('two files at once and a file over 20 MB are refused with words, and one that is dropped is taken', async ({
  page,
  signIn,
  course,
}) => {
  const { slot } = await openSlot(page, await signIn(course.student()))
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
  await isAttached(slot, 'a.py')
  await expect(slot.getByRole('alert')).toHaveCount(0)
})

test('a file that is empty is taken, and said to be empty until another is chosen', async ({
  page,
  signIn,
  course,
}) => {
  const { slot } = await openSlot(page, await signIn(course.student()))
  await choose(slot, { ...python('nothing.py'), buffer: Buffer.alloc(0) })
  await isAttached(slot, 'nothing.py')
  await expect(slot.getByRole('alert')).toContainText('This file is empty')
  await slot.getByRole('button', { name: 'Detach' }).click()
  await expect(slot.getByRole('alert')).toHaveCount(0)
  await choose(slot, python('something.py'))
  await isAttached(slot, 'something.py')
  await expect(slot.getByRole('alert')).toHaveCount(0)
})

test('an upload that the line loses says so and is tried again with the same file', async ({
  page,
  signIn,
  course,
}) => {
  const { slot } = await openSlot(page, await signIn(course.student()), PICTURE)
  await page.route('**/api/upload', (route) => route.abort(), { times: 1 })
  await choose(slot, python('out.py'))
  await expect(slot.getByRole('alert')).toContainText('out.py was not uploaded. The server did not answer.')
  await slot.getByRole('button', { name: 'Try again' }).click()
  await isAttached(slot, 'out.py')
})

test('an upload that ends while somebody types elsewhere leaves them there, and every key arrives', async ({
  page,
  signIn,
  course,
}) => {
  const { slot } = await openSlot(page, await signIn(course.student()))
  const letGo = await holdUploads(page)
  await choose(slot, python('slow.py'))
  await expect(slot.getByRole('progressbar', { name: 'Uploading slow.py' })).toBeVisible()
  await text(page).click()
  await page.keyboard.type('Typed during the upload, ')
  letGo()
  await isAttached(slot, 'slow.py')
  await page.keyboard.type('and after it.')
  await expect(text(page)).toHaveValue('Typed during the upload, and after it.')
  await expect(text(page)).toBeFocused()
})

test('a file goes on its way while its worksheet is left, and is attached on coming back', async ({
  page,
  signIn,
  course,
}) => {
  const person = await signIn(course.student())
  const { path, slot } = await openSlot(page, person)
  const progress = slot.getByRole('progressbar', { name: 'Uploading slow.py' })
  const letGo = await holdUploads(page)
  const leave = async () => {
    await page.getByRole('link', { name: 'Back to assignments' }).click()
    await expect(page.getByRole('group', { name: 'Assigned' })).toBeVisible()
  }
  await choose(slot, python('slow.py'))
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
  await isAttached(slot, 'slow.py')
  await expect(side(page)).not.toContainText('The file is still on its way')
})

test('a file that arrives after coming back is attached there and then', async ({ page, signIn, course }) => {
  const { slot } = await openSlot(page, await signIn(course.student()))
  const letGo = await holdUploads(page)
  await choose(slot, python('slow.py'))
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(page.getByRole('group', { name: 'Assigned' })).toBeVisible()
  await page.goBack()
  await expect(slot.getByRole('progressbar', { name: 'Uploading slow.py' })).toBeVisible()
  letGo()
  await isAttached(slot, 'slow.py')
  await onServer(page)
})

test('a page is not closed without a question while something uploads, and only then', async ({
  page,
  signIn,
  course,
}) => {
  const { slot } = await openSlot(page, await signIn(course.student()))
  const letGo = await holdUploads(page)
  await choose(slot, python('slow.py'))
  // A browser asks only a person who has interacted with the page.
  await text(page).click()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  letGo()
  await isAttached(slot, 'slow.py')
  page.on('dialog', () => {
    throw new Error('It asks although nothing uploads')
  })
  await text(page).click()
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
})

test('words can be dropped into an answer; a file beside its slot does not take the place of the page', async ({
  page,
  signIn,
  course,
}) => {
  await openWorksheet(page, await signIn(course.student()), 'Problem set 6')
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

test('an upload on a dead line is given up after a minute, and can be tried again', async ({
  page,
  signIn,
  course,
}) => {
  await page.clock.install()
  const { slot } = await openSlot(page, await signIn(course.student()), PICTURE)
  // No answer ever comes.
  await page.route('**/api/upload', () => {})
  const sent = page.waitForRequest('**/api/upload')
  await choose(slot, python('dead.py'))
  await sent
  await page.clock.runFor(61_000)
  await expect(slot.getByRole('alert')).toContainText('dead.py was not uploaded. The server did not answer.')
  await expect(slot.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a server that asks to wait is waited for while the person works elsewhere, and the file is attached once', async ({
  page,
  signIn,
  course,
}) => {
  const person = await signIn(course.student())
  const { path, slot } = await openSlot(page, person)
  const keys: (string | undefined)[] = []
  await page.route('**/api/upload', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    const error = { code: 'busy', message: 'The server is busy.' }
    await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { error } })
  })
  await choose(slot, python('program.py'))
  await expect(slot.getByRole('progressbar', { name: 'Uploading program.py' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect.poll(() => keys.length).toBe(2)
  await page.goBack()
  await isAttached(slot, 'program.py')
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  await onServer(page)
  expect(Object.values(await draftOf(person, path))).toHaveLength(1)
})
