import type { Locator, Page } from '@playwright/test'
import { giveFeedback, makeQuestion } from '../server/assignments/testing.ts'
import { seed } from '../server/changes/change.ts'
import { makeAssignment, makeException, submit } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { messages, undo } from './messages.ts'
import { goWithin } from './screens.ts'
import { openList, openWorksheet, pathOf, side } from './worksheets.ts'

/* Exceptions, the rule for late work, and accommodations. */

const work = 'Problem set 6'
const dialog = (page: Page) => page.getByRole('dialog', { name: `Exceptions: ${work}` })
const whom = (page: Page) => dialog(page).getByRole('searchbox', { name: 'Students, groups or sections' })
const given = (page: Page) => dialog(page).getByRole('region', { name: 'Who has an exception' }).getByRole('listitem')
const told = (page: Page, words: string) => page.getByRole('region', { name: 'Messages' }).getByText(words)
const row = (page: Page) => page.getByRole('listitem').filter({ hasText: work })

test('staff give two students a week more with the keyboard, one of them sees it with why, and it is taken back', async ({
  page,
  browser,
  signIn,
  course,
}) => {
  const anong = await course.student('Anong', 'Thongdee', '2')
  await course.student('Wirun', 'Saelim', '2')
  const student = await otherPage(browser)
  const person = await signIn(anong, student)
  await openList(student, person)
  await expect(row(student)).not.toContainText('Extended')

  await signIn(course.staff('assistant', 'Krit', 'Boonmee'))
  await page.goto(`/course/${course.id}/assignments`)
  await page.getByRole('button', { name: `What to do with ${work}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Exceptions' }).press('Enter')
  await expect(whom(page)).toBeFocused()
  await expect(dialog(page)).toContainText('Nobody yet.')
  await page.keyboard.type('anong')
  await page.keyboard.press('Enter')
  await page.keyboard.type('wirun')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: /^Take out/ })).toHaveCount(2)
  await dialog(page).getByRole('button', { name: '1 week later' }).press('Enter')
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Flood in their village')
  await page.keyboard.press('Enter')
  await expect(told(page, 'Given to 2.')).toBeVisible()
  await expect(given(page)).toHaveCount(2)
  await expect(given(page).first()).toContainText('Flood in their village')
  await expect(dialog(page).getByRole('button', { name: /^Take out/ })).toHaveCount(0)

  await expect(row(student)).toContainText('Extended for you')
  await openWorksheet(student, person, work, goWithin)
  await expect(side(student)).toContainText('Extended for you')
  await expect(student.getByText('Flood')).toHaveCount(0)

  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(given(page)).toHaveCount(0)
  await expect(dialog(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(side(student)).not.toContainText('Extended')
})

test('what somebody has is changed and removed in the list, and what is wrong stands at its field', async ({
  page,
  signIn,
  course,
}) => {
  await course.student('Anong', 'Thongdee', '2')
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/assignments`)
  await page.getByRole('button', { name: `What to do with ${work}` }).click()
  await page.getByRole('menuitem', { name: 'Exceptions' }).click()
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await save.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Choose somebody first.')
  await dialog(page).getByRole('checkbox', { name: 'Section 2' }).check()
  await save.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Give something')
  await dialog(page).getByRole('spinbutton', { name: 'More attempts' }).fill('2')
  await save.click()
  await expect(told(page, 'Given to Section 2.')).toBeVisible()
  await expect(given(page)).toContainText('2 more attempts')

  // What is typed for somebody else comes back by Undo.
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  await dialog(page).getByRole('checkbox', { name: 'Anong Thongdee' }).check()
  await reason.fill('Was ill for a week')
  await dialog(page).getByRole('button', { name: 'Edit what Section 2 has' }).click()
  await expect(reason).toHaveValue('')
  await expect(dialog(page).getByRole('checkbox', { name: 'Section 2' })).toBeChecked()
  await undo(page, 'It is discarded.')
  await expect(reason).toHaveValue('Was ill for a week')
  await expect(dialog(page).getByRole('checkbox', { name: 'Anong Thongdee' })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Edit what Section 2 has' }).click()
  await dialog(page).getByRole('spinbutton', { name: 'More attempts' }).fill('3')
  // Unsaved values come back.
  await page.reload()
  await expect(dialog(page).getByRole('spinbutton', { name: 'More attempts' })).toHaveValue('3')
  await save.click()
  await expect(given(page)).toContainText('3 more attempts')
  await dialog(page).getByRole('button', { name: 'Remove what Section 2 has' }).click()
  await expect(given(page)).toHaveCount(0)
  await expect(dialog(page).getByRole('heading', { level: 2 })).toBeFocused()
})

test('a date that was given before the assignment lost its own is shown, and can be removed', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const anong = await course.student('Anong', 'Thongdee', '2')
  const { id } = await makeAssignment(db, course, { name: work, attempts_allowed: 3, due_at: null })
  await makeException(
    db,
    course,
    { id },
    {
      ...{ person_id: anong.id, closes_at: new Date('2031-01-05'), extra_attempts: 2 },
    },
  )
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/people/${anong.id}/exceptions/${id}`)
  const closes = dialog(page).getByRole('group', { name: /^Closes/ })
  await expect(closes.getByRole('spinbutton', { name: /year/i })).toHaveText('2031')
  await expect(dialog(page).getByRole('group', { name: /^Due/ })).toHaveCount(0)
  await closes.getByRole('spinbutton', { name: /day/i }).click()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(closes).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const kept = () =>
    db.selectFrom('exceptions').select(['closes_at', 'extra_attempts']).where('assignment_id', '=', id).execute()
  await expect.poll(kept).toEqual([{ closes_at: null, extra_attempts: 2 }])
})

test('what somebody else gave meanwhile is shown before it is overwritten', async ({
  page,
  signIn,
  person,
  course,
}) => {
  await course.student('Anong', 'Thongdee', '2')
  const { token } = await person(course.staff('instructor', 'Krit', 'Boonmee'))
  const headers = { authorization: token }
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/assignments`)
  await page.getByRole('button', { name: `What to do with ${work}` }).click()
  await page.getByRole('menuitem', { name: 'Exceptions' }).click()
  await dialog(page).getByRole('checkbox', { name: 'Section 2' }).check()
  await dialog(page).getByRole('spinbutton', { name: 'More attempts' }).fill('2')
  const [asgn] = /[\da-f-]{36}(?=\/exceptions)/.exec(page.url()) ?? []
  const list = `/api/courses/${course.id}/assignments/${asgn}/exceptions`
  const attempts = async () => {
    const { data } = await (await page.request.get(list, { headers })).json()
    return (data as { items: { attempts: number }[] }).items.map((one) => one.attempts)
  }
  const give = async (data: object[]) => expect((await page.request.put(list, { headers, data })).ok()).toBe(true)
  await give([{ sections: ['2'], attempts: 5 }])
  // Also where the list below the form has it already.
  await expect(given(page)).toContainText('5 more attempts')
  const save = dialog(page).getByRole('button', { name: 'Save' })
  await save.click()
  await expect(dialog(page).getByRole('alert')).toContainText('Look at both, then save again.')
  await expect(dialog(page).getByRole('alert')).toContainText('5')
  expect(await attempts()).toEqual([5])
  await save.click()
  await expect(told(page, 'Given to Section 2.')).toBeVisible()
  expect(await attempts()).toEqual([2])

  // Of several, what one of them has does not become what all get.
  await dialog(page).getByRole('checkbox', { name: 'Anong Thongdee' }).check()
  await dialog(page).getByRole('checkbox', { name: 'Section 2' }).check()
  await dialog(page).getByRole('spinbutton', { name: 'More attempts' }).fill('3')
  const due = '2031-01-01T00:00:00.000Z'
  await give([{ sections: ['2'], attempts: 7, due }])
  await expect(given(page)).toContainText('7 more attempts')
  await save.click()
  await expect(dialog(page).getByRole('alert')).toHaveText(/^Meanwhile somebody changed the exceptions of Section 2\./)
  expect(await attempts()).toEqual([7])
  await save.click()
  await expect(told(page, 'Given to 2.')).toBeVisible()
  expect(await attempts()).toEqual([3, 3])
})

