import type { Browser, Locator, Page } from '@playwright/test'
import type { Meeting } from '../contract/meetings.ts'
import type { Thing } from '../server/testing/world.ts'
import { expect, otherPage, type Person, test, type Who } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'
import { hears } from './stream.ts'

/* Staff's writes to meetings in their list, and what its students see at once. */

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
/** A sound of no length. */
const wav = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
  'latin1',
)
const choose = async (page: Page, title: string, action: string) => {
  await press(card(page, title).first(), `What to do with ${title}`)
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function open(
  browser: Browser,
  signIn: (who: Who, on?: Page) => Promise<Person>,
  who: Who,
  course: Thing,
): Promise<Page> {
  const page = await otherPage(browser)
  await signIn(who, page)
  const listens = hears(page)
  await page.goto(`/course/${course.id}/meeting`)
  await expect(page.getByRole('heading', { name: 'Online Meeting' })).toBeVisible()
  await listens
  return page
}

test('a meeting of each week is made and published with one press, and a student sees all of them at once', async ({
  browser,
  signIn,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const wirun = await course.student('Wirun', 'Saelim', '1')
  const [staff, student] = await Promise.all([
    open(browser, signIn, siriporn, course),
    open(browser, signIn, wirun, course),
  ])
  await expect(student.getByText('Stay tuned!')).toBeVisible()
  await expect(student.getByRole('link', { name: 'New meeting' })).toHaveCount(0)
  await staff.getByRole('link', { name: 'New meeting' }).click()
  await expect(dialog(staff).getByLabel('Title')).toBeFocused()
  await staff.keyboard.type('Office hour')
  await dialog(staff).getByLabel('Link to the meeting').fill('meet.example.org')
  await dialog(staff).getByText('Every week at this time').click()
  const times = dialog(staff).getByLabel('How many meetings')
  await times.press('ControlOrMeta+a')
  await times.press('Delete')
  await press(dialog(staff), 'Publish')
  await expect(dialog(staff).getByText('Give a number from 2 to 53.')).toBeVisible()
  await expect(times).toHaveValue('')
  await expect(times).toHaveAttribute('aria-invalid', 'true')
  await times.pressSequentially('13')
  await expect(dialog(staff).getByRole('checkbox')).toHaveCount(13)
  await times.press('ControlOrMeta+a')
  await times.pressSequentially('3')
  await dialog(staff).getByRole('checkbox').nth(0).uncheck()
  await press(dialog(staff), 'Publish')
  await expect(dialog(staff).getByText('A web address starts with')).toBeVisible()
  await dialog(staff).getByLabel('Link to the meeting').fill('https://meet.example.org/1')
  await press(dialog(staff), 'Publish')
  for (const page of [staff, student]) await expect(card(page, 'Office hour')).toHaveCount(2)
  await press(staff, 'Undo')
  await expect(student.getByText('Stay tuned!')).toBeVisible()
})

test('a series that changes after its answer was lost is there once, as it was at the end', async ({
  page,
  person,
  signIn,
  course,
}) => {
  await signIn(await course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const wirun = await person(course.student('Wirun', 'Saelim', '1'))
  const all = async () =>
    (await wirun.get<Meeting[]>(`/api/courses/${course.id}/meetings`)).map(({ meeting_title }) => meeting_title)
  await page.goto(`/course/${course.id}/meeting`)
  await page.getByRole('link', { name: 'New meeting' }).click()
  await dialog(page).getByLabel('Title').fill('Office hour')
  await dialog(page).getByText('Every week at this time').click()
  await dialog(page).getByLabel('How many meetings').fill('3')
  await loseAnswers(page, 'POST', '**/meetings', async () => {
    await press(dialog(page), 'Publish')
    await expect(dialog(page).getByText('What you wrote is kept on this device')).toBeVisible()
  })
  expect(await all()).toHaveLength(3)
  await dialog(page).getByLabel('Title').fill('Consultation')
  await dialog(page).getByLabel('How many meetings').fill('2')
  await press(dialog(page), 'Publish')
  await expect(dialog(page)).toHaveCount(0)
  expect(await all()).toEqual(['Consultation', 'Consultation'])
})

test('a draft is the staff’s alone until its menu publishes it; its recording is the students’ once it is shown', async ({
  browser,
  signIn,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const wirun = await course.student('Wirun', 'Saelim', '1')
  const [staff, student] = await Promise.all([
    open(browser, signIn, siriporn, course),
    open(browser, signIn, wirun, course),
  ])
  await staff.getByRole('link', { name: 'New meeting' }).click()
  await dialog(staff).getByLabel('Title').fill('Guest lecture')
  await dialog(staff).getByLabel('When it goes out').selectOption('Not yet: keep as a draft')
  await press(dialog(staff), 'Save draft')
  await expect(card(staff, 'Guest lecture')).toContainText('Draft')
  await choose(staff, 'Guest lecture', 'Publish now')
  await expect(card(student, 'Guest lecture')).toBeVisible()

  await choose(staff, 'Guest lecture', 'Edit')
  await dialog(staff).getByRole('textbox', { name: 'Video: an address, or a file' }).fill('https://video.example.org/1')
  await press(dialog(staff), 'Save')
  await card(staff, 'Guest lecture').getByRole('link', { name: 'Recording of Guest lecture' }).click()
  await expect(dialog(staff)).toContainText('Students do not see the recording yet.')
  await staff.keyboard.press('Escape')
  await choose(staff, 'Guest lecture', 'Edit')
  // What is typed while a recording is on its way stays.
  const typed = Promise.withResolvers<void>()
  await staff.route('**/meetings/recording', async (route) => {
    await typed.promise
    await route.continue()
  })
  const chooser = staff.waitForEvent('filechooser')
  await press(dialog(staff), 'Upload a file. Audio: an address, or a file')
  const sent = staff.waitForRequest('**/meetings/recording')
  await (await chooser).setFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer: wav })
  await sent
  const password = dialog(staff).getByRole('textbox', { name: 'Password of the recording' })
  await password.fill('rain2026')
  typed.resolve()
  await press(dialog(staff), 'Take out. Audio: an address, or a file')
  await expect(password).toHaveValue('rain2026')
  await dialog(staff).getByText('Students see the recording').click()
  await press(dialog(staff), 'Save')
  await card(student, 'Guest lecture').getByRole('link', { name: 'Recording of Guest lecture' }).click()
  await expect(dialog(student).getByRole('link', { name: /Play/ })).toHaveAttribute(
    'href',
    'https://video.example.org/1',
  )
  await student.keyboard.press('Escape')
  await expect(dialog(student)).toHaveCount(0)
  await choose(staff, 'Guest lecture', 'Delete')
  await expect(card(student, 'Guest lecture')).toHaveCount(0)
})

test('Save waits for a recording that is on its way, and takes what somebody else set of it meanwhile', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  await signIn(await course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const asMali = { headers: { authorization: mali.token } }
  const meetings = `/api/courses/${course.id}/meetings`
  const start = new Date(Date.now() + 3_600_000).toISOString()
  const made = await page.request.post(meetings, {
    ...asMali,
    data: { meeting_title: 'Guest lecture', meeting_start: start, publish_at: new Date().toISOString() },
  })
  const { _id } = ((await made.json()) as { data: Meeting }).data
  await page.goto(`/course/${course.id}/meeting`)
  await choose(page, 'Guest lecture', 'Edit')
  await dialog(page).getByRole('textbox', { name: 'Password of the recording' }).fill('rain2026')
  const pressed = Promise.withResolvers<void>()
  await page.route('**/meetings/recording', async (route) => {
    await pressed.promise
    await route.continue()
  })
  const chooser = page.waitForEvent('filechooser')
  await press(dialog(page), 'Upload a file. Audio: an address, or a file')
  const sent = page.waitForRequest('**/meetings/recording')
  await (await chooser).setFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer: wav })
  await sent
  const video = 'https://video.example.org/1'
  const data = { meeting_recording: { video } }
  const edited = await page.request.patch(`${meetings}/${_id}`, {
    headers: { ...asMali.headers, 'if-match': '"1"' },
    data,
  })
  expect(edited.ok(), await edited.text()).toBe(true)
  await press(dialog(page), 'Save')
  pressed.resolve()
  await expect(dialog(page)).toHaveCount(0)
  const { meeting_recording } = await mali.get<Meeting>(`${meetings}/${_id}`)
  expect(meeting_recording).toMatchObject({ video, password: 'rain2026', audio: expect.stringContaining('/talk.wav') })

  // What both have changed says what the other one chose, and a press takes it.
  await choose(page, 'Guest lecture', 'Edit')
  const password = dialog(page).getByRole('textbox', { name: 'Password of the recording' })
  await password.fill('monsoon')
  const again = await page.request.patch(`${meetings}/${_id}`, {
    headers: { ...asMali.headers, 'if-match': '"3"' },
    data: { meeting_recording: { password: 'cloud' } },
  })
  expect(again.ok(), await again.text()).toBe(true)
  await press(dialog(page), 'Save')
  await expect(dialog(page)).toContainText('Password of the recording. Now there: cloud')
  await press(dialog(page), 'Use that')
  await expect(password).toHaveValue('cloud')
})
