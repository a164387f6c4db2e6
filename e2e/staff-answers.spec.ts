import { giveFeedback, makeQuestion } from '../server/assignments/testing.ts'
import { seed } from '../server/changes/change.ts'
import { newId } from '../server/ids.ts'
import { makeAssignment, submit } from '../server/testing/world.ts'
import { expect, test } from './fixtures.ts'
import { says, undo } from './messages.ts'
import { olderReading } from './olderReading.ts'
import { hears } from './stream.ts'

/* Staff grade one question across all students: equal answers together. */

test('ten answers of three texts are graded with the keyboard, without names', async ({ page, signIn, course, db }) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5 })
  const [why, other] = [await makeQuestion(db, course, quiz), await makeQuestion(db, course, quiz)]
  const texts = [
    'It falls.',
    'it  falls.',
    'IT FALLS.',
    'It falls.',
    'It falls.',
    'It flies.',
    'It flies.',
    'it flies.',
  ]
  for (const text of [...texts, 'It stays.', 'It stays.']) {
    const answers = { [`item-${why.id}`]: text, [`item-${other.id}`]: text }
    await submit(db, course, quiz, await course.student(), { answers })
  }
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/submissions`)
  await page.getByRole('button', { name: 'More to do with submissions' }).click()
  await page.getByRole('menuitem', { name: 'Hide names until released' }).click()
  await expect(page.getByRole('link', { name: /^Student \d+$/ }).first()).toBeVisible()

  await page.getByRole('link', { name: 'By question' }).click()
  const list = page.getByRole('list', { name: 'Answers' })
  const points = page.getByRole('textbox', { name: 'Points of 2.5' })
  const groups = list.getByRole('button', { name: /students/ })
  await expect(groups).toHaveText([/^It falls\.5 students/i, /^It flies\.3 students/i, /^It stays\.2 students/])
  await expect(list.locator('[aria-current=true]')).toHaveText(/falls/i)

  // A digit goes into the field of points; Enter saves and goes on.
  await page.keyboard.press('2')
  await expect(points).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list.locator('[aria-current=true]')).toHaveText(/flies/i)
  await page.keyboard.type('1.5')
  await page.keyboard.press('Enter')
  await expect(list.locator('[aria-current=true]')).toHaveText(/stays/)
  // Back to a graded answer, and on again: unsaved text stays with its answer.
  await page.keyboard.press('k')
  await expect(points).toHaveValue('1.5')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('10 of 10 graded')).toBeVisible()
  await expect(groups).toHaveText([/2 \/ 2\.5/, /1\.5 \/ 2\.5/, /0 \/ 2\.5/])

  // One of the works gets another score, and nobody has a name.
  await page.keyboard.press('Escape')
  await page.keyboard.press('w')
  const who = list.getByRole('checkbox', { name: /^Student \d+$/ })
  await expect(who).toHaveCount(2)
  await who.first().check()
  await points.fill('1')
  await page.keyboard.press('Enter')
  await expect(groups.nth(2)).toHaveText(/0 – 1 \/ 2\.5/)
})

test('what is typed stays through a reload and a lost network, and does not overwrite what others gave', async ({
  page,
  context,
  person,
  signIn,
  course,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5 })
  const why = await makeQuestion(db, course, quiz)
  for (const text of ['It falls.', 'It falls.', 'It flies.'])
    await submit(db, course, quiz, await course.student(), { answers: { [`item-${why.id}`]: text } })
  await signIn(await course.staff('instructor'))
  const path = `/course/${course.id}/assignments/${quiz.id}/answers`
  const api = `/api/courses/${course.id}/assignments/${quiz.id}/answers`
  await page.goto(path)
  const list = page.getByRole('list', { name: 'Answers' })
  const groups = list.getByRole('button', { name: /students?/ })
  const points = page.getByRole('textbox', { name: 'Points of 2.5' })
  await points.fill('2')
  // No question before leaving: the device keeps the text.
  await page.getByRole('link', { name: 'Submissions' }).click()
  await expect(page).toHaveURL(/submissions/)
  await page.goBack()
  await expect(points).toHaveValue('2')
  await page.reload()
  await expect(points).toHaveValue('2')

  // Somebody else grades one of the two.
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  const { items } = await mali.get<{ items: { works: { _id: string; revision: number }[] }[] }>(api)
  const [theirs] = items[0]?.works ?? []
  await page.request.post(api, {
    headers: { authorization: mali.token },
    data: { part: `item-${why.id}`, works: [{ _id: theirs?._id, revision: theirs?.revision }], points: '1' },
  })
  await expect(groups.first()).toContainText('1 of 2 graded')
  await points.press('Enter')
  const conflict = page.getByRole('alert').filter({ hasText: '1 answer was graded by somebody else meanwhile' })
  await expect(conflict).toContainText('1, by Mali Boonmee')
  // Nor does a person overwrite it who reloads before they decide.
  await page.reload()
  await groups.first().click()
  await expect(points).toHaveValue('2')
  await points.press('Enter')
  await expect(conflict).toContainText('1, by Mali Boonmee')
  await conflict.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(groups.first()).toContainText('1 – 2 / 2.5')

  // A save without a network is kept, and the next page sends it.
  await context.setOffline(true)
  await groups.nth(1).click()
  await points.fill('1.5')
  await points.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: '1 grade could not be saved.' })).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(groups.nth(1)).toContainText('1.5 / 2.5')
  await page.reload()
  await expect(groups.nth(1)).toContainText('1.5 / 2.5')
})

test('a saved grade of answers stays though the list was read before it was saved, and what others gave comes with it', async ({
  page,
  person,
  signIn,
  course,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5 })
  const why = await makeQuestion(db, course, quiz)
  for (const text of ['It falls.', 'It falls.', 'It flies.'])
    await submit(db, course, quiz, await course.student(), { answers: { [`item-${why.id}`]: text } })
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  await signIn(await course.staff('instructor'))
  const api = `/api/courses/${course.id}/assignments/${quiz.id}/answers`
  const { items } = await mali.get<{ items: { works: { _id: string; revision: number }[] }[] }>(api)
  const listens = hears(page)
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/answers`)
  await listens
  const groups = page.getByRole('list', { name: 'Answers' }).getByRole('button', { name: /students?/ })
  const points = page.getByRole('textbox', { name: 'Points of 2.5' })
  await expect(groups).toHaveCount(2)
  const older = await olderReading(page, '**/answers')
  const theirs = items[1]?.works[0]
  const graded = await page.request.post(api, {
    headers: { authorization: mali.token },
    data: { part: `item-${why.id}`, works: [{ _id: theirs?._id, revision: theirs?.revision }], points: '1' },
  })
  expect(graded.ok(), await graded.text()).toBe(true)
  await older.answered
  await points.fill('2')
  await points.press('Enter')
  await expect(groups.first()).toContainText('2 / 2.5')
  expect(await older.come()).toBe('came')
  await expect(groups.nth(1)).toContainText('1 / 2.5')
  await expect(groups.first()).toContainText('2 / 2.5')
  await groups.first().click()
  await expect(points).toHaveValue('2')
  older.goOn()
})