test('what was given and taken back is given again, and another exception is opened once the first is saved', async ({
  page,
  signIn,
  course,
}) => {
  await course.student('Anong', 'Thongdee', '2')
  await course.student('Wirun', 'Saelim', '2')
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/assignments`)
  await page.getByRole('button', { name: `What to do with ${work}` }).click()
  await page.getByRole('menuitem', { name: 'Exceptions' }).click()
  const save = dialog(page).getByRole('button', { name: 'Save' })
  const attempts = dialog(page).getByRole('spinbutton', { name: 'More attempts' })
  const [section, anong, wirun] = ['Section 2', 'Anong Thongdee', 'Wirun Saelim'].map((name) =>
    dialog(page).getByRole('checkbox', { name }),
  ) as [Locator, Locator, Locator]
  await section.check()
  await anong.check()
  await attempts.fill('2')
  await save.click()
  await expect(given(page)).toHaveCount(2)
  await undo(page, 'Given to 2.')
  await expect(given(page)).toHaveCount(0)
  await section.check()
  await anong.check()
  await attempts.fill('3')
  await save.click()
  await expect(given(page)).toHaveCount(2)
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)

  const saved = Promise.withResolvers<void>()
  await page.route('**/exceptions', async (route) => {
    if (route.request().method() === 'PUT') await saved.promise
    await route.continue()
  })
  await wirun.check()
  await attempts.fill('3')
  await save.click()
  const edit = dialog(page).getByRole('button', { name: 'Edit what Section 2 has' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await edit.press('Enter')
  await expect(section).not.toBeChecked()
  saved.resolve()
  await expect(given(page)).toHaveCount(3)
  await expect(edit).toHaveAttribute('aria-disabled', 'false')
  await edit.press('Enter')
  await expect(section).toBeChecked()
  await expect(attempts).toHaveValue('3')
})

test('what is put back by Undo while another exception is being saved stands whole when that is saved', async ({
  page,
  signIn,
  course,
}) => {
  await course.student('Anong', 'Thongdee', '2')
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/assignments`)
  await page.getByRole('button', { name: `What to do with ${work}` }).click()
  await page.getByRole('menuitem', { name: 'Exceptions' }).click()
  const save = dialog(page).getByRole('button', { name: 'Save' })
  const attempts = dialog(page).getByRole('spinbutton', { name: 'More attempts' })
  const reason = dialog(page).getByRole('textbox', { name: 'Reason' })
  const [section, anong] = ['Section 2', 'Anong Thongdee'].map((name) =>
    dialog(page).getByRole('checkbox', { name }),
  ) as [Locator, Locator]
  await section.check()
  await attempts.fill('3')
  await reason.fill('Flood')
  await save.click()
  await expect(given(page)).toHaveCount(1)

  await anong.check()
  await attempts.fill('3')
  await reason.fill('Flood')
  await dialog(page).getByRole('button', { name: 'Edit what Section 2 has' }).click()
  await expect(section).toBeChecked()
  await dialog(page).getByRole('button', { name: '1 week later' }).click()
  const saved = Promise.withResolvers<void>()
  await page.route('**/exceptions', async (route) => {
    if (route.request().method() === 'PUT') await saved.promise
    await route.continue()
  })
  await save.click()
  await undo(page, 'It is discarded.')
  saved.resolve()
  await expect(given(page)).toContainText('due ')
  await expect(anong).toBeChecked()
  await expect(section).not.toBeChecked()
  await expect(attempts).toHaveValue('3')
  await expect(reason).toHaveValue('Flood')
  await expect(messages(page).getByText('It is discarded.')).toHaveCount(0)
})

