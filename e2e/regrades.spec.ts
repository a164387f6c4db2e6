import type { Page, Route } from '@playwright/test'
import { giveFeedback, makeQuestion } from '../server/assignments/testing.ts'
import { seed } from '../server/changes/change.ts'
import { makeAssignment, submit } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { goWithin } from './screens.ts'

/* A student reads the explanation of a grade, and requests a regrade of a part. */

const feedback = (page: Page) => page.getByRole('region', { name: 'Instructor Feedback' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a student asks about a part, a grader answers with other points, and both see each step', async ({
  page,
  browser,
  signIn,
  course,
  db,
}) => {
  const ploy = await course.student('Ploy', 'Srisuk')
  const essay = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 8 })
  const question = await makeQuestion(db, course, essay, ['yes', 'no'])
  const { id } = await submit(db, course, essay, ploy, { textbox: 'Because of rain.', [`item-${question.id}`]: '' })
  await giveFeedback(db, course, { _id: id }, { parts: '{"textbox": "4"}', points: 4, score: 4, comment: 'Good.' })
  const path = `/course/${course.id}/assignments/${essay.id}`
  await signIn(ploy)
  await page.goto(`${path}/worksheet`)
  const text = feedback(page).getByRole('listitem').filter({ hasText: 'Text Response' })
  await expect(text).toContainText('4 / 8')
  await expect(feedback(page)).toContainText('The parts add up to 4.')
  await page.getByRole('button', { name: 'Ask about it: Text Response' }).click()
  const asked = page.getByRole('textbox', { name: 'What should be looked at again?' })
  await expect(asked).toBeFocused()
  await asked.fill('I named two reasons.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(text).toContainText('Waits for an answer')
  await expect(page.getByRole('heading', { name: 'Instructor Feedback' })).toBeFocused()

  const grader = await otherPage(browser)
  await signIn(await course.staff('assistant', 'Mali', 'Boonmee'), grader)
  await grader.goto(`${path}/submissions?state=asked`)
  await expect(row(grader, 'Ploy Srisuk')).toContainText('Asked again')
  // A key may come in the very moment in which the work appears: the title must have taken the focus before.
  await grader.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-regrade]')) return
      observer.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'q', code: 'KeyQ', bubbles: true }))
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
  await grader.getByRole('link', { name: 'Grade (1 left)' }).click()
  const request = grader.getByRole('region', { name: 'Asked about this part' })
  await expect(request).toContainText('I named two reasons.')
  await expect(request.getByRole('textbox', { name: 'Your answer' })).toBeFocused()
  await grader.keyboard.type('You did, and I missed one.')
  await grader.getByRole('textbox', { name: /^Text Response: points/ }).fill('7')
  await expect(request).toContainText('Points 4 → 7')
  await request.getByRole('button', { name: 'Answer and close' }).click()
  await expect(request).toContainText('Mali Boonmee answered')
  await expect(grader.getByRole('heading', { level: 1 })).toBeFocused()
  // Typing points of a part scrolls its answer into view.
  await grader.setViewportSize({ width: 1280, height: 400 })
  await grader.evaluate(() => scrollTo(0, 0))
  const second = grader.getByRole('heading', { name: 'Question 1', exact: true })
  await expect(second).not.toBeInViewport()
  await grader.getByRole('textbox', { name: /^Question 1: points/ }).focus()
  await expect(second).toBeInViewport()

  await expect(text).toContainText('You did, and I missed one.')
  await expect(text).toContainText('Points 4 → 7')
  await expect(feedback(page).getByText('7/10')).toBeVisible()
  // The days are over while the student types: the form goes, and says why.
  await page.getByRole('button', { name: 'Ask about it: Question 1' }).click()
  await asked.fill('It says yes.')
  await seed(db, (trx) =>
    trx
      .updateTable('feedback')
      .set({ shown_at: new Date(0) })
      .where('course_id', '=', course.id)
      .execute(),
  )
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('This cannot be asked now')
  await expect(asked).toHaveCount(0)
  await goWithin(page, `/course/${course.id}/grade`)
  await page.getByRole('button', { name: 'How the score of Essay came about' }).click()
  await expect(page.getByRole('dialog', { name: 'Instructor Feedback' })).toContainText('Points 4 → 7')
})

