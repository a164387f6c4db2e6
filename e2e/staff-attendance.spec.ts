import type { Page, Request } from '@playwright/test'
import { makeSchedule } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { forgetShifts, shiftsOf, watchShifts } from './layout.ts'
import { says } from './messages.ts'
import { olderReading } from './olderReading.ts'
import type { OwnCourse } from './school.ts'
import { goWithin } from './screens.ts'
import { endSession, keepToken } from './session.ts'
import { hears, unheard } from './stream.ts'

/* Attendance: staff mark a class by the keys, or students mark themselves by the code in the room. */

const isMarking = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/attendance')
const table = (page: Page) => page.getByRole('grid', { name: 'Attendance' })
const cell = (page: Page, name: string) => table(page).getByRole('rowheader', { name, exact: true })
const mark = (page: Page, name: string, status: string) =>
  table(page).getByRole('button', { name: `${name}: ${status}`, exact: true })
const is = (page: Page, name: string, status: string) =>
  expect(mark(page, name, status)).toHaveAttribute('aria-pressed', 'true')
const summary = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

async function lecture(db: Parameters<typeof makeSchedule>[0], course: OwnCourse) {
  const start_at = new Date(Date.now() - 5 * 60_000)
  const { id } = await makeSchedule(db, course, { name: 'Lecture 1', start_at })
  const anong = await course.student('Anong', 'Thongdee', '1')
  const ploy = await course.student('Ploy', 'Srisuk', '1')
  const wirun = await course.student('Wirun', 'Saelim', '2')
  return { path: `/course/${course.id}/schedule/${id}`, anong, ploy, wirun }
}

test('everyone is present with one press from the course’s home, and students see it at once', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const { ploy } = await lecture(db, course)
  const student = await otherPage(browser)
  await signIn(ploy, student)
  await student.goto(`/course/${course.id}/home`)
  await expect(student.getByText('Lecture 1')).toBeVisible()
  await signIn(await course.staff('assistant'))
  await page.goto(`/course/${course.id}/home`)
  await page.getByRole('link', { name: 'Take attendance: Lecture 1' }).click()
  await page.getByRole('button', { name: 'Everyone is present' }).click()
  await summary(page, '3 present · 0 late · 0 absent · 0 without')
  await expect(student.getByText('Attendance: Present')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await summary(page, '0 present · 0 late · 0 absent · 3 without')
  await expect(student.getByText('Attendance: N/A')).toBeVisible()
  // What the message has taken back, Ctrl+Z passes over.
  await mark(page, 'Ploy Srisuk', 'Late').click()
  await summary(page, 'All saved')
  await page.getByRole('button', { name: 'Other 2 present' }).click()
  await summary(page, '2 present · 1 late · 0 absent · 0 without')
  await page.getByRole('button', { name: 'Undo' }).click()
  await summary(page, '0 present · 1 late · 0 absent · 2 without')
  await page.keyboard.press('ControlOrMeta+z')
  await says(page, 'Taken back: Ploy Srisuk.')
  await summary(page, '0 present · 0 late · 0 absent · 3 without')
})

test('the keys alone mark one after the other, and take the last mark back', async ({ page, signIn, course, db }) => {
  const { path } = await lecture(db, course)
  await signIn(await course.staff('instructor'))
  await page.goto(`${path}/attendance`)
  await cell(page, 'Anong Thongdee').click()
  await page.keyboard.press('3')
  await page.keyboard.press('l')
  await page.keyboard.press('e')
  await is(page, 'Anong Thongdee', 'Present')
  await is(page, 'Ploy Srisuk', 'Late')
  await is(page, 'Wirun Saelim', 'Absent')
  await summary(page, '1 present · 1 late · 1 absent · 0 without')
  await summary(page, 'All saved')
  await page.keyboard.press('x')
  await summary(page, '1 present · 1 late · 0 absent · 1 without')
  await summary(page, 'All saved')
  await page.keyboard.press('ControlOrMeta+z')
  await says(page, 'Taken back: Wirun Saelim.')
  await summary(page, '1 present · 1 late · 1 absent · 0 without')
  await page.reload()
  await is(page, 'Ploy Srisuk', 'Late')
  await expect(table(page).getByText('Excused')).toBeVisible()
  // The history names the marked student and the mark.
  await goWithin(page, `${path}/history`)
  const history = page.getByRole('dialog')
  await history.getByText('took a change back').click()
  await expect(history).toContainText('Wirun Saelim: Attendance')
})