test('more attempts where nothing is taken any more are of use with a later date, and the student reads whose they are', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const anong = await course.student('Anong', 'Thongdee', '2')
  const rule = JSON.stringify({ kind: 'refuse' })
  await seed(db, (trx) => trx.updateTable('courses').set({ late_rule: rule }).where('id', '=', course.id).execute())
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/assignments`)
  await page.getByRole('button', { name: /^What to do with Lab 4/ }).click()
  await page.getByRole('menuitem', { name: 'Exceptions' }).click()
  const form = page.getByRole('dialog', { name: /^Exceptions: Lab 4/ })
  await form.getByRole('checkbox', { name: 'Anong Thongdee' }).check()
  await form.getByRole('spinbutton', { name: 'More attempts' }).fill('1')
  const note = form.getByText('Without a later date these students cannot hand in.')
  await expect(note).toBeVisible()
  await form.getByRole('button', { name: '3 days later' }).click()
  await expect(note).toHaveCount(0)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(told(page, 'Given to Anong Thongdee.')).toBeVisible()

  const student = await otherPage(browser)
  const person = await signIn(anong, student)
  await student.goto(`/course${await pathOf(person, 'Lab 4')}/preview`)
  await expect(student.getByRole('dialog')).toContainText('More, for you')
})

test('the page of a student has an exception for each assignment, and what is granted in the course keeps its words', async ({
  page,
  browser,
  signIn,
  course,
}) => {
  const anong = await course.student('Anong', 'Thongdee', '2')
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/people/${anong.id}`)
  await page.getByRole('link', { name: `Exception in ${work}` }).click()
  await expect(dialog(page).getByRole('button', { name: 'Take out Anong Thongdee' })).toBeVisible()
  await dialog(page).getByRole('button', { name: '3 days later' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(given(page)).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: work })).toContainText('their own date')

  await page.getByRole('textbox', { name: 'Extra days' }).fill('30')
  await page.getByRole('textbox', { name: 'Note', exact: true }).fill('As the clinic asks')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('As the clinic asks')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(told(page, 'Saved.')).toBeVisible()

  const student = await otherPage(browser)
  await openWorksheet(student, await signIn(anong, student), work)
  await expect(side(student)).toContainText('Extended for you')
  await expect(student.getByText('clinic')).toHaveCount(0)
})

