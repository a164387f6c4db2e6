import type { Page } from '@playwright/test'
import type { Notification } from '../contract/notifications.ts'
import { makeAnnouncement, setCourse } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'
import { says, undo } from './messages.ts'
import type { OwnCourse } from './school.ts'
import { goWithin } from './screens.ts'

/* Staff's writes to the people of a course. Nobody here is in other tests. */

const table = (page: Page) => page.getByRole('grid', { name: 'People' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const count = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

async function peopleOf(course: OwnCourse) {
  return {
    siriporn: await course.staff('instructor', 'Siriporn', 'Chaiyasit'),
    wirun: await course.student('Wirun', 'Saelim', '2'),
    anong: await course.student('Anong', 'Thongdee', '2'),
  }
}

async function more(page: Page, item: string) {
  await press(page, 'More about people')
  await page.getByRole('menuitem', { name: item }).click()
}

test('people are added by their addresses: who is known sees the course at once, who never signed in is waited for', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const { siriporn, anong } = await peopleOf(course)
  const address = `anong-${anong.id}@example.org`
  await db.updateTable('people').set({ email: address, email_verified: true }).where('id', '=', anong.id).execute()
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  await count(page, '3 people')
  await row(page, 'Anong').getByRole('checkbox').click()
  await press(page, 'Remove from the course')
  await count(page, '2 people')

  const hers = await otherPage(browser)
  await signIn(anong, hers)
  await hers.goto('/')
  await expect(hers.getByRole('heading', { name: 'My Courses' })).toBeVisible()
  await expect(hers.getByRole('link', { name: /2110101|Computer/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Add people' }).click()
  const field = dialog(page, 'Add people').getByRole('textbox', { name: 'Email addresses' })
  await field.fill(`Anong <${address}>, nobody`)
  await press(page, 'Add people')
  await expect(page.getByText('nobody is not an address.')).toBeVisible()
  // Siriporn is an instructor of the course, and stays one.
  await field.fill(`Anong <${address}>, new-${course.id}@example.org; siriporn-${siriporn.id}@example.org`)
  await dialog(page, 'Add people').getByRole('textbox', { name: 'Section (if any)' }).fill('7')
  await press(page, 'Add 2 people')
  await count(page, '4 people')
  await expect(row(page, `new-${course.id}`)).toContainText('Has not signed in')
  await expect(row(page, 'Anong')).toContainText('7')
  await expect(row(page, 'Siriporn')).toContainText('Instructor')
  await expect(hers.locator(`a[href*="${course.id}"]`).first()).toBeVisible()
})

test('whoever is on the course keeps their place, also when people are added before the roster was read', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  await signIn(siriporn)
  const read = Promise.withResolvers<void>()
  await page.route(/\/api\/courses\/[^/]+\/roster$/, async (route) => {
    await read.promise
    await route.continue()
  })
  await page.goto(`/course/${course.id}/people/add`)
  const emails = [`wirun-${wirun.id}@example.org`, `first-${course.id}@example.org`]
  await dialog(page, 'Add people').getByRole('textbox', { name: 'Email addresses' }).fill(emails.join(', '))
  await dialog(page, 'Add people').getByRole('textbox', { name: 'Section (if any)' }).fill('7')
  await press(page, 'Add 2 people')
  read.resolve()
  await count(page, '4 people')
  const places = await db.selectFrom('roster').select('section').where('course_id', '=', course.id).execute()
  expect(places.map(({ section }) => section).sort()).toEqual(['', '2', '2'])
})

test('role and section are changed where they stand, and of many at once, and taken back', async ({
  page,
  db,
  signIn,
  course,
  axe,
}) => {
  const { siriporn } = await peopleOf(course)
  await makeAnnouncement(db, course, { section: '2' })
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  await count(page, '3 people')
  await press(page, 'Role of Wirun Saelim: Student')
  await page.getByRole('menuitem', { name: 'Teaching assistant' }).click()
  await expect(row(page, 'Wirun')).toContainText('Teaching assistant')
  await undo(page, 'Changed.')
  await expect(row(page, 'Wirun')).toContainText('Student')

  // As in a spreadsheet: Enter opens and saves, and the table's keys continue from there.
  await row(page, 'Anong').getByText('@example.org').click()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Section of Anong Thongdee: 2' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Section of Anong Thongdee: 12' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Section of Wirun Saelim: 2' })).toBeFocused()
  expect(await axe()).toEqual([])

  await page.getByRole('combobox', { name: 'Role' }).selectOption('Student')
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await press(page, 'Section…')
  await page.getByRole('combobox', { name: 'Section', exact: true }).last().fill('3')
  await page.keyboard.press('Enter')
  for (const name of ['Anong', 'Wirun'])
    await expect(page.getByRole('button', { name: new RegExp(`Section of ${name}.*: 3`) })).toBeVisible()
  await undo(
    page,
    '2 people changed. Nobody is left in section 2, which has an announcement, a topic or an exception of its own.',
  )
  await expect(page.getByRole('button', { name: 'Section of Anong Thongdee: 12' })).toBeVisible()
  await press(page, 'Section of Wirun Saelim: 2')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await says(page, 'Changed. Section 2 becomes section 5, with all that is for it.')
})

test('who was removed is found and brought back, and the last instructor stays', async ({ page, signIn, course }) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  await row(page, 'Wirun').getByRole('checkbox').click()
  await press(page, 'Remove from the course')
  await count(page, '2 people')
  await more(page, 'People who were removed')
  await press(page, 'Bring back')
  await expect(dialog(page, 'People who were removed')).toContainText('Nobody was removed.')
  await expect(page.getByRole('heading', { name: 'People who were removed' })).toBeFocused()
  await page.keyboard.press('Escape')
  await count(page, '3 people')
  await press(page, 'Role of Siriporn Chaiyasit: Instructor')
  await page.getByRole('menuitem', { name: 'Student' }).click()
  await says(page, 'A course keeps at least one instructor.')
  await expect(row(page, 'Siriporn')).toContainText('Instructor')
})

test('an invitation for staff is shown once, and revoked; an assistant gives no role that an instructor alone gives', async ({
  page,
  browser,
  signIn,
  course,
  db,
  axe,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  await more(page, 'Invitations for staff')
  await press(page, 'Make an invitation')
  const inside = dialog(page, 'Invitations for staff')
  await expect(inside).toContainText('Copy the password now')
  await expect(inside).toContainText('used by 0 of 1')
  expect(await axe()).toEqual([])
  await press(page, 'Revoke')
  await expect(inside).toContainText('Revoked')
  await expect(inside.getByRole('heading', { name: 'Invitations for staff' })).toBeFocused()
  await expect(inside).not.toContainText('Copy the password now')
  await page.reload()
  await expect(inside).toContainText('Revoked')
  await expect(inside).not.toContainText('Copy the password now')
  await press(page, 'Make an invitation')
  await expect(inside).toContainText('Copy the password now')
  await undo(page, 'The invitation is made.')
  await expect(inside).not.toContainText('Copy the password now')

  const hers = await otherPage(browser)
  await setCourse(db, course, { assistants_may: ['people'] })
  await signIn(course.staff('assistant', 'Mali', 'Boonmee'), hers)
  await hers.goto(`/course/${course.id}/people/invitations`)
  const role = dialog(hers, 'Invitations for staff').getByRole('combobox', { name: 'Role' })
  await expect(role.getByRole('option')).toHaveText(['Teaching assistant'])
  await hers.keyboard.press('Escape')
  await expect(row(hers, 'Siriporn')).toContainText('Instructor')
  await expect(row(hers, 'Siriporn').getByRole('button', { name: /^Role of/ })).toHaveCount(0)
  await expect(row(hers, 'Wirun').getByRole('button', { name: /^Role of/ })).toBeVisible()
})

test('a message to one is read by them and nobody else; an assistant who may change nobody sends it', async ({
  page,
  browser,
  request,
  person,
  signIn,
  course,
}) => {
  const { siriporn, wirun, anong } = await peopleOf(course)
  const [his, hers] = [await otherPage(browser), await otherPage(browser)]
  await signIn(wirun, his)
  await signIn(anong, hers)
  for (const one of [his, hers]) {
    await one.goto('/notification')
    await expect(one.getByText('No new activity!')).toBeVisible()
  }
  await signIn(course.staff('assistant', 'Mali', 'Srisuk'))
  await page.goto(`/course/${course.id}/people`)
  await row(page, 'Wirun').getByRole('checkbox').click()
  await expect(page.getByRole('toolbar').getByRole('button', { name: /Role|Section|Remove/ })).toHaveCount(0)
  await press(page, 'Message')
  await expect(dialog(page, 'Message')).toContainText('To Wirun Saelim')
  await page.getByRole('textbox', { name: 'Subject' }).fill('See me')
  await page.getByRole('textbox', { name: 'Text' }).fill('On **Monday**.')
  // Neither the text nor the recipients are lost, also for who comes back from signing in, by the address alone.
  await page.goto(page.url())
  await expect(dialog(page, 'Message')).toContainText('To Wirun Saelim')
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('On **Monday**.')
  await press(page, 'Send')
  await his
    .getByRole('link', { name: /Message: See me/ })
    .first()
    .click()
  await expect(his.getByRole('dialog', { name: 'See me' })).toContainText('On Monday.')
  await hers.reload()
  await expect(hers.getByText('No new activity!')).toBeVisible()

  // A person's page has a message to them alone, which leads back to it.
  await row(page, 'Anong').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  await expect(dialog(page, 'Message')).toContainText('To Anong')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/course/${course.id}/people/${anong.id}`)

  // What was sent can be read again. Whoever may send no more is told so, as the form goes.
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await more(page, 'Write to everyone')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Nobody reads this')
  await page.getByText('See me', { exact: true }).click()
  await expect(page.getByText('On Monday.')).toBeVisible()
  const { token, get } = await person(siriporn)
  const { revision } = await get<{ revision: number }>(`/api/courses/${course.id}/settings`)
  const headers = { authorization: token, 'if-match': `"${revision}"` }
  await request.patch(`/api/courses/${course.id}`, { headers, data: { assistants_may: ['grade'] } })
  await says(page, /^You may do less in this course/)
  await expect(dialog(page, 'Message')).toHaveCount(0)
})

test('a message whose words change after its answer was lost is there once, with the words of the end', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people/message`)
  const subject = dialog(page, 'Message').getByRole('textbox', { name: 'Subject' })
  await subject.fill('We meet in Room 5')
  await loseAnswers(page, 'POST', '**/messages', async () => {
    await press(page, 'Send')
    await expect(dialog(page, 'Message').getByText('What you wrote is kept on this device')).toBeVisible()
  })
  await page.reload()
  await subject.fill('We meet in Room 6')
  await press(page, 'Send')
  await expect(dialog(page, 'Message')).toHaveCount(0)
  const { notifications } = await (await person(wirun)).get<{ notifications: Notification[] }>(
    '/api/users/notifications',
  )
  expect(notifications.map(({ message }) => message.message)).toEqual(['We meet in Room 6'])
})

/** TIS-620, in which each Thai letter is one byte. */
const tis620 = (text: string) =>
  Buffer.from([...text].map((c) => (c > '\u0E00' ? c.charCodeAt(0) - 0x0e00 + 0xa0 : c.charCodeAt(0))))

test('a file is imported: the fate of each row stands before anything changes, columns are corrected, one press takes it back', async ({
  page,
  db,
  signIn,
  course,
  axe,
}) => {
  const { siriporn, wirun, anong } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people/import`)
  const buffer = tis620(
    `ลำดับ;ชื่อ-นามสกุล;อีเมล;กลุ่ม\n1;สมชาย ใจดี;a-${course.id}@example.org;1\n2;สมศรี ดีใจ;b-${course.id}@example.org;1\n3;ไม่มี;not an address;\n`,
  )
  await page.getByLabel('Choose a file').setInputFiles({ name: 'นิสิต.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByRole('combobox', { name: 'Letters' })).toHaveValue('windows-874')
  await expect(page.getByRole('combobox', { name: 'Between columns' })).toHaveValue(';')
  await expect(page.getByRole('button', { name: 'Not taken 1' })).toBeVisible()
  await expect(page.getByText('“not an address” is not an email address.')).toBeVisible()
  await expect(page.getByText('สมชาย ใจดี').last()).toBeVisible()
  await page.getByRole('combobox', { name: 'ลำดับ' }).selectOption('Section')
  await expect(page.getByText('Student · Section 2 · on the course once they sign in')).toBeVisible()
  expect(await axe()).toEqual([])
  await press(page, 'Import 2 people')
  await count(page, '5 people')
  await expect(row(page, 'สมศรี ดีใจ')).toContainText('Has not signed in')
  await undo(page, '2 added, 0 changed.')
  await count(page, '3 people')

  // Who reads what is for a section that gets a new name.
  await makeAnnouncement(db, course, { section: '2' })
  await page.goto(`/course/${course.id}/people/import`)
  const emails = [wirun, anong].map(({ id }) => `-${id}@example.org`)
  const file = `email,section\nwirun${emails[0]},A\nanong${emails[1]},A\n`
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(page.getByText('Section 2 becomes section A, with all that is for it.')).toBeVisible()
})

test('a file that did not reach the server is not said to be wrong, and is read again with one press as it was to be read', async ({
  page,
  signIn,
  course,
}) => {
  await peopleOf(course)
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/people/import`)
  const buffer = Buffer.from(`สมชาย ใจดี;a-${course.id}@example.org;1\n`)
  await page.getByLabel('Choose a file').setInputFiles({ name: 'new.csv', mimeType: 'text/csv', buffer })
  await page.route('**/roster/import*', (route) => route.abort())
  await page.getByRole('combobox', { name: 'Column 3' }).selectOption('Section')
  await expect(page.getByText('The server did not answer. Try again in a moment.')).toBeVisible()
  await page.unroute('**/roster/import*')
  await press(page, 'Try again')
  await expect(page.getByText('Student · Section 1')).toBeVisible()
  await press(page, 'Import 1 person')
  await says(page, '1 added, 0 changed.')
})

test('the page of a student has everything of theirs, and what they are granted stays', async ({
  page,
  signIn,
  course,
  axe,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  // The name is a link, by a press or by the keyboard.
  await row(page, 'Wirun').getByText('@example.org').click()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Wirun Saelim' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Assignments: 0 of/ })).toBeVisible()
  const days = page.getByRole('textbox', { name: 'Extra days' })
  await days.fill('1')
  await page.keyboard.press('Enter')
  await undo(page, 'Saved.')
  await expect(days).toHaveValue('0')
  await page.getByRole('textbox', { name: 'Time for tests, in percent' }).fill('150')
  await days.fill('2')
  await page.getByRole('textbox', { name: 'Note' }).fill('Reads slowly')
  await press(page, 'Save')
  await expect(page.getByText('changed what a student is granted')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Reads slowly')
  await expect(days).toHaveValue('2')
  expect(await axe()).toEqual([])
})

test('a section that another person changes while it is open here stays theirs', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  const headers = { authorization: (await person(course.staff('instructor', 'Krit', 'Boonmee'))).token }
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  const change = async (revision: number, section: string) => {
    const read = page.waitForResponse(/\/roster$/)
    const answer = await page.request.patch(`/api/courses/${course.id}/roster/${wirun.id}`, {
      headers: { ...headers, 'if-match': `"${revision}"` },
      data: { section },
    })
    expect(answer.ok()).toBe(true)
    await read
  }
  await press(page, 'Section of Wirun Saelim: 2')
  const field = page.getByRole('combobox', { name: 'Section of Wirun Saelim' })
  await expect(field).toBeFocused()
  await change(1, '5')
  await row(page, 'Anong').getByText('@example.org').click()
  await press(page, 'Section of Wirun Saelim: 5')
  await page.keyboard.type('7')
  await change(2, '6')
  await expect(field).toHaveValue('7')
  await page.keyboard.press('Enter')
  await says(page, 'Somebody changed it meanwhile. Look at it, then try again.')
  await expect(page.getByRole('button', { name: 'Section of Wirun Saelim: 6' })).toBeVisible()
})

test('a section that is being typed is saved when its writer goes back', async ({ page, signIn, course, db }) => {
  const { siriporn, wirun } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/grade`)
  await page.getByRole('link', { name: 'People' }).click()
  await press(page, 'Section of Wirun Saelim: 2')
  await page.keyboard.type('7')
  await page.goBack()
  await says(page, 'Changed.')
  const places = db.selectFrom('roster').select('section').where('person_id', '=', wirun.id)
  expect(await places.execute()).toEqual([{ section: '7' }])
})

test('the page of a student who was removed offers no exceptions', async ({ page, signIn, course }) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  await row(page, 'Wirun').getByRole('link').click()
  const exceptions = page.getByRole('link', { name: /^Exception in/ })
  await expect(exceptions.first()).toBeVisible()
  const person = page.url()
  await page.goBack()
  await row(page, 'Wirun').getByRole('checkbox').check()
  await press(page, 'Remove from the course')
  await expect(row(page, 'Wirun')).toHaveCount(0)
  await goWithin(page, new URL(person).pathname)
  await expect(page.getByText(/^Removed on/)).toBeVisible()
  await expect(exceptions).toHaveCount(0)
})

test('what is granted to a student can be typed on while another person saves it, and after it is saved', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  const headers = { authorization: (await person(course.staff('instructor', 'Krit', 'Boonmee'))).token }
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people/${wirun.id}`)
  const note = page.getByRole('textbox', { name: 'Note' })
  const days = page.getByRole('textbox', { name: 'Extra days' })
  await note.click()
  await page.keyboard.type('Reads')
  const answer = await page.request.put(`/api/courses/${course.id}/people/${wirun.id}/accommodations`, {
    headers: { ...headers, 'if-match': '"0"' },
    data: { time_percent: 100, extra_days: 2 },
  })
  expect(answer.ok()).toBe(true)
  await expect(days).toHaveValue('2')
  await page.keyboard.type(' slowly')
  await expect(note).toHaveValue('Reads slowly')
  await days.fill('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText('changed what a student is granted').first()).toBeVisible()
  await expect(days).toBeFocused()
  await expect(note).toHaveValue('Reads slowly')
})

test('what is granted is taken back in its form, too, before the page is read again', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn, wirun } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people/${wirun.id}`)
  const days = page.getByRole('textbox', { name: 'Extra days' })
  await expect(days).toHaveValue('0')
  const undone = Promise.withResolvers<void>()
  await page.route(`**/people/${wirun.id}`, async (route) => {
    await undone.promise
    await route.continue()
  })
  await days.fill('1')
  await page.keyboard.press('Enter')
  const answer = page.waitForResponse('**/undo')
  await undo(page, 'Saved.')
  await answer
  undone.resolve()
  await expect(days).toHaveValue('0')
})

test('the addresses of a large course are pasted at once, and none is left out', async ({ page, signIn, course }) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people/add`)
  const addresses = Array.from({ length: 1_500 }, (_, n) => `Somchai Jaidee <somchai.${n}.${course.id}@example.org>`)
  await page.getByRole('textbox', { name: 'Email addresses' }).focus()
  await page.keyboard.insertText(addresses.join('\n'))
  await press(page, 'Add 1500 people')
  await count(page, '1503 people')
})