test('what a student types while a question is being sent stays, and is said not to be sent', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const ploy = await course.student('Ploy', 'Srisuk')
  const essay = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 10 })
  const { id } = await submit(db, course, essay, ploy, { textbox: 'Because of rain.' })
  await giveFeedback(db, course, { _id: id }, { parts: '{"textbox": "4"}', points: 4, score: 4 })
  await signIn(ploy)
  await page.goto(`/course/${course.id}/assignments/${essay.id}/worksheet`)
  const part = feedback(page).getByRole('listitem').filter({ hasText: 'Text Response' })
  await page.getByRole('button', { name: 'Ask about it: Text Response' }).click()
  const asked = page.getByRole('textbox', { name: 'What should be looked at again?' })
  await asked.fill('I named two reasons.')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/regrades', async (route) => {
    await promise
    await route.continue()
  })
  const sent = page.waitForRequest('**/regrades')
  await page.getByRole('button', { name: 'Send' }).click()
  await sent
  await asked.pressSequentially(' And a third one.')
  resolve()
  await expect(part).toContainText('Waits for an answer')
  const unsent = part.getByRole('alert').filter({ hasText: 'What you wrote is not sent:' })
  const words = 'I named two reasons. And a third one.'
  await expect(unsent).toContainText(words)
  await page.reload()
  await expect(unsent).toContainText(words)
  await unsent.getByRole('button', { name: 'Discard' }).click()
  await expect(unsent).toHaveCount(0)
})

test('a question typed in two tabs is one, and what one of them has typed while the other sends is not lost', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const ploy = await course.student('Ploy', 'Srisuk')
  const essay = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 10 })
  const { id } = await submit(db, course, essay, ploy, { textbox: 'Because of rain.' })
  await giveFeedback(db, course, { _id: id }, { parts: '{"textbox": "4"}', points: 4, score: 4 })
  await signIn(ploy, context)
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto(`/course/${course.id}/assignments/${essay.id}/worksheet`)
    await tab.getByRole('button', { name: 'Ask about it: Text Response' }).click()
  }
  const asked = (tab: Page) => tab.getByRole('textbox', { name: 'What should be looked at again?' })
  await asked(page).fill('I named two reasons.')
  await expect(asked(second)).toHaveValue('I named two reasons.')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/regrades', async (route) => {
    await promise
    await route.continue()
  })
  const sent = page.waitForRequest('**/regrades')
  await page.getByRole('button', { name: 'Send' }).click()
  await sent
  await asked(second).pressSequentially(' And a third one.')
  resolve()
  const unsent = feedback(second).getByRole('alert').filter({ hasText: 'What you wrote is not sent:' })
  await expect(feedback(second)).toContainText('Waits for an answer')
  await expect(unsent).toContainText('And a third one.')
  await second.reload()
  await expect(unsent).toContainText('And a third one.')
})

test('a question that did not reach the server stays, says that it does not go on by itself, and is sent by one press', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const ploy = await course.student('Ploy', 'Srisuk')
  const essay = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 10 })
  const { id } = await submit(db, course, essay, ploy, { textbox: 'Because of rain.' })
  await giveFeedback(db, course, { _id: id }, { parts: '{"textbox": "4"}', points: 4, score: 4 })
  await signIn(ploy)
  await page.goto(`/course/${course.id}/assignments/${essay.id}/worksheet`)
  await page.getByRole('button', { name: 'Ask about it: Text Response' }).click()
  await page.getByRole('textbox', { name: 'What should be looked at again?' }).fill('I named two reasons.')
  await page.route('**/regrades', (route) => route.abort())
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(feedback(page)).toContainText('Your text is kept; press Send again.')
  await page.unroute('**/regrades')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(feedback(page)).toContainText('Waits for an answer')
  await expect(feedback(page)).toContainText('I named two reasons.')
})

type Given = Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'signIn' | 'person' | 'course' | 'db'>