test('the settings say what becomes of late work with an example, and a student reads what late work loses', async ({
  page,
  browser,
  signIn,
  course,
}) => {
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/settings`)
  await page
    .getByRole('combobox', { name: 'What becomes of late work' })
    .selectOption('It loses a part of its score for each day')
  await expect(page.getByText('Handed in 2 days late, 100 becomes 80.')).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Percent lost for each day' }).fill('20')
  await expect(page.getByText('Handed in 2 days late, 100 becomes 60.')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(told(page, 'The settings are saved.')).toBeVisible()

  const student = await otherPage(browser)
  const person = await signIn(course.student('Anong', 'Thongdee'), student)
  await openWorksheet(student, person, work)
  await expect(side(student)).toContainText('Late work loses 20% a day; at least 50% counts')
  await openWorksheet(student, person, 'Lab 6', goWithin)
  await expect(side(student)).toContainText(/\d+ days? late: \d+% of the score counts/)
})

test('a later date after a release says that right answers are seen already, and before one that they will be', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const anong = await course.student('Anong', 'Thongdee', '2')
  const wirun = await course.student('Wirun', 'Saelim', '2')
  const past = new Date(Date.now() - 3_600_000)
  const quiz = await makeAssignment(db, course, { name: work, due_at: past, closes_at: past })
  await makeQuestion(db, course, quiz, ['It falls', 'It flies'])
  const handedIn = await submit(db, course, quiz, wirun)
  const teacher = await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const headers = { authorization: teacher.token }
  const release = async (data: object) => {
    const address = `/api/courses/${course.id}/assignments/${quiz.id}/release`
    expect((await page.request.post(address, { headers, data: { people: 'all', ...data } })).ok()).toBe(true)
  }
  await release({ at: new Date(Date.now() + 2 * 86_400_000).toISOString() })
  await page.goto(`/course/${course.id}/people/${anong.id}/exceptions/${quiz.id}`)
  const planned = dialog(page).getByText(/^Grades are released on .*, with the right answers\. These students/)
  const out = dialog(page).getByText('Released grades show the right answers already, and these students can still')
  await dialog(page).getByRole('button', { name: '3 days later' }).click()
  await expect(planned).toBeVisible()
  await dialog(page).getByRole('button', { name: '1 day later' }).click()
  await expect(planned).toHaveCount(0)
  await giveFeedback(db, course, { _id: handedIn.id }, { score: 1, show: false })
  await release({})
  await expect(out).toBeVisible()
  await expect(planned).toHaveCount(0)
  await dialog(page).getByRole('button', { name: '3 days later' }).click()
  await expect(out).toBeVisible()
})

test('more days in the course say of each work whose right answers are out by then, released or planned, and follow that', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const anong = await course.student('Anong', 'Thongdee', '2')
  const wirun = await course.student('Wirun', 'Saelim', '2')
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000)
  const makeQuiz = async (name: string, closes_at: Date) => {
    const quiz = await makeAssignment(db, course, { name, due_at: closes_at, closes_at })
    await makeQuestion(db, course, quiz, ['It falls', 'It flies'])
    return quiz
  }
  const shown = await makeQuiz('Quiz A', hours(-48))
  const planned = await makeQuiz('Quiz B', hours(-12))
  const open = await makeQuiz('Quiz C', hours(12))
  const later = await makeQuiz('Quiz D', hours(30))
  for (let i = 0; i < 5; i++)
    await makeAssignment(db, course, { name: `Essay ${i}`, due_at: hours(-6), closes_at: hours(-6) })
  const handedIn = await submit(db, course, shown, wirun)
  await giveFeedback(db, course, { _id: handedIn.id }, { score: 1, show: true })
  const { token } = await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  const release = async (quiz: { id: string }, data: object) => {
    const address = `/api/courses/${course.id}/assignments/${quiz.id}/release`
    const body = { headers: { authorization: token }, data: { people: 'all', ...data } }
    expect((await page.request.post(address, body)).ok()).toBe(true)
  }
  // Of the last one everybody can still hand in by then.
  for (const quiz of [planned, open, later]) await release(quiz, { at: hours(24).toISOString() })
  await page.goto(`/course/${course.id}/people/${anong.id}`)
  const days = page.getByRole('textbox', { name: 'Extra days' })
  const said = page.getByText(/right answers.* this student can then/)
  await days.fill('3')
  const out = said.filter({ hasText: 'Released grades already show the right answers of Quiz A' })
  await expect(out).toBeVisible()
  for (const name of ['Quiz B', 'Quiz C'])
    await expect(said.filter({ hasText: `Grades of ${name} are released on ` })).toBeVisible()
  await expect(said).toHaveCount(3)
  // What others do meanwhile.
  await release(shown, { shown: false })
  await expect(out).toHaveCount(0)
  await expect(said).toHaveCount(2)
  await days.fill('0')
  await expect(said).toHaveCount(0)
})

test('more days in the course that open a work again say that its right answers are released', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const anong = await course.student('Anong', 'Thongdee', '2')
  const wirun = await course.student('Wirun', 'Saelim', '2')
  const past = new Date(Date.now() - 36 * 3_600_000)
  for (const name of ['Quiz A', 'Quiz B']) {
    const quiz = await makeAssignment(db, course, { name, due_at: past, closes_at: past })
    await makeQuestion(db, course, quiz, ['It falls', 'It flies'])
    const handedIn = await submit(db, course, quiz, wirun)
    await giveFeedback(db, course, { _id: handedIn.id }, { score: 1, show: name === 'Quiz A' })
  }
  // Without a right answer, the list of its works, which is as long as the course, is not read.
  const essay = await makeAssignment(db, course, { name: 'Essay', due_at: past, closes_at: past })
  const lists: string[] = []
  page.on('request', (request) => void (request.url().includes(`${essay.id}/submissions`) && lists.push(request.url())))
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/people/${anong.id}`)
  const days = page.getByRole('textbox', { name: 'Extra days' })
  const out = page.getByText('Released grades already show the right answers of')
  await days.fill('3')
  await expect(out).toHaveText(/ of Quiz A, and this student/)
  await days.fill('1')
  await expect(out).toHaveCount(0)
  await page.goto(`/course/${course.id}/people/${anong.id}/exceptions/${essay.id}`)
  const essays = page.getByRole('dialog', { name: 'Exceptions: Essay' })
  await essays.getByRole('button', { name: '1 day later' }).click()
  await expect(essays.getByRole('group', { name: /^Due/ }).getByRole('spinbutton').first()).not.toBeEmpty()
  expect(lists).toEqual([])
})
