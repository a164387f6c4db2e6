import type { Page } from '@playwright/test'
import type { ScheduleItem } from '../contract/schedules.ts'
import { makeSchedule, setCourse, takeAttendance } from '../server/testing/world.ts'
import { fillDay } from './days.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'
import { undo } from './messages.ts'

/* Staff edit the schedule of a course in the layout that students read. */

const DAY = 86_400_000
const list = (page: Page) => page.getByRole('listitem')
const row = (page: Page, name: string | RegExp) => list(page).filter({ hasText: name })
const dialog = (page: Page) => page.getByRole('dialog')
const menuOf = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `What to do with ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Classes of one series, from tomorrow on, a week apart. */
async function series(db: Parameters<typeof makeSchedule>[0], course: { id: string }, names: string[]) {
  const series_id = crypto.randomUUID()
  const start = Math.ceil(Date.now() / DAY) * DAY + 2 * 3_600_000
  for (const [i, name] of names.entries()) {
    const start_at = new Date(start + i * 7 * DAY)
    await makeSchedule(db, course, { name, location: 'Room 204', start_at, series_id })
  }
}

test('an instructor adds the classes of weeks in one dialog, corrects one, leaves days out, and takes it all back', async ({
  page,
  browser,
  signIn,
  course,
}) => {
  const student = await otherPage(browser)
  await signIn(await course.student('Ploy'), student)
  await student.goto(`/course/${course.id}/schedule`)
  await expect(student.getByText('No schedules')).toBeVisible()

  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/home`)
  await page.getByRole('link', { name: 'Edit the schedule' }).click()
  await page.getByRole('link', { name: 'Add classes' }).click()
  const form = dialog(page)
  await form.getByLabel('Name', { exact: true }).fill('Lecture #')
  await form.getByLabel('Room', { exact: true }).fill('Room 204')
  await fillDay(form, 'First day', '2099-01-05')
  await form.getByLabel('From', { exact: true }).fill('9')
  await form.getByLabel('Until', { exact: true }).fill('1030')
  // A Monday: its weekday is chosen automatically.
  await expect(form.getByRole('checkbox', { name: 'Mon' })).toBeChecked()
  await form.getByText('Wed', { exact: true }).click()
  await fillDay(form, 'Last day', '2099-01-21')
  await expect(form.getByRole('heading', { name: '6 classes' })).toBeVisible()
  await form.getByRole('button', { name: 'Add a holiday' }).click()
  const day = form.getByRole('group', { name: 'Day without classes' })
  await expect(day.getByRole('spinbutton').first()).toBeFocused()
  await fillDay(form, 'Day without classes', '2099-01-12')
  await form.getByLabel('What it is').fill('Children’s Day')
  // It is made, and the answer is lost; the person presses again meanwhile.
  const add = async () => {
    await form.getByLabel('What it is').press('Enter')
    await form.getByLabel('What it is').press('Enter')
    await expect(form.getByRole('button', { name: 'Add a holiday' })).toBeFocused()
  }
  await loseAnswers(page, 'POST', '**/holidays', add, true)
  await expect(form.getByRole('list', { name: 'Holidays' }).getByRole('listitem')).toHaveText([/Children’s Day/])
  await expect(form.getByRole('heading', { name: '5 classes' })).toBeVisible()
  await form.getByRole('button', { name: /^Leave out Lecture 5/ }).click()
  await form.getByRole('button', { name: /^Edit: Lecture 2/ }).click()
  await form.getByLabel('Room, class 2').fill('Hall 1')
  await form.getByRole('button', { name: 'Save' }).click()

  await expect(dialog(page)).toHaveCount(0)
  await expect(row(page, /^Lecture /)).toHaveCount(4)
  for (const one of [page, student]) {
    await expect(row(one, 'Lecture 1')).toContainText('Mon 5 Jan, 09:00–10:30 · Room 204')
    await expect(row(one, 'Lecture 2')).toContainText('Wed 7 Jan, 09:00–10:30 · Hall 1')
    await expect(row(one, 'Lecture 4')).toContainText('Mon 19 Jan')
  }
  await undo(page, 'Saved.')
  await expect(page.getByText('No classes yet')).toBeVisible()
  await expect(student.getByText('No schedules')).toBeVisible()
})