test('a selection is marked together, and an excuse has a note that only staff read', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const { path, ploy } = await lecture(db, course)
  await signIn(await course.staff('instructor'))
  await page.goto(`${path}/attendance`)
  await cell(page, 'Anong Thongdee').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('1')
  await summary(page, '0 present · 0 late · 3 absent · 0 without')
  await page.keyboard.press('Escape')
  await cell(page, 'Ploy Srisuk').click()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Note').fill('At the hospital')
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(table(page).getByText('At the hospital')).toBeVisible()
  await summary(page, 'All saved')
  const student = await otherPage(browser)
  await signIn(ploy, student)
  await student.goto(`/course/${course.id}/home`)
  await expect(student.getByText('Attendance: Excused')).toBeVisible()
  await expect(student.getByText('hospital')).toHaveCount(0)
})

test('two who mark see each other and each other’s marks', async ({ page, browser, signIn, course, db }) => {
  const { path } = await lecture(db, course)
  const other = await otherPage(browser)
  await other.setViewportSize({ width: 390, height: 844 })
  await watchShifts(other)
  await signIn(await course.staff('assistant', 'Mali', 'Boonmee'), other)
  await other.goto(`${path}/attendance`)
  await summary(other, '0 present · 0 late · 0 absent · 3 without')
  await forgetShifts(other)
  await signIn(await course.staff('instructor', 'Arthit', 'Jaidee'))
  await page.goto(`${path}/attendance`)
  await expect(page.getByText('Mali Boonmee is editing')).toBeVisible()
  await expect(other.getByText('Arthit Jaidee is editing')).toBeVisible()
  const { total, where } = await shiftsOf(other)
  expect([total, where]).toEqual([0, []])
  await mark(other, 'Ploy Srisuk', 'Late').click()
  await is(page, 'Ploy Srisuk', 'Late')
})

test('a saved mark stays though the list was read before it was saved, and another one follows it', async ({
  page,
  person,
  signIn,
  course,
  db,
}) => {
  const { path, anong } = await lecture(db, course)
  const mali = await person(course.staff('assistant', 'Mali', 'Boonmee'))
  await signIn(await course.staff('instructor'))
  const listens = hears(page)
  await page.goto(`${path}/attendance`)
  await listens
  await cell(page, 'Ploy Srisuk').click()
  const older = await olderReading(page, '**/attendance')
  const taken = await page.request.put(`/api/courses/${course.id}/schedules/${path.split('/').at(-1)}/attendance`, {
    headers: { authorization: mali.token },
    data: { items: [{ person_id: anong.id, code: 3 }] },
  })
  expect(taken.ok(), await taken.text()).toBe(true)
  await older.answered
  await mark(page, 'Ploy Srisuk', 'Present').click()
  await summary(page, 'All saved')
  await older.come()
  await is(page, 'Anong Thongdee', 'Present')
  await is(page, 'Ploy Srisuk', 'Present')
  await mark(page, 'Ploy Srisuk', 'Late').click()
  await summary(page, '1 present · 1 late · 0 absent · 1 without')
  await summary(page, 'All saved')
  await is(page, 'Ploy Srisuk', 'Late')
  older.goOn()
})