test('points that are typed while the student hands in another answer are not those of the first answer in the list', async ({
  page,
  person,
  signIn,
  course,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5, attempts_allowed: 0 })
  const why = await makeQuestion(db, course, quiz)
  const answer = (text: string) => ({ [`item-${why.id}`]: text })
  for (const _ of 'ab') await submit(db, course, quiz, await course.student(), { answers: answer('It falls.') })
  const nat = await course.student('Nat', 'Wong')
  const first = await submit(db, course, quiz, nat, { answers: answer('It flies.') })
  const student = await person(nat)
  const grader = await signIn(await course.staff('instructor'))
  /** The list is read again when somebody grades, or changes the rubric. */
  async function answerAgain(text: string) {
    const calls = [
      [student, 'submit', answer(text)],
      [grader, 'rubric', { part: '', title: 'Untidy', points: '-1' }],
    ] as const
    for (const [{ token }, path, data] of calls) {
      const headers = { authorization: token }
      const done = await page.request.post(`/api/courses/${course.id}/assignments/${quiz.id}/${path}`, {
        headers,
        data,
      })
      expect(done.ok(), await done.text()).toBe(true)
    }
  }
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/answers`)
  const list = page.getByRole('list', { name: 'Answers' })
  const points = page.getByRole('textbox', { name: 'Points of 2.5' })
  await list.getByRole('button', { name: /^It flies/ }).click()
  await points.click()
  await page.keyboard.type('1.')
  await answerAgain('It floats.')
  await expect(list.getByRole('button', { name: /^It floats/ })).toBeVisible()
  await expect(page.getByText('Something was handed in again meanwhile.')).toBeVisible()
  await expect(points).toHaveValue('1.')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  const scores = async () =>
    (
      await db.selectFrom('feedback').select(['submission_id', 'score']).where('course_id', '=', course.id).execute()
    ).map(({ submission_id, score }) => [submission_id, Number(score)])
  await expect.poll(scores).toEqual([[first.id, 1.5]])
  await expect(list.locator('[aria-current=true]')).toHaveText(/^It floats/)

  // Left unsaved, it is told of: nothing in the list leads to it.
  await page.keyboard.type('2')
  await answerAgain('It sinks.')
  await expect(page.getByText('Something was handed in again meanwhile.')).toBeVisible()
  await page.keyboard.press('ArrowUp')
  const lost = page.getByRole('alert').filter({ hasText: 'Nobody has this answer any more.' })
  await expect(lost.getByRole('listitem')).toHaveText('2')
  await page.reload()
  await expect(lost.getByRole('listitem')).toHaveText('2')
  await lost.getByRole('button', { name: 'Discard' }).click()
  await expect(lost).toHaveCount(0)
  await undo(page, 'It is discarded.')
  await expect(lost.getByRole('listitem')).toHaveText('2')
})

test('points that wait at one question are told of at the other one', async ({ page, signIn, course, db }) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5 })
  const [first, second] = [await makeQuestion(db, course, quiz), await makeQuestion(db, course, quiz)]
  const answers = { [`item-${first.id}`]: 'It falls.', [`item-${second.id}`]: 'It flies.' }
  await submit(db, course, quiz, await course.student(), { answers })
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/answers`)
  const points = page.getByRole('textbox', { name: 'Points of 2.5' })
  const waits = page.getByText('1 not saved yet at another question')
  await points.fill('2')
  await expect(waits).toHaveCount(0)
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1, name: 'Question 2' })).toBeVisible()
  await expect(waits).toBeVisible()
  await page.keyboard.press('p')
  await expect(points).toHaveValue('2')
  await expect(waits).toHaveCount(0)
  await points.press('Enter')
  await expect(page.getByText('1 of 1 graded')).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1, name: 'Question 2' })).toBeVisible()
  await expect(waits).toHaveCount(0)
})