test('classes of a pattern that changes after its answer was lost are there once, as they were at the end', async ({
  page,
  signIn,
  course,
}) => {
  const { get } = await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/schedule/new`)
  const form = dialog(page)
  await form.getByLabel('Name', { exact: true }).fill('Lab #')
  await fillDay(form, 'First day', '2099-01-05')
  await form.getByLabel('From', { exact: true }).fill('9')
  await form.getByLabel('Until', { exact: true }).fill('10')
  await fillDay(form, 'Last day', '2099-01-20')
  await expect(form.getByRole('heading', { name: '3 classes' })).toBeVisible()
  await loseAnswers(page, 'POST', '**/schedules', async () => {
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('What you wrote is kept on this device')).toBeVisible()
  })
  await fillDay(form, 'Last day', '2099-01-13')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
  const all = await get<ScheduleItem[]>(`/api/courses/${course.id}/schedules/my`)
  expect(all.map(({ schedule_name }) => schedule_name)).toEqual(['Lab 1', 'Lab 2'])
})

test('what is typed of a pattern is there after a reload, and errors stand at their fields', async ({
  page,
  signIn,
  course,
}) => {
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/schedule/new`)
  const form = dialog(page)
  await form.getByLabel('Room', { exact: true }).fill('Hall 1')
  await form.getByRole('button', { name: 'Save' }).click()
  for (const words of [
    'A class needs a name.',
    'Write a time, such as 9:00.',
    'Choose a last day, after the first one.',
  ])
    await expect(form.getByText(words).first()).toBeVisible()
  await page.reload()
  await expect(dialog(page).getByLabel('Room', { exact: true })).toHaveValue('Hall 1')
})

