import type { Response } from '@playwright/test'
import { makeQuestion } from '../server/assignments/testing.ts'
import { makeAssignment } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { loseAnswers } from './lostAnswers.ts'
import { undo } from './messages.ts'
import { hears, unheard } from './stream.ts'
import {
  attemptsAt,
  draftOf,
  expectSubmitted,
  handIn,
  onServer,
  openWorksheet,
  side,
  submit,
  text,
} from './worksheets.ts'

/* Handing in: once, however the connection fails, and whoever else hands in. */

test('pressed twice, it is submitted once', async ({ page, signIn, course }) => {
  const person = await signIn(course.student())
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
  // Until the worksheet has been read again, which is after the dialog.
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => /^typed\/.+\/draft\//.test(key))))
    .toEqual([])
})

test('a submission that fails says why, keeps everything, and is one submission when it is tried again', async ({
  page,
  signIn,
  course,
}) => {
  const person = await signIn(course.student())
  await unheard(page)
  const path = await openWorksheet(page, person, 'Course diary')
  await text(page).fill('not lost')
  // The submission arrives, and its answer is lost: the retry must not make a second one.
  const alert = side(page).getByRole('alert')
  await loseAnswers(page, 'POST', '**/submit', async () => {
    await handIn(page)
    await expect(alert).toContainText('It was not submitted')
  })
  await expect(alert).toContainText('The server did not answer. Everything that you typed is kept.')
  await expect(text(page)).toHaveValue('not lost')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expectSubmitted(page)
  await expect(text(page)).toBeDisabled()
  expect(await attemptsAt(person, path)).toHaveLength(1)
})

test('a submission whose answer was lost shows by itself that it arrived', async ({ page, signIn, course }) => {
  const listens = hears(page)
  await openWorksheet(page, await signIn(course.student()), 'Course diary')
  await listens
  await text(page).fill('arrived')
  await loseAnswers(page, 'POST', '**/submit', async () => {
    await handIn(page)
    await expectSubmitted(page)
  })
  await expect(text(page)).toBeDisabled()
  await expect(text(page)).toHaveValue('arrived')
})

test('when it was submitted elsewhere, that is shown, and what was typed here is kept aside', async ({
  page,
  signIn,
  course,
  browser,
}) => {
  const kanda = await course.student()
  const person = await signIn(kanda)
  await openWorksheet(page, person, 'Course diary')
  const phone = await otherPage(browser)
  await signIn(kanda, phone)
  await phone.goto(page.url())
  await text(phone).fill('from the phone')
  await expect(text(page)).toHaveValue('from the phone')
  // The desktop's page goes on without a connection, and does not learn of the submission.
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
  const discard = aside.getByRole('button', { name: 'Discard it' })
  await discard.click()
  await expect(aside).toBeHidden()
  await undo(page, 'It is discarded.')
  await expect(aside).toContainText('from the desk, unheard')
  await discard.click()
  await expect(aside).toBeHidden()
})