test('a rubric item that is removed while a grader saves is named, and what else they typed is there', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5 })
  const part = `item-${(await makeQuestion(db, course, quiz)).id}`
  const other = `item-${(await makeQuestion(db, course, quiz)).id}`
  for (const text of ['It falls.', 'It falls.'])
    await submit(db, course, quiz, await course.student(), { answers: { [part]: text, [other]: text } })
  const [item, gone] = [newId(), newId()]
  const row = { course_id: course.id, assignment_id: quiz.id, part }
  const items = [
    { ...row, id: item, title: 'No example', points: '-1', position: 1 },
    { ...row, id: gone, title: 'Too short', points: '-0.5', position: 2 },
  ]
  await seed(db, (trx) => trx.insertInto('rubric_items').values(items).execute())
  await signIn(await course.staff('assistant'))
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/answers`)
  const group = page.getByRole('list', { name: 'Answers' }).getByRole('button', { name: /students/ })
  await page.getByRole('button', { name: 'No example −1' }).click()
  await page.getByRole('button', { name: 'Too short −0.5' }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Almost')
  await page.keyboard.press('Escape')
  await page.keyboard.press('p')
  await expect(page.getByRole('heading', { level: 1, name: 'Question 2' })).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByRole('button', { name: 'Too short −0.5' })).toHaveAttribute('aria-pressed', 'true')
  // No event tells of it: the grader is faster.
  await seed(db, (trx) =>
    trx.updateTable('rubric_items').set({ deleted_at: new Date() }).where('id', '=', gone).execute(),
  )
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await says(page, '“Too short” was removed from the rubric meanwhile.')
  await expect(page.getByRole('button', { name: 'No example −1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue('Almost')
  await save.click()
  await expect(group).toContainText('1.5 / 2.5')
  const saved = await db
    .selectFrom('feedback')
    .select(['items', 'comment'])
    .where('course_id', '=', course.id)
    .execute()
  expect(saved).toEqual([1, 2].map(() => ({ items: [item], comment: 'Question 1: Almost' })))
})

test('whoever chose some of the same answers reads that these are gone, and grades the others only when they say so', async ({
  page,
  person,
  signIn,
  course,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5, attempts_allowed: 0 })
  const why = await makeQuestion(db, course, quiz)
  const answer = (text: string) => ({ [`item-${why.id}`]: text })
  for (const _ of 'ab') await submit(db, course, quiz, await course.student(), { answers: answer('It falls.') })
  const nat = await course.student('Nat', 'Wong')
  await submit(db, course, quiz, nat, { answers: answer('It falls.') })
  const student = await person(nat)
  await signIn(await course.staff('instructor'))
  const streamed = hears(page)
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/answers`)
  await streamed
  const list = page.getByRole('list', { name: 'Answers' })
  const points = page.getByRole('textbox', { name: 'Points of 2.5' })
  const panel = page.getByRole('complementary', { name: 'Grade' })
  await list.getByRole('button', { name: 'Whose they are (3)' }).click()
  await list.getByRole('checkbox', { name: 'Nat Wong' }).check()
  await points.fill('1')
  const data = answer('It floats.')
  const headers = { authorization: student.token }
  const done = await page.request.post(`/api/courses/${course.id}/assignments/${quiz.id}/submit`, { headers, data })
  expect(done.ok(), await done.text()).toBe(true)
  // The page learns by itself that somebody has handed in.
  await expect(list.getByRole('button', { name: /^It floats/ })).toBeVisible()
  await expect(panel).toContainText('The answers that you chose are no longer among these.')
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await points.press('Enter')
  await expect(points).toHaveValue('1')
  await panel.getByRole('button', { name: 'For all 2 answers' }).press('Enter')
  await expect(points).toBeFocused()
  expect(sent).toEqual([])
  await points.press('Enter')
  await says(page, '2 answers are graded.')
  await expect(list.getByRole('button', { name: /^It falls/ })).toContainText('1 / 2.5')
})