test('one class or all after it are moved, cancelled and deleted from their menu', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  await series(db, course, ['First', 'Second', 'Third'])
  const student = await otherPage(browser)
  await signIn(await course.student('Ploy'), student)
  await student.goto(`/course/${course.id}/schedule`)
  const arthit = await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/schedule`)

  await menuOf(page, 'Second', 'Edit')
  await dialog(page).getByLabel('Room').fill('Hall 1')
  await dialog(page).getByLabel('From').fill('13')
  await dialog(page).getByLabel('Until').fill('15')
  await dialog(page).getByLabel('What is changed').selectOption('This class and those after it')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  for (const name of ['Second', 'Third']) await expect(row(student, name)).toContainText('13:00–15:00 · Hall 1')
  await expect(row(student, 'First')).toContainText('Room 204')

  await menuOf(page, 'First', 'Cancel the class')
  await expect(row(student, 'First')).toContainText('Cancelled')
  await menuOf(page, 'First', 'Let it take place')
  await expect(row(student, 'First')).not.toContainText('Cancelled')

  await menuOf(page, 'Second', 'Delete this and all after it')
  const all = row(student, /^(First|Second|Third)/)
  await expect(all).toHaveCount(1)
  await undo(page, 'Deleted.')
  await expect(all).toHaveCount(3)

  // A day that somebody else gives it, while another changes its time, stays.
  await menuOf(page, 'First', 'Edit')
  await expect(dialog(page).getByLabel('From')).toBeVisible()
  const api = `/api/courses/${course.id}/schedules`
  const first = async () =>
    (await arthit.get<ScheduleItem[]>(`${api}/my`)).find(({ schedule_name }) => schedule_name === 'First')
  const { _id = '', revision, schedule_start = '', schedule_end = '' } = (await first()) ?? {}
  const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()
  const moved = { schedule_start: later(schedule_start, DAY), schedule_end: later(schedule_end, DAY) }
  const headers = { authorization: arthit.token, 'if-match': `"${revision}"` }
  expect((await page.request.patch(`${api}/${_id}`, { headers, data: moved })).ok()).toBe(true)
  await dialog(page).getByLabel('From').fill('10')
  await dialog(page).getByLabel('Until').fill('12')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(student, 'First')).toContainText('10:00–12:00')
  expect((await first())?.schedule_start).toBe(later(schedule_start, DAY + 3_600_000))

  await menuOf(page, 'First', 'History')
  await expect(dialog(page)).toContainText('let cancelled classes take place')
})

test('a class with attendance is deleted only after a question that says how much goes with it', async ({
  page,
  signIn,
  course,
  db,
  person,
}) => {
  const { id } = await makeSchedule(db, course, { name: 'Taken', start_at: new Date(Date.now() - 3_600_000) })
  const ploy = await course.student('Ploy')
  const arthit = await course.staff('instructor')
  const { token } = await person(arthit)
  await page.request.put(`/api/courses/${course.id}/schedules/${id}/attendance`, {
    headers: { authorization: token },
    data: { items: [{ person_id: ploy.id, code: 3 }] },
  })
  await signIn(arthit)
  await page.goto(`/course/${course.id}/schedule`)
  await expect(row(page, 'Taken')).toContainText('1 present · 0 late · 0 absent')
  await menuOf(page, 'Taken', 'Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Attendance was marked once.')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(row(page, 'Taken')).toBeVisible()
})

test('a class with attendance is cancelled only after a question, also before the list says how much was marked', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const taken = await makeSchedule(db, course, { name: 'Taken', start_at: new Date(Date.now() - 3_600_000) })
  await takeAttendance(db, course, taken, await course.student('Ploy'), 3)
  await signIn(await course.staff('instructor'))
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/attendance', async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(`/course/${course.id}/schedule`)
  const question = page.getByRole('alertdialog')
  await menuOf(page, 'Taken', 'Delete')
  resolve()
  await expect(question).toContainText('Attendance was marked once.')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await menuOf(page, 'Taken', 'Cancel the class')
  await expect(question).toContainText('Attendance was marked once. It does not count while the class is cancelled')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(row(page, 'Taken')).not.toContainText('Cancelled')
  await menuOf(page, 'Taken', 'Cancel the class')
  await question.getByRole('button', { name: 'Cancel the class' }).click()
  await expect(row(page, 'Taken')).toContainText('Cancelled')
  await undo(page, 'The class is cancelled.')
  await expect(row(page, 'Taken')).toContainText('1 present')
})

test('who only grades reads the history of a class, and takes back what a grader may', async ({
  page,
  signIn,
  course,
  db,
  person,
}) => {
  await setCourse(db, course, { assistants_may: ['grade'] })
  const { id } = await makeSchedule(db, course, { name: 'Taken', start_at: new Date(Date.now() - 3_600_000) })
  const ploy = await course.student('Ploy')
  const arthit = await person(course.staff('instructor'))
  const api = `/api/courses/${course.id}/schedules`
  const headers = { authorization: arthit.token }
  const data = { items: [{ person_id: ploy.id, code: 3 }] }
  expect((await page.request.put(`${api}/${id}/attendance`, { headers, data })).ok()).toBe(true)
  const [{ revision } = {}] = await arthit.get<ScheduleItem[]>(`${api}/my`)
  const edited = { headers: { ...headers, 'if-match': `"${revision}"` }, data: { schedule_location: 'Hall 1' } }
  expect((await page.request.patch(`${api}/${id}`, edited)).ok()).toBe(true)

  await signIn(course.staff('assistant'))
  await page.goto(`/course/${course.id}/schedule`)
  await menuOf(page, 'Taken', 'History')
  const changes = dialog(page).getByRole('list', { name: 'History' }).getByRole('listitem')
  await changes.filter({ hasText: 'edited classes' }).getByRole('button').click()
  await expect(dialog(page).getByText('Hall 1')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0)
  await changes.filter({ hasText: 'took attendance' }).getByRole('button').click()
  await dialog(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(dialog(page).getByText('took a change back')).toBeVisible()
})

test('a student sees where a class that is soon was moved from, and is told of it and of one that is cancelled', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  await series(db, course, ['First', 'Second'])
  const student = await otherPage(browser)
  await signIn(await course.student('Ploy'), student)
  await student.goto(`/course/${course.id}/schedule`)
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/schedule`)
  await menuOf(page, 'First', 'Edit')
  await dialog(page).getByLabel('Room').fill('Hall 1')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(row(student, 'First')).toContainText('Moved from Room 204')
  await menuOf(page, 'Second', 'Cancel the class')
  await expect(row(student, 'Second')).toContainText('Cancelled')
  await student.getByRole('button', { name: /^Notifications/ }).click()
  await expect(student.getByText(/^No class: Second, /)).toBeVisible()
  await expect(student.getByText(/^Class moved: First, /)).toBeVisible()

  await menuOf(page, 'Second', 'History')
  await expect(dialog(page).getByText('cancelled classes')).toBeVisible()
})