test('without a network the marks wait on the device, and are saved after a reload', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const { path } = await lecture(db, course)
  await signIn(await course.staff('instructor'))
  await page.goto(`${path}/attendance`)
  await expect(cell(page, 'Ploy Srisuk')).toBeVisible()
  await context.setOffline(true)
  await mark(page, 'Ploy Srisuk', 'Present').click()
  await summary(page, 'Not saved yet: it is tried again')
  await is(page, 'Ploy Srisuk', 'Present')
  await context.setOffline(false)
  await page.reload()
  await is(page, 'Ploy Srisuk', 'Present')
  await summary(page, 'All saved')
  // The same for who marks more than the server takes at once.
  const tooMany = { status: 429, json: { error: { code: 'too_many', message: 'Too many' } } }
  let refused = false
  await page.route('**/attendance', (route) => {
    if (refused || !isMarking(route.request())) return route.continue()
    refused = true
    return route.fulfill(tooMany)
  })
  const taken = page.waitForResponse((answer) => isMarking(answer.request()) && answer.ok())
  await mark(page, 'Ploy Srisuk', 'Late').click()
  await taken
  await is(page, 'Ploy Srisuk', 'Late')
  await summary(page, 'All saved')
})

test('nobody is marked with the rest whose own mark the server does not have yet', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { path } = await lecture(db, course)
  await signIn(await course.staff('instructor'))
  let busy = true
  await page.route('**/attendance', (route) => {
    if (!busy || !route.request().postData()?.includes('items')) return route.continue()
    return route.fulfill({ status: 429, json: { error: { code: 'too_many', message: 'Too many' } } })
  })
  await page.goto(`${path}/attendance`)
  await mark(page, 'Ploy Srisuk', 'Absent').click()
  await summary(page, 'Not saved yet: it is tried again')
  await page.getByRole('button', { name: 'Other 2 present' }).click()
  await says(page, 'That did not work.')
  busy = false
  await summary(page, 'All saved')
  await summary(page, '0 present · 0 late · 1 absent · 2 without')
  await page.getByRole('button', { name: 'Other 2 present' }).click()
  await summary(page, '2 present · 0 late · 1 absent · 0 without')
})

test('a note that was being written is open after a reload, and saved once its writer has signed in again', async ({
  page,
  request,
  signIn,
  person,
  course,
  db,
}) => {
  const { path } = await lecture(db, course)
  const siriporn = await course.staff('instructor', 'Siriporn')
  const { token } = await signIn(siriporn)
  await unheard(page)
  await page.goto(`${path}/attendance`)
  await cell(page, 'Ploy Srisuk').click()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('At the hospital')
  await page.reload()
  await expect(dialog.getByLabel('Note')).toHaveValue('At the hospital')
  await expect(dialog).toContainText('You wrote this here earlier.')
  await endSession(request, token)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: /^Log in with/ })).toBeVisible()
  await keepToken(page, (await person(siriporn)).token)
  await page.reload()
  await expect(table(page).getByText('At the hospital')).toBeVisible()
  await summary(page, 'All saved')
  await expect(dialog).toHaveCount(0)
})

test('two who write a note on the same student overwrite nothing of each other', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { path, ploy } = await lecture(db, course)
  const { token } = await signIn(await course.staff('instructor', 'Siriporn'))
  const listens = hears(page)
  await page.goto(`${path}/attendance`)
  await listens
  await cell(page, 'Ploy Srisuk').click()
  await page.keyboard.press('n')
  const note = page.getByRole('dialog').getByLabel('Note')
  await note.fill('At the hospital')
  const items = [{ person_id: ploy.id, code: 1, excused: true, note: 'Her mother called' }]
  const taken = await page.request.put(`/api/courses/${course.id}/schedules/${path.split('/').at(-1)}/attendance`, {
    headers: { authorization: token },
    data: { items },
  })
  expect(taken.ok()).toBe(true)
  await expect(note).toHaveValue(/At the hospital.*Her mother called/s)
  await expect(page.getByRole('dialog').getByText('Both versions stand in the text')).toBeVisible()
  await note.fill('At the hospital, her mother called')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(table(page).getByText('At the hospital, her mother called')).toBeVisible()
  await expect(table(page)).toContainText('Excused')
  await summary(page, 'All saved')
})