test('the answer of a student who left the course is not said to be handed in again, and is graded twice without a conflict', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 5 })
  const why = await makeQuestion(db, course, quiz)
  const answer = (text: string) => ({ answers: { [`item-${why.id}`]: text } })
  const nat = await course.student('Nat', 'Wong')
  const left = await submit(db, course, quiz, nat, answer('It falls.'))
  const other = await submit(db, course, quiz, await course.student(), answer('It flies.'))
  await giveFeedback(db, course, { _id: other.id }, { score: 1, parts: JSON.stringify({ [`item-${why.id}`]: '1' }) })
  const teacher = await signIn(await course.staff('instructor'))
  const streamed = hears(page)
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/answers`)
  await streamed
  const list = page.getByRole('list', { name: 'Answers' })
  const points = page.getByRole('textbox', { name: 'Points of 2.5' })
  await expect(list.locator('[aria-current=true]')).toHaveText(/^It falls/)
  await points.fill('1')
  const places = db.selectFrom('roster').select('revision').where('course_id', '=', course.id)
  const { revision } = await places.where('person_id', '=', nat.id).executeTakeFirstOrThrow()
  const headers = { authorization: teacher.token, 'if-match': `"${revision}"` }
  const gone = await page.request.delete(`/api/courses/${course.id}/roster/${nat.id}`, { headers })
  expect(gone.ok(), await gone.text()).toBe(true)
  // The list is read again when somebody changes the rubric.
  const rubric = `/api/courses/${course.id}/assignments/${quiz.id}/rubric`
  const data = { part: '', title: 'Untidy', points: '-1' }
  expect((await page.request.post(rubric, { headers, data })).ok()).toBe(true)
  await expect(list.getByText('Nobody has this answer any more.')).toBeVisible()
  await expect(page.getByText('Something was handed in again meanwhile.')).toHaveCount(0)
  const score = async () => {
    const query = db.selectFrom('feedback').select('score').where('submission_id', '=', left.id)
    return Number((await query.executeTakeFirst())?.score)
  }
  await points.press('Enter')
  await expect.poll(score).toBe(1)
  await expect(points).toHaveValue('1')
  await points.fill('2')
  await points.press('Enter')
  await expect.poll(score).toBe(2)
  await expect(page.getByText('graded by somebody else meanwhile')).toHaveCount(0)
})