test('of two members of a group who submit, the second learns of it and keeps what they typed', async ({
  page,
  signIn,
  course,
  browser,
}) => {
  const [napat, nicha] = [await course.student('Napat'), await course.student('Nicha')]
  await course.group('Laboratory pairs', 'Bench 6', [napat, nicha])
  await unheard(page)
  // Napat's text does not get into the draft of the group.
  await page.route('**/draft', (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await openWorksheet(page, await signIn(napat), 'Laboratory pairs')
  await expect(side(page)).toContainText('Bench 6')
  await text(page).fill('from Napat')
  const other = await otherPage(browser)
  await openWorksheet(other, await signIn(nicha, other), 'Laboratory pairs')
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

test('whoever is moved while nobody types sees the draft of the group that they are in, and theirs again by the undo', async ({
  page,
  request,
  person,
  signIn,
  course,
  db,
}) => {
  const wirun = await course.student('Wirun', 'Saelim')
  await course.group('Laboratory pairs', 'Pair 1', [wirun, await course.student()])
  await course.group('Laboratory pairs', 'Pair 2', [])
  const of = db.selectFrom('groups').select(['id', 'grouping_id']).where('course_id', '=', course.id).orderBy('name')
  const [, second] = await of.execute()
  const { token } = await person(course.staff('instructor'))
  const headers = { authorization: token }
  const path = `/api/courses/${course.id}`
  const listens = hears(page)
  await openWorksheet(page, await signIn(wirun), 'Laboratory pairs')
  await listens
  const isRead = (answer: Response) => answer.request().method() === 'GET' && answer.url().endsWith('/draft')
  const again = page.waitForResponse(isRead)
  await text(page).fill('what Pair 1 has')
  await onServer(page)
  // The page has heard of its own save, too: from now on only the move makes it read.
  await again
  const moved = await request.put(`${path}/grouping/${second?.grouping_id}/members`, {
    headers,
    data: { items: [{ person_id: wirun.id, group_id: second?.id }] },
  })
  await expect(side(page)).toContainText('Pair 2')
  await expect(text(page)).toHaveValue('')
  const aside = page.getByRole('alert').filter({ hasText: 'Not part of the submission' })
  await expect(aside).toContainText('what Pair 1 has')
  const undone = await request.post(`${path}/history/${moved.headers()['change-id']}/undo`, { headers })
  expect(undone.ok(), await undone.text()).toBe(true)
  await expect(text(page)).toHaveValue('what Pair 1 has')
  await expect(aside, 'it is part of the draft again').toHaveCount(0)
})

test('without a group the text is kept, and nothing can be submitted yet', async ({ page, signIn, course }) => {
  await openWorksheet(page, await signIn(course.student()), 'Laboratory pairs')
  await text(page).fill('waiting for a partner')
  await expect(side(page)).toContainText('Join or create a group first.')
  await expect(submit(page)).toBeDisabled()
  await onServer(page)
})

test('whoever is taken out of a group in the middle of its time reads what their next group has, and keeps what they typed', async ({
  page,
  request,
  person,
  signIn,
  course,
  db,
}) => {
  const wirun = await course.student('Wirun', 'Saelim')
  for (const name of ['Pair 1', 'Pair 2'])
    await course.group('Laboratory pairs', name, name === 'Pair 1' ? [wirun, await course.student()] : [])
  const of = db.selectFrom('groups').select(['id', 'grouping_id']).where('course_id', '=', course.id).orderBy('name')
  const [, second] = await of.execute()
  const grouping_id = second?.grouping_id ?? ''
  const quiz = await makeAssignment(db, course, {
    ...{ name: 'Pair quiz', time_limit: 30, grouping_id, has_text: true, due_at: null },
  })
  await makeQuestion(db, course, quiz)
  const { token } = await person(course.staff('instructor'))
  const move = async (group_id: string | null) => {
    const path = `/api/courses/${course.id}/grouping/${grouping_id}/members`
    const data = { items: [{ person_id: wirun.id, group_id }] }
    const moved = await request.put(path, { headers: { authorization: token }, data })
    expect(moved.ok(), await moved.text()).toBe(true)
  }
  await signIn(wirun)
  const listens = hears(page)
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/worksheet`)
  await listens
  await page.getByRole('button', { name: 'Begin' }).click()
  await text(page).fill('what we wrote together')
  await page.getByRole('textbox', { name: /^Question 1/ }).fill('our answer')
  await onServer(page)

  await move(null)
  const note = 'You are in no group of Laboratory pairs. A group has 30 minutes, from when it begins.'
  await expect(page.getByText(note)).toBeVisible()
  await expect(text(page), 'nothing is written outside of a group’s time').toHaveCount(0)
  await side(page).getByRole('button', { name: 'Earlier versions' }).click()
  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect(versions).toContainText('what we wrote together')
  await expect(versions).toContainText(/A part that is shown once your group begins\s*our answer/)
  await expect(versions.getByRole('button', { name: 'Bring back' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await move(second?.id ?? '')
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(text(page)).toHaveValue('')
  await side(page).getByRole('button', { name: 'Earlier versions' }).click()
  await versions.getByRole('button', { name: 'Bring back' }).click()
  await expect(text(page)).toHaveValue('what we wrote together')
  await expect(page.getByRole('textbox', { name: /^Question 1/ })).toHaveValue('our answer')
})

test('with unlimited attempts it is submitted again, and the earlier ones can be looked back at', async ({
  page,
  signIn,
  course,
}) => {
  const person = await signIn(course.student())
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

test('an attempt that is opened just after handing in again stays open when the sheet follows', async ({
  page,
  signIn,
  course,
}) => {
  const path = await openWorksheet(page, await signIn(course.student()), 'What should we change')
  const fill = async (keep: string) => {
    await page.getByRole('radio', { name: 'right' }).check({ force: true })
    await page.getByRole('textbox', { name: /^Question 2/ }).fill(keep)
    await page.getByRole('textbox', { name: /^Question 3/ }).fill('Nothing')
  }
  await fill('The first thing')
  await handIn(page)
  await expectSubmitted(page)
  await expect(submit(page)).toHaveText('Submit again')
  await fill('The second thing')
  const { promise: sheet, resolve: comes } = Promise.withResolvers<void>()
  await page.route(`**/api/courses${path}/my`, async (route) => {
    await sheet
    await route.continue()
  })
  await handIn(page)
  await expectSubmitted(page)
  const attempts = page.getByRole('region', { name: 'Your Submissions' })
  await expect(attempts.getByRole('listitem')).toHaveCount(2)
  await attempts.getByRole('button', { name: /^Attempt 1/ }).click()
  await expect(attempts).toContainText('The first thing')
  const followed = page.waitForResponse(`**/api/courses${path}/my`)
  comes()
  await followed
  await expect(submit(page)).toBeEnabled()
  await expect(attempts).toContainText('The first thing')
})