test('a mark that comes after the session ended is saved once its maker has signed in again, also where nothing could seal it', async ({
  page,
  request,
  signIn,
  person,
  course,
  db,
}) => {
  const { path } = await lecture(db, course)
  const siriporn = await course.staff('instructor', 'Siriporn')
  const { token } = await signIn(siriporn)
  await unheard(page)
  await page.route(/\/seal-[^/]*\.js$/, (route) => route.abort())
  await page.goto(`${path}/attendance`)
  await expect(cell(page, 'Ploy Srisuk')).toBeVisible()
  // Ended any sooner, what the page reads by itself could lead to the login screen before the mark.
  await page.route('**/attendance', async (route) => {
    if (isMarking(route.request())) await endSession(request, token)
    await route.continue()
  })
  await mark(page, 'Ploy Srisuk', 'Late').click()
  await expect(page.getByRole('link', { name: /^Log in with/ })).toBeVisible()
  await page.unroute('**/attendance')
  await keepToken(page, (await person(siriporn)).token)
  await page.reload()
  await is(page, 'Ploy Srisuk', 'Late')
  await summary(page, 'All saved')
})

test('students mark themselves by the code in the room, typed or scanned, and staff see it live', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const { path, ploy, anong } = await lecture(db, course)
  const student = await otherPage(browser)
  await signIn(ploy, student)
  await student.goto(`/course/${course.id}/home`)
  await expect(student.getByText('Lecture 1')).toBeVisible()

  await signIn(await course.staff('instructor'))
  await page.goto(`${path}/code`)
  await page.getByRole('button', { name: 'Show the code' }).click()
  await summary(page, '0 of 3 are here')
  const code = () => page.getByRole('status', { name: /^\d{6}$/ }).getAttribute('aria-label')

  // The field appears by itself; a wrong code says so, and the right one counts.
  await student.getByLabel('Code in the room').fill('12')
  await student.getByRole('button', { name: 'Mark', exact: true }).click()
  await expect(student.getByText('Enter the six digits that are shown in the room.')).toBeVisible()
  await student.getByLabel('Code in the room').fill((await code()) ?? '')
  await student.getByRole('button', { name: 'Mark', exact: true }).click()
  await expect(student.getByText('Your attendance at Lecture 1')).toBeVisible()
  await summary(page, '1 of 3 are here')

  // The QR code leads here; another student marks on the same device, which staff see.
  const phone = await student.context().newPage()
  const { token } = await signIn(anong, phone)
  await phone.addInitScript((given) => sessionStorage.setItem('given', given), token)
  await phone.goto('/')
  await phone.evaluate((given) => localStorage.setItem('token', given), token)
  await phone.goto(`/course/${course.id}/attend?digits=${await code()}`)
  await expect(phone.getByText('Your attendance at Lecture 1')).toBeVisible()
  await summary(page, '2 of 3 are here')
  await page.getByRole('link', { name: 'Attendance list' }).click()
  await expect(page.getByText('2 students marked themselves on a device that others used, too.')).toBeVisible()
  await page.getByRole('button', { name: 'Show them' }).click()
  await summary(page, '2 of 3 students')

  await goWithin(page, `${path}/code`)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Show the code' })).toBeVisible()
})

test('an old code that was scanned asks for the present one', async ({ page, signIn, course, db }) => {
  const { ploy } = await lecture(db, course)
  await signIn(ploy)
  await page.goto(`/course/${course.id}/attend?digits=123456`)
  await expect(page.getByText('No class takes attendance by code at the moment.')).toBeVisible()
  await expect(page.getByLabel('Code in the room')).toBeVisible()
})

test('what is no class of the course is not there, and nothing asks to try it again', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(course.staff('assistant'))
  await page.goto(`/course/${course.id}/schedule/${crypto.randomUUID()}/attendance`)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