/** A request about an essay of 4 points, open on the page of an instructor who has a colleague. */
async function askedAgain({ page, signIn, person, course, db }: Given) {
  const ploy = await course.student('Ploy', 'Srisuk')
  const essay = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 10 })
  const { id } = await submit(db, course, essay, ploy, { textbox: 'Because of rain.' })
  await giveFeedback(db, course, { _id: id }, { parts: '{"textbox": "4"}', points: 4, score: 4 })
  const [student, colleague] = [await person(ploy), await person(course.staff('assistant', 'Mali', 'Boonmee'))]
  const post = async (path: string, token: string, data: object) => {
    const answer = await page.request.post(`/api/courses/${course.id}/${path}`, {
      headers: { authorization: token },
      data,
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { _id: string } }).data
  }
  const asked = { part: 'textbox', text: 'I named two reasons.' }
  const { _id } = await post(`assignments/${essay.id}/attempts/${id}/regrades`, student.token, asked)
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${essay.id}/grading/${id}`)
  const request = page.getByRole('region', { name: 'Asked about this part' })
  const answerAsColleague = (text: string) =>
    post(`submissions/${id}/regrades/${_id}/answer`, colleague.token, { text })
  return { id, ploy, essay, colleague, request, answerAsColleague }
}

test('a grader beside whom a colleague saves other points is told, and sends the answer after looking at them', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const { id, colleague, request } = await askedAgain({ page, signIn, person, course, db })
  const answer = request.getByRole('textbox', { name: 'Your answer' })
  await answer.fill('No, stays.')
  // The colleague's points are saved when the answer is on its way.
  const save = async (route: Route) => {
    const saved = await page.request.put(`/api/courses/${course.id}/submissions/${id}/feedback`, {
      headers: { authorization: colleague.token, 'if-match': '"1"' },
      data: { parts: { textbox: '6.5' }, applied: [], override: null, override_reason: '', comment: '' },
    })
    expect(saved.ok(), await saved.text()).toBe(true)
    await route.continue()
  }
  await page.route('**/regrades/*/answer', save, { times: 1 })
  await request.getByRole('button', { name: 'Answer and close' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('The grade was changed meanwhile')
  await expect(answer).toHaveValue('No, stays.')
  await expect(request).toContainText('Points 4 → 6.5')
  await answer.fill('You did.')
  await request.getByRole('button', { name: 'Answer and close' }).click()
  await expect(request).toContainText('answered')
})

test('a grader whom somebody else anticipates still has the answer that they typed, until they discard it', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const { request, answerAsColleague } = await askedAgain({ page, signIn, person, course, db })
  await request.getByRole('textbox', { name: 'Your answer' }).fill('You did, and I missed one.')
  await answerAsColleague('One of them is wrong.')
  await expect(request).toContainText('Mali Boonmee answered')
  const unsent = request.getByRole('alert').filter({ hasText: 'What you wrote is not sent' })
  await expect(unsent).toContainText('You did, and I missed one.')
  await page.reload()
  await expect(unsent).toContainText('You did, and I missed one.')
  await unsent.getByRole('button', { name: 'Discard' }).click()
  await expect(unsent).toHaveCount(0)
  await expect(request).toContainText('One of them is wrong.')
})

test('what a grader types while an answer is being sent stays, and is said not to be sent', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const { request } = await askedAgain({ page, signIn, person, course, db })
  const answer = request.getByRole('textbox', { name: 'Your answer' })
  await answer.fill('You did.')
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/answer', async (route) => {
    await promise
    await route.continue()
  })
  const sent = page.waitForRequest('**/answer')
  await answer.press('ControlOrMeta+Enter')
  await sent
  await answer.pressSequentially(' See line 3.')
  resolve()
  await expect(request).toContainText('answered')
  await expect(
    request.getByRole('alert').filter({ hasText: 'before you had finished. What you wrote is not sent' }),
  ).toContainText('You did. See line 3.')
})

test('a request about an earlier attempt stays in the list, and leads to it, until it is answered', async ({
  page,
  signIn,
  person,
  course,
  db,
}) => {
  const { ploy, essay, request } = await askedAgain({ page, signIn, person, course, db })
  await submit(db, course, essay, ploy, { attempt: 2 })
  const list = `/course/${course.id}/assignments/${essay.id}/submissions?state=asked`
  await page.goto(list)
  await expect(row(page, 'Ploy Srisuk')).toContainText('To be graded')
  await row(page, 'Ploy Srisuk').getByRole('link', { name: 'Asked again' }).click()
  await expect(request).toContainText('I named two reasons.')
  await goWithin(page, list)
  await row(page, 'Ploy Srisuk').getByRole('link', { name: 'Ploy Srisuk' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'Another attempt of theirs was asked about' })
  await note.getByRole('button', { name: 'Attempt 1' }).click()
  await request.getByRole('textbox', { name: 'Your answer' }).fill('You did.')
  await request.getByRole('button', { name: 'Answer and close' }).click()
  await expect(request).toContainText('answered')
  await page.getByRole('link', { name: 'Submissions' }).click()
  await expect(row(page, 'Ploy Srisuk')).toHaveCount(0)
})

test('while names are hidden a request about an earlier attempt is opened from beside the list, which names nobody', async ({
  page,
  signIn,
  person,
  course,
  db,
  axe,
}) => {
  const { ploy, essay, request } = await askedAgain({ page, signIn, person, course, db })
  await submit(db, course, essay, ploy, { attempt: 2 })
  const list = `/course/${course.id}/assignments/${essay.id}/submissions`
  await goWithin(page, list)
  await page.getByRole('button', { name: 'More to do with submissions' }).click()
  await page.getByRole('menuitem', { name: 'Hide names until released' }).click()
  await expect(row(page, 'Student 1')).toContainText('To be graded')
  const note = page.getByText('A regrade request waits about an earlier attempt.')
  await expect(note).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Ploy')
  expect(await axe()).toEqual([])
  // No row is asked about.
  await goWithin(page, `${list}?state=asked`)
  await expect(page.getByText('Nobody found')).toBeVisible()
  await expect(row(page, 'Student')).toHaveCount(0)
  await expect(note).toBeVisible()
  await page.getByRole('link', { name: 'Open the attempt that waits longest' }).click()
  await request.getByRole('textbox', { name: 'Your answer' }).fill('You did.')
  await request.getByRole('button', { name: 'Answer and close' }).click()
  await expect(request).toContainText('answered')
  await page.getByRole('link', { name: 'Submissions' }).click()
  await expect(page.getByText('Names are hidden from all graders')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the attempt that waits longest' })).toHaveCount(0)
})
