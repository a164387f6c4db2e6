import type { Locator, Page } from '@playwright/test'
import { makeQuestion } from '../server/assignments/testing.ts'
import { seed } from '../server/changes/change.ts'
import { newId } from '../server/ids.ts'
import { leaveCourse, makeAssignment, submit, type Thing } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import { fillDevice } from './fullDevice.ts'
import { says, undo } from './messages.ts'
import { olderReading } from './olderReading.ts'
import type { OwnCourse, OwnPerson } from './school.ts'
import { goWithin } from './screens.ts'
import { hears } from './stream.ts'

/* Staff grade submissions one after the other, and release them. */

type Db = Parameters<typeof makeAssignment>[0]

/** An essay of 10 points with submissions. */
async function essay(db: Db, course: OwnCourse, students: OwnPerson[]) {
  const { id } = await makeAssignment(db, course, {
    ...{ name: 'Essay', has_text: true, score: 10, score_essay: 10, attempts_allowed: 0 },
  })
  const works: Thing[] = []
  for (const one of students) works.push(await submit(db, course, { id }, one, { textbox: `The essay of ${one.id}` }))
  const path = `/course/${course.id}/assignments/${id}`
  return { id, path, works, grading: (n: number) => `${path}/grading/${works[n]?.id}` }
}
const some = (course: OwnCourse, n: number) =>
  Promise.all(
    Array.from({ length: n }, (_, i) => course.student(`Student ${String(i + 1).padStart(2, '0')}`, 'Of all')),
  )

const panel = (page: Page) => page.getByRole('complementary', { name: 'Grade' })
const points = (page: Page) => panel(page).getByRole('textbox', { name: /^Text Response: points/ })
const state = (page: Page) => panel(page).getByRole('status')
const total = (page: Page) => panel(page).getByRole('status', { name: 'Total' })
const saveState = (page: Page, words: string) =>
  expect(state(page).filter({ hasText: new RegExp(`^${words}$`) })).toBeVisible()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('thirty works are graded with the keyboard alone, and released in one go', async ({
  page,
  browser,
  signIn,
  course,
  db,
}, info) => {
  test.slow()
  const students = await some(course, 30)
  const { path, works } = await essay(db, course, students)
  await signIn(await course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments`)
  await page.getByRole('link', { name: 'Submissions of Essay' }).click()
  const first = page.getByRole('link', { name: 'Grade (30 left)' })
  await expect(first).toBeVisible()
  await first.focus()
  await page.keyboard.press('Enter')
  const began = Date.now()
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  await page.keyboard.press('s')
  for (let n = 1; n <= 30; n++) {
    await expect(page.getByText(`The essay of ${students[n - 1]?.id}`)).toBeVisible()
    await expect(points(page)).toBeFocused()
    await page.keyboard.type(String(n % 11))
    if (n === 30) break
    if (n === 2) {
      // An invalid number stays, with an error.
      await page.keyboard.type('o')
      await page.keyboard.press('Enter')
      await expect(panel(page)).toContainText('Enter a number.')
      await page.keyboard.press('Backspace')
    }
    if (n === 3) {
      await page.keyboard.press('c')
      await page.keyboard.type('As agreed')
      await page.keyboard.press('ControlOrMeta+Enter')
      continue
    }
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Enter')
  info.annotations.push({ type: 'time', description: `${Date.now() - began} ms for 30 works` })
  await saveState(page, 'Saved')
  const saved = async () => {
    const query = db.selectFrom('feedback').select(['submission_id', 'score']).where('course_id', '=', course.id)
    const rows = new Map((await query.execute()).map((one) => [one.submission_id, Number(one.score)]))
    return works.map(({ id }) => rows.get(id))
  }
  await expect.poll(saved).toEqual(works.map((_, n) => (n + 1) % 11))

  const student = await otherPage(browser)
  await signIn(students[6] as OwnPerson, student)
  await student.goto(`${path}/worksheet`)
  await expect(student.getByText('Your Submissions')).toBeVisible()
  await expect(student.getByText('Instructor Feedback')).toHaveCount(0)
  await goWithin(page, `${path}/submissions`)
  await expect(page.getByText('30 of 30 graded · 0 released')).toBeVisible()
  await page.getByRole('button', { name: 'Release all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release grades' })
  await expect(dialog).toContainText('30 grades will be shown, and each student gets one notification')
  await dialog.getByRole('button', { name: 'Release 30' }).click()
  await expect(page.getByText('30 of 30 graded · 30 released')).toBeVisible()
  await expect(student.getByText('Instructor Feedback')).toBeVisible()
  await expect(student.getByText('7/10').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('30 of 30 graded · 0 released')).toBeVisible()
  await expect(student.getByText('Instructor Feedback')).toHaveCount(0)
})

test('points that are typed before a slow device draws the next work are those of that work', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const { grading, works } = await essay(db, course, await some(course, 4))
  await signIn(await course.staff('assistant'))
  await page.goto(grading(0))
  const name = (n: number) => page.getByRole('heading', { level: 1, name: `Student 0${n} Of all` })
  await expect(name(1)).toBeVisible()
  // All works are loaded.
  for (const n of [2, 3, 4]) {
    await page.keyboard.press('j')
    await expect(name(n)).toBeVisible()
    await expect(points(page)).toBeVisible()
  }
  for (const n of [3, 2, 1]) {
    await page.keyboard.press('k')
    await expect(name(n)).toBeVisible()
  }
  const device = await context.newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.keyboard.press('s')
  for (const typed of ['7', '10', '9']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
  }
  await device.detach()
  await expect(name(4)).toBeVisible()
  const scores = async () => {
    const rows = await db
      .selectFrom('feedback')
      .select(['submission_id', 'score'])
      .where('course_id', '=', course.id)
      .execute()
    const of = new Map(rows.map(({ submission_id, score }) => [submission_id, Number(score)]))
    return works.map(({ id }) => of.get(id))
  }
  await expect.poll(scores).toEqual([7, 10, 9, undefined])
})

test('the rubric is made while grading, applies by its digits, and changes all who have it after it said how many', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { id, grading } = await essay(db, course, await some(course, 2))
  await makeQuestion(db, course, { id }, ['yes', 'no'])
  await signIn(await course.staff('assistant'))
  await page.goto(grading(0))
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  await page.keyboard.press('i')
  await page.keyboard.type('No example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('-2')
  const added = Promise.withResolvers<void>()
  await page.route('**/rubric', async (route) => {
    await added.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  // The next item is typed before the answer.
  const next = panel(page).getByRole('textbox', { name: 'What it says' })
  await next.fill('Too short')
  added.resolve()
  const item = panel(page).getByRole('button', { name: 'No example −2' })
  await expect(item).toHaveAttribute('aria-pressed', 'true')
  await expect(next).toHaveValue('Too short')
  await next.press('Escape')
  await expect(panel(page).getByRole('button', { name: 'Add an item' })).toBeFocused()
  await expect(next).toHaveCount(0)
  await undo(page, 'It is discarded.')
  await expect(next).toHaveValue('Too short')
  await expect(next).toBeFocused()
  await next.fill('')
  await panel(page).getByRole('textbox', { name: 'Points', exact: true }).fill('')
  await next.press('Escape')
  await expect(panel(page).getByRole('button', { name: 'Add an item' })).toBeFocused()
  await expect(total(page)).toContainText('8')
  // Taken back, nothing is typed.
  await item.click()
  await saveState(page, 'Not graded')
  await item.click()
  const edit = panel(page).getByRole('button', { name: 'Edit: No example' })
  const dialog = page.getByRole('dialog', { name: 'Edit an item' })
  await edit.press('Enter')
  const message = dialog.getByRole('region', { name: 'Messages' })
  const roomAbove = async () =>
    ((await dialog.boundingBox())?.y ?? 0) -
    ((await message.boundingBox().then((box) => box && box.y + box.height)) ?? 0)
  await expect.poll(roomAbove, 'what was done stands above the dialog').toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await expect(item).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('1')
  await expect(total(page)).toContainText('8')
  await page.keyboard.press('ControlOrMeta+Enter')
  await saveState(page, 'Saved')

  await edit.click()
  await dialog.getByRole('textbox', { name: 'Points' }).fill('-3')
  // Left by Escape, what was typed comes back.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await expect(dialog).toContainText('You wrote this here earlier')
  await expect(dialog.getByRole('textbox', { name: 'Points' })).toHaveValue('-3')
  // What is typed after it was discarded stays when that is taken back, also in the dialog that was opened again.
  await dialog.getByRole('button', { name: 'Discard it' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await edit.click()
  await dialog.getByRole('textbox', { name: 'What it says' }).fill('No example at all')
  await undo(page, 'It is discarded.')
  await expect(dialog.getByRole('textbox', { name: 'Points' })).toHaveValue('-3')
  await expect(dialog.getByRole('textbox', { name: 'What it says' })).toHaveValue('No example at all')
  // As when the session ends: the grader returns and continues.
  await page.reload()
  await expect(dialog.getByRole('textbox', { name: 'Points' })).toHaveValue('-3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toContainText('2 works have this item. Their points change from −2 to −3.')
  await dialog.getByRole('button', { name: 'Change 2' }).click()
  await expect(dialog).toBeHidden()
  await expect(total(page)).toContainText('7')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  await expect(total(page)).toContainText('7')
})

test('what somebody else writes in an item that is being edited stays, unless both wrote the same field', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { id, grading } = await essay(db, course, await some(course, 1))
  const { token } = await signIn(await course.staff('assistant'))
  const headers = { authorization: token }
  const rubric = `/api/courses/${course.id}/assignments/${id}/rubric`
  const made = await page.request.post(rubric, {
    headers,
    data: { part: 'textbox', title: 'No example', points: '-2' },
  })
  const item = ((await made.json()) as { data: { _id: string } }).data
  const change = (revision: number, data: object) =>
    page.request.patch(`${rubric}/${item._id}`, { headers: { ...headers, 'if-match': `"${revision}"` }, data })
  const itemNow = () =>
    db.selectFrom('rubric_items').select(['title', 'points', 'revision']).where('id', '=', item._id).executeTakeFirst()
  await page.goto(grading(0))
  await panel(page).getByRole('button', { name: 'Edit: No example' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit an item' })
  const [title, points] = ['What it says', 'Points'].map((name) => dialog.getByRole('textbox', { name }))
  await points?.fill('-3')
  expect((await change((await itemNow())?.revision ?? 0, { title: 'No example given' })).ok()).toBe(true)
  await expect(title as Locator).toHaveValue('No example given')
  await expect(points as Locator).toHaveValue('-3')
  expect((await change((await itemNow())?.revision ?? 0, { points: '-5' })).ok()).toBe(true)
  await expect(dialog).toContainText('Points. Now there: −5')
  await expect(points as Locator).toHaveValue('-3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  expect(await itemNow()).toMatchObject({ title: 'No example given', points: -3 })
})

test('ten works are graded by a rubric item and a comment with three presses each besides the words', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { id, grading } = await essay(db, course, await some(course, 10))
  const item = newId()
  const row = { course_id: course.id, assignment_id: id, part: 'textbox' }
  const items = [{ ...row, id: item, title: 'No example', points: '-2', position: 1 }]
  await seed(db, (trx) => trx.insertInto('rubric_items').values(items).execute())
  await signIn(await course.staff('assistant'))
  await page.goto(grading(0))
  const name = (n: number) => `Student ${String(n).padStart(2, '0')} Of all`
  for (let n = 1; n <= 10; n++) {
    await expect(page.getByRole('heading', { level: 1, name: name(n) })).toBeVisible()
    await page.keyboard.press('1')
    await expect(page.getByRole('button', { name: 'No example −2' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('c')
    await page.keyboard.type('Show one.')
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  const saved = () => db.selectFrom('feedback').select(['items', 'comment', 'score']).where('course_id', '=', course.id)
  await expect
    .poll(() => saved().execute())
    .toEqual(Array.from({ length: 10 }, () => ({ items: [item], comment: 'Show one.', score: 8 })))
})

test('a rubric item that is saved late leaves the points that are typed meanwhile alone, and is made once', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { grading } = await essay(db, course, await some(course, 1))
  await signIn(await course.staff('assistant'))
  await page.goto(grading(0))
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  const title = panel(page).getByRole('textbox', { name: 'What it says' })
  await page.keyboard.press('i')
  await title.fill('No example')
  await panel(page).getByRole('textbox', { name: 'Points', exact: true }).fill('-2')
  const [added, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/rubric', async (route) => {
    await added.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await points(page).click()
  await page.keyboard.type('1')
  // The work with the new item is not there yet either.
  await page.route('**/submissions/*', async (route) => {
    if (route.request().method() === 'GET') await read.promise
    await route.continue()
  })
  added.resolve()
  await says(page, 'The item is added.')
  await expect(title).toHaveCount(0)
  await expect(points(page)).toBeFocused()
  read.resolve()
  const item = panel(page).getByRole('button', { name: 'No example −2' })
  await expect(item).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('.5')
  await expect(points(page)).toHaveValue('1.5')
  await expect(item).toHaveCount(1)

  // Saved before anything else is done, its button takes the focus.
  await panel(page).getByRole('button', { name: 'Add an item' }).click()
  await title.fill('Too short')
  await panel(page).getByRole('textbox', { name: 'Points', exact: true }).fill('-1')
  await page.keyboard.press('Enter')
  await expect(title).toHaveCount(0)
  await expect(panel(page).getByRole('button', { name: 'Add an item' })).toBeFocused()
})

test('a rubric item is added once also on a full device, and an item comes back in its own part', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { id } = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 7 })
  await makeQuestion(db, course, { id })
  const work = await submit(db, course, { id }, await course.student('Student 01', 'Of all'))
  await signIn(await course.staff('assistant'))
  await page.goto(`/course/${course.id}/assignments/${id}/grading/${work.id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  const title = panel(page).getByRole('textbox', { name: 'What it says' })
  const question = panel(page).getByRole('textbox', { name: /^Question 1: points/ })
  await points(page).click()
  await page.keyboard.press('i')
  await title.fill('Too short')
  await title.press('Escape')
  await expect(title).toHaveCount(0)
  await question.click()
  await undo(page, 'It is discarded.')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await expect(title).toHaveCount(0)
  await points(page).click()
  await expect(title).toHaveValue('Too short')

  await panel(page).getByRole('textbox', { name: 'Points', exact: true }).fill('-1')
  await fillDevice(page, /^typed\/.+\/rubric\//)
  await page.reload()
  await points(page).click()
  await expect(title).toHaveValue('Too short')
  await title.fill('Too short by far')
  await title.press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Too short by far −1' })).toBeVisible()
  await expect(title).toHaveCount(0)
})

test('the key of the next part, pressed while points are typed, goes on in the field of that part', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { id } = await makeAssignment(db, course, { name: 'Essay', has_text: true, score: 10, score_essay: 7 })
  await makeQuestion(db, course, { id })
  const work = await submit(db, course, { id }, await course.student('Student 01', 'Of all'))
  await signIn(await course.staff('assistant'))
  await page.goto(`/course/${course.id}/assignments/${id}/grading/${work.id}`)
  const question = panel(page).getByRole('textbox', { name: /^Question 1: points/ })
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  await expect(panel(page)).toContainText('The parts add up to 9.5 of 10 points.')
  await page.keyboard.press('s')
  await page.keyboard.type('7')
  await page.keyboard.press('p')
  await expect(question).toBeFocused()
  await page.keyboard.type('2')
  await expect(points(page)).toHaveValue('7')
  await expect(question).toHaveValue('2')
  await expect(total(page)).toContainText('9')
})

test('two who grade one work see each other, and both scores where they differ', async ({
  page,
  browser,
  signIn,
  person,
  course,
  db,
}) => {
  const { grading } = await essay(db, course, await some(course, 2))
  const other = await otherPage(browser)
  await signIn(await course.staff('assistant', 'Mali', 'Boonmee'), other)
  const arthit = await course.staff('instructor', 'Arthit', 'Jaidee')
  await signIn(arthit)
  await other.goto(grading(0))
  await page.goto(grading(0))
  await expect(other.getByText('Arthit Jaidee is looking at it')).toBeVisible()
  await points(page).fill('7')
  // Sooner than the next report by the clock.
  await expect(other.getByText('Arthit Jaidee is editing')).toBeVisible({ timeout: 10_000 })
  // Their save happens while this grader types; the test does not wait for its event.
  await page.route('**/submissions/*', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await points(other).fill('4')
  await panel(other).getByRole('button', { name: 'Save', exact: true }).click()
  await saveState(other, 'Saved')
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Mali Boonmee graded this meanwhile')
  await expect(page.getByRole('alert')).toContainText('4')
  await expect(points(page)).toHaveValue('7')
  // A grader who goes on has not decided, and later sees both values again.
  await page.unroute('**/submissions/*')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Student 01 Of all' }).click()
  await expect(page.getByRole('alert')).toContainText('Mali Boonmee graded this meanwhile')
  await expect(points(page)).toHaveValue('7')
  await expect(points(other)).toHaveValue('4')
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await saveState(page, 'Saved')
  await expect(points(other)).toHaveValue('7')

  // Another window of the same person is not somebody else.
  await points(page).fill('8')
  const work = `/api/courses/${course.id}/submissions/${grading(0).split('/').at(-1)}`
  const { token: authorization } = await person(arthit)
  const headers = { authorization }
  const { data } = await (await page.request.get(work, { headers })).json()
  const saved = await page.request.put(`${work}/feedback`, {
    headers: { ...headers, 'if-match': `"${data.feedback.revision}"` },
    data: { parts: { textbox: '5' }, applied: [], override: null, override_reason: '', comment: '' },
  })
  expect(saved.ok()).toBe(true)
  await expect(page.getByRole('alert')).toContainText('You graded this in another window meanwhile')
  await expect(points(page)).toHaveValue('8')
})

test('a saved grade stays though its work was read before it was saved, and is no conflict with oneself', async ({
  page,
  person,
  signIn,
  course,
  db,
}) => {
  const { id, grading, works } = await essay(db, course, await some(course, 2))
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  await signIn(await course.staff('instructor'))
  const listens = hears(page)
  await page.goto(grading(0))
  await listens
  const name = (n: number) => page.getByRole('heading', { level: 1, name: `Student 0${n} Of all` })
  const save = panel(page).getByRole('button', { name: 'Save', exact: true })
  await points(page).fill('4')
  const drafts = () => db.selectFrom('grade_drafts').select('fields').where('course_id', '=', course.id).execute()
  await expect.poll(drafts).toHaveLength(1)
  const older = await olderReading(page, `**/submissions/${works[0]?.id}`)
  const added = await page.request.post(`/api/courses/${course.id}/assignments/${id}/rubric`, {
    headers: { authorization: mali.token },
    data: { part: 'textbox', title: 'Too short', points: '-1' },
  })
  expect(added.ok(), await added.text()).toBe(true)
  await older.answered
  await points(page).fill('7')
  await save.click()
  await saveState(page, 'Saved')
  await older.come()
  await expect(panel(page).getByRole('button', { name: 'Too short −1' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(name(2)).toBeVisible()
  await page.keyboard.press('k')
  await expect(name(1)).toBeVisible()
  await expect(points(page)).toHaveValue('7')
  await saveState(page, 'Saved')
  const again = page.waitForResponse((answer) => answer.request().method() === 'PUT' && /feedback$/.test(answer.url()))
  await points(page).fill('8')
  await save.click()
  expect((await again).status()).toBe(200)
  older.goOn()
})

test('a work whose points all came by themselves and that nobody graded is saved as it is', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Quiz', has_text: false, score: 2.5 })
  const { id } = await makeQuestion(db, course, quiz, ['yes', 'no'])
  const works: Thing[] = []
  for (const one of await some(course, 2))
    works.push(await submit(db, course, quiz, one, { answers: { [`item-${id}`]: 'a' } }))
  await signIn(await course.staff('assistant'))
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/grading/${works[0]?.id}`)
  await expect(total(page)).toContainText('2.5')
  await saveState(page, 'Not graded')
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await saveState(page, 'Saved')
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  const scores = () => db.selectFrom('feedback').select('score').where('course_id', '=', course.id).execute()
  await expect.poll(scores).toEqual([{ score: 2.5 }, { score: 2.5 }])
})

test('a rubric item that is removed while a grader saves is named, and what else they typed is there', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { id, grading } = await essay(db, course, await some(course, 1))
  const [item, gone] = [newId(), newId()]
  const row = { course_id: course.id, assignment_id: id, part: 'textbox' }
  const items = [
    { ...row, id: item, title: 'No example', points: '-2', position: 1 },
    { ...row, id: gone, title: 'Too short', points: '-3', position: 2 },
  ]
  await seed(db, (trx) => trx.insertInto('rubric_items').values(items).execute())
  await signIn(await course.staff('assistant'))
  await page.goto(grading(0))
  await page.getByRole('button', { name: 'No example −2' }).click()
  await page.getByRole('button', { name: 'Too short −3' }).click()
  await panel(page).getByRole('textbox', { name: 'Comment' }).fill('Almost')
  await expect(total(page)).toContainText('5')
  // No event tells of it: the grader is faster.
  await seed(db, (trx) =>
    trx.updateTable('rubric_items').set({ deleted_at: new Date() }).where('id', '=', gone).execute(),
  )
  const typedCounts = panel(page).getByText('These points count, and the items of the rubric do not.')
  await points(page).fill('9')
  await expect(typedCounts).toBeVisible()
  await expect(total(page)).toContainText('9')
  await points(page).fill('')
  await expect(typedCounts).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Enter')
  const told = page.getByRole('alert').filter({ hasText: '1 rubric item of this grade was removed meanwhile' })
  await expect(told).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(1)
  // Going on does not save it.
  await saveState(page, 'Not saved yet')
  await expect(total(page)).toContainText('8')
  await expect(page.getByRole('button', { name: 'No example −2' })).toHaveAttribute('aria-pressed', 'true')
  await expect(panel(page).getByRole('textbox', { name: 'Comment' })).toHaveValue('Almost')
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await saveState(page, 'Saved')
  await expect(told).toBeHidden()
  const saved = await db.selectFrom('feedback').selectAll().where('course_id', '=', course.id).execute()
  expect(saved).toMatchObject([{ items: [item], comment: 'Almost', score: 8 }])
})

test('what could not be saved is kept and named: without a network, until it is back, and of a released grade, until Save', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const { grading, works, id } = await essay(db, course, await some(course, 2))
  const { token } = await signIn(await course.staff('instructor'))
  await page.goto(grading(0))
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  await expect(points(page)).toBeVisible()
  // The next work is loaded beforehand.
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  await context.setOffline(true)
  await points(page).fill('6')
  await points(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await expect(page.getByText('1 grade is on this device and not saved')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('1 grade is on this device and not saved')).toBeHidden()
  const score = async () =>
    Number(
      (
        await db
          .selectFrom('feedback')
          .select('score')
          .where('submission_id', '=', works[0]?.id ?? '')
          .executeTakeFirst()
      )?.score,
    )
  await expect.poll(score).toBe(6)

  // A change of a released grade waits for Save, and is listed.
  const data = { people: 'all', shown: true }
  const headers = { authorization: token }
  const released = await page.request.post(`/api/courses/${course.id}/assignments/${id}/release`, { headers, data })
  expect(released.ok()).toBe(true)
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(panel(page)).toContainText('The student sees this grade, and marks at once')
  await points(page).fill('9')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByRole('link', { name: 'Student 01 Of all' }).click()
  await expect(points(page)).toHaveValue('9')
  expect(await score()).toBe(6)
})

test('points that are no number are not dropped when what was left unsaved is sent again', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { grading } = await essay(db, course, await some(course, 2))
  await signIn(await course.staff('instructor'))
  await page.goto(grading(0))
  await panel(page).getByRole('textbox', { name: 'Comment' }).fill('Well argued')
  await points(page).fill('8x')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  const unsaved = page.getByText('1 grade is on this device and not saved')
  await expect(unsaved).toBeVisible()
  const read = page.waitForResponse(
    (answer) => answer.url().includes('/feedback') || answer.url().includes('/submissions/'),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await read
  await page.getByRole('link', { name: 'Student 01 Of all' }).click()
  await expect(points(page)).toHaveValue('8x')
  await expect(panel(page).getByRole('textbox', { name: 'Comment' })).toHaveValue('Well argued')
})

test('two attempts of one student that are not saved are told apart', async ({ page, context, signIn, course, db }) => {
  const students = await some(course, 2)
  const { id, path, grading, works } = await essay(db, course, students)
  const again = await submit(db, course, { id }, students[0] as OwnPerson, { attempt: 2 })
  await signIn(await course.staff('instructor'))
  // The other attempt and the next work are loaded beforehand.
  await page.goto(grading(0))
  for (const work of [works[1], again]) {
    await expect(points(page)).toBeVisible()
    await goWithin(page, `${path}/grading/${work?.id}`)
  }
  await expect(page.getByRole('combobox', { name: 'Attempt' })).toHaveValue(again.id)
  await context.setOffline(true)
  await points(page).fill('2')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(page.getByRole('combobox', { name: 'Attempt' })).toHaveValue(works[0]?.id ?? '')
  await points(page).fill('1')
  await points(page).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Student 01 Of all/ })).toHaveText([
    'Student 01 Of all · Attempt 2',
    'Student 01 Of all · Attempt 1',
  ])
})

test('a grade that is being typed in one tab is not saved by another one, until that tab is closed', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const { grading, works } = await essay(db, course, await some(course, 2))
  await signIn(await course.staff('instructor'))
  const tab = await context.newPage()
  await tab.goto(grading(0))
  await points(tab).fill('1')
  await page.goto(grading(1))
  await points(page).fill('5')
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
  const graded = async () => {
    const rows = db.selectFrom('feedback').select(['submission_id', 'score']).where('course_id', '=', course.id)
    return new Map((await rows.execute()).map(({ submission_id, score }) => [submission_id, Number(score)]))
  }
  const [first = '', second = ''] = works.map(({ id }) => id)
  await expect.poll(graded).toEqual(new Map([[second, 5]]))
  await tab.close()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect.poll(async () => (await graded()).get(first)).toBe(1)
})

test('a work that cannot be read says why, and comes once the network is back', async ({
  page,
  context,
  signIn,
  course,
  db,
}) => {
  const { path, grading } = await essay(db, course, await some(course, 6))
  await signIn(await course.staff('assistant'))
  await page.goto(grading(0))
  const name = (n: number) => page.getByRole('heading', { level: 1, name: `Student 0${n} Of all` })
  await expect(name(1)).toBeVisible()
  // The second work is there without the network, perhaps three more, but not the sixth.
  await page.keyboard.press('j')
  await expect(name(2)).toBeVisible()
  await page.keyboard.press('k')
  await expect(name(1)).toBeVisible()
  await context.setOffline(true)
  await page.keyboard.press('j')
  await expect(name(2)).toBeVisible()
  const failed = page.getByText('The server did not answer.')
  for (let n = 3; n <= 6; n++) {
    await page.keyboard.press('j')
    await expect(name(n).or(failed)).toBeVisible()
    if (await failed.isVisible()) break
  }
  await expect(failed).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /^Student 0[3-6] Of all/ })).toBeVisible()
  await goWithin(page, `${path}/grading/${newId()}`)
  await expect(page.getByText('Page not found')).toBeVisible()
})

test('a comment is kept for later and found again, and what is typed outlives a reload', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { grading } = await essay(db, course, await some(course, 2))
  await signIn(await course.staff('instructor'))
  await page.goto(grading(0))
  const comment = panel(page).getByRole('textbox', { name: 'Comment' })
  await comment.fill('Show your work.')
  await panel(page).getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('The comment is saved.')
  await page.reload()
  await expect(comment).toHaveValue('Show your work.')
  const drafts = () => db.selectFrom('grade_drafts').select('fields').where('course_id', '=', course.id).execute()
  await expect.poll(drafts).toMatchObject([{ fields: { comment: 'Show your work.' } }])
  await comment.fill('')
  await expect.poll(drafts).toEqual([])
  await goWithin(page, grading(1))
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.keyboard.press('b')
  await page.keyboard.type('work')
  // What is found is in sight, not below the field alone.
  await expect(panel(page).getByRole('button', { name: 'Show your work.', exact: true })).toBeInViewport({ ratio: 1 })
  // Its use is kept late: removed meanwhile, it stays removed.
  const held = Promise.withResolvers<void>()
  await page.route('**/saved-comments', async (route) => {
    if (route.request().method() === 'POST') await held.promise
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await expect(comment).toHaveValue('Show your work.')

  // By the keys alone: one that is removed comes back, and the focus stays among the comments.
  await page.keyboard.press('b')
  await panel(page).getByRole('button', { name: 'Remove: Show your work.' }).press('Enter')
  const kept = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/saved-comments'),
  )
  held.resolve()
  await kept
  await page.unroute('**/saved-comments')
  await expect(panel(page).getByText('No comments saved yet.')).toBeVisible()
  await expect(panel(page).getByRole('searchbox', { name: 'Search saved comments' })).toBeFocused()
  await undo(page, 'The comment is removed from your saved ones.')
  await expect(panel(page).getByRole('button', { name: 'Show your work.', exact: true })).toBeVisible()
  // Ctrl+Enter goes on from here as well, and adds no comment.
  await panel(page).getByRole('searchbox', { name: 'Search saved comments' }).press('ControlOrMeta+Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Student 01 Of all' })).toBeVisible()
  const saved = () => db.selectFrom('feedback').select('comment').where('course_id', '=', course.id).execute()
  await expect.poll(saved).toEqual([{ comment: 'Show your work.' }])
})

test('the list is narrowed by its address, and divided among graders', async ({ page, signIn, course, db }) => {
  const { path } = await essay(db, course, await some(course, 3))
  const mali = await course.staff('assistant', 'Mali', 'Boonmee')
  await signIn(await course.staff('instructor', 'Arthit', 'Jaidee'))
  await page.goto(`${path}/submissions`)
  const more = page.getByRole('button', { name: 'More to do with submissions' })
  const dialog = page.getByRole('dialog', { name: 'Divide among graders' })
  const open = async () => {
    await more.press('Enter')
    await page.getByRole('menuitem', { name: 'Divide among graders' }).press('Enter')
    await expect(dialog).toBeVisible()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await open()
  await dialog.getByRole('checkbox', { name: /Arthit/ }).check()
  await dialog.getByRole('checkbox', { name: /Mali/ }).check()
  await dialog.getByRole('button', { name: 'Divide among graders' }).click()
  await expect(row(page, 'Student 01')).toContainText('Arthit Jaidee')
  const progress = page.getByRole('region', { name: 'Progress' })
  await expect(progress.getByRole('button')).toHaveText(['Assigned to me', 'Mali Boonmee'])
  await progress.getByRole('button', { name: 'Mali Boonmee' }).click()
  await expect(page.getByRole('combobox', { name: 'Assigned to' }).locator(':checked')).toHaveText('Mali Boonmee')
  await expect(page.getByText('1 of 3 rows')).toBeVisible()
  await expect(page).toHaveURL(/grader=/)
  await page.reload()
  await expect(page.getByText('1 of 3 rows')).toBeVisible()
  await page.getByRole('link', { name: 'Grade (1 left)' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await expect(page.getByText('1 of 1')).toBeVisible()

  // The works of a grader who leaves are nobody's, and the list names them.
  await leaveCourse(db, mali)
  await goWithin(page, `${path}/submissions`)
  await page.reload()
  await expect(progress.getByRole('button')).toHaveText(['Assigned to me', 'Nobody’s'])
  await progress.getByRole('button', { name: 'Nobody’s' }).click()
  await expect(page.getByText('1 of 3 rows')).toBeVisible()
})

test('a tablet has the work or two attempts in all its width above the score, a phone above its bar, and a person’s page leads there', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const students = await some(course, 2)
  const { id } = await essay(db, course, students)
  const again = await submit(db, course, { id }, students[1] as OwnPerson, { attempt: 2, textbox: 'Once more' })
  await signIn(await course.staff('instructor'))
  await page.setViewportSize({ width: 820, height: 1100 })
  await page.goto(`/course/${course.id}/people/${students[1]?.id}`)
  await page.getByRole('link', { name: 'Submissions of Essay' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toHaveValue('Student 02 Of all')
  await page.getByRole('link', { name: 'Student 02 Of all' }).click()
  await expect(page).toHaveURL(new RegExp(`/grading/${again.id}`))
  await expect(points(page)).toBeInViewport({ ratio: 1 })
  expect(await axe()).toEqual([])
  const ends = (box: Awaited<ReturnType<Locator['boundingBox']>>) => (box?.x ?? 0) + (box?.width ?? 0)
  const work = page.getByRole('region', { name: 'Text Response', exact: true })
  expect((await work.boundingBox())?.width).toBeGreaterThan(750)
  await page.getByRole('button', { name: 'Compare' }).click()
  const first = page.getByRole('region', { name: /^Attempt 1 .*Text Response$/ })
  await expect(first).toContainText(`The essay of ${students[1]?.id}`)
  const beside = await first.boundingBox()
  expect(ends(await work.boundingBox())).toBeLessThan(beside?.x ?? 0)
  expect(ends(beside)).toBeLessThan(820)
  expect(await axe()).toEqual([])
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(first).toBeHidden()
  // On a low one the points stay in sight, and the work has two thirds of it.
  await page.setViewportSize({ width: 820, height: 720 })
  await expect.poll(async () => (await panel(page).boundingBox())?.y).toBeGreaterThan(470)
  await expect(points(page)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  const bar = page.getByRole('button', { name: 'Grade: – / 10' })
  await expect(bar).toBeInViewport({ ratio: 1 })
  await expect(points(page)).toBeHidden()
  await bar.press('Enter')
  await expect(points(page)).toBeInViewport({ ratio: 1 })
  expect(await axe()).toEqual([])
  await points(page).fill('7')
  await points(page).press('Escape')
  await expect(points(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Grade: 7 / 10' })).toBeFocused()
})

test('a grader learns that something was handed in again, or that the assignment was deleted, which is not there when one comes back', async ({
  page,
  person,
  signIn,
  course,
  db,
}) => {
  const mali = await person(course.staff('instructor', 'Mali', 'Boonmee'))
  const students = await some(course, 2)
  const { id, grading, works } = await essay(db, course, students)
  const student = await person(students[1] as OwnPerson)
  const path = `/api/courses/${course.id}/assignments/${id}`
  const { revision } = await mali.get<{ revision: number }>(path)
  await signIn(course.staff('instructor'))
  await page.goto(grading(0))
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Student 02 Of all' })).toBeVisible()
  await points(page).fill('6')
  const again = await page.request.post(`${path}/submit`, {
    headers: { authorization: student.token },
    data: { textbox: 'A better one' },
  })
  expect(again.ok()).toBe(true)
  const { promise: isAnswered, resolve: answerIt } = Promise.withResolvers<void>()
  const save = `**/submissions/${works[1]?.id}/feedback`
  await page.route(save, async (route) => {
    const response = await route.fetch()
    await isAnswered
    await route.fulfill({ response })
  })
  const isSaved = page.waitForResponse(save)
  await page.getByRole('alert').getByRole('button', { name: 'Attempt 2' }).click()
  await expect(page.getByText('A better one')).toBeVisible()
  await expect(points(page)).toHaveValue('')
  await page.getByRole('combobox', { name: 'Attempt' }).selectOption('Attempt 1')
  await expect(points(page)).toHaveValue('6')
  await points(page).fill('5')
  // What a grader saved and left is not somebody else's when it is answered late.
  answerIt()
  await isSaved
  const answer = await page.request.delete(path, {
    headers: { authorization: mali.token, 'if-match': `"${revision}"` },
  })
  expect(answer.ok()).toBe(true)
  const gone = page.getByRole('alert').filter({ hasText: 'It is not there any more: somebody removed it meanwhile.' })
  await expect(gone).toBeVisible()
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(panel(page).getByRole('alert')).toContainText('It was deleted meanwhile. What you wrote is still here')
  await expect(points(page)).toHaveValue('5')
  await page.getByRole('button', { name: 'Previous', exact: true }).click()
  const unsaved = page.getByText('1 grade is on this device and not saved')
  await expect(unsaved).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(unsaved).toBeHidden()
  await undo(page, 'It is discarded.')
  await expect(unsaved).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(unsaved).toBeHidden()
  await page.reload()
  await expect(page.getByText('Page not found')).toBeVisible()
})

test('keys that are pressed before a work is there are refused in sight, and so is the rest of them once it is there', async ({
  page,
  signIn,
  course,
  db,
}) => {
  const { grading, works } = await essay(db, course, await some(course, 3))
  await signIn(await course.staff('assistant'))
  const { promise: there, resolve: comes } = Promise.withResolvers<void>()
  await page.route(`**/submissions/${works[1]?.id}`, async (route) => {
    await there
    await route.continue()
  })
  await page.goto(grading(0))
  const name = (n: number) => page.getByRole('heading', { level: 1, name: `Student 0${n} Of all` })
  await expect(name(1)).toBeVisible()
  await page.keyboard.press('s')
  await page.keyboard.type('8')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${works[1]?.id}$`))
  await expect(name(1)).toHaveCount(0)
  await page.keyboard.press('1')
  await says(page, /^This work was still loading/)
  comes()
  await expect(name(2)).toBeVisible()
  // The second digit of 10, and the way on.
  await page.keyboard.press('0')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(name(2)).toBeVisible()
  await expect(points(page)).toHaveValue('')
  await page.keyboard.press('Escape')
  // Where the keys would have gone: elsewhere they would be items of the rubric.
  await expect(points(page)).toBeFocused()
  await page.keyboard.type('10')
  await page.keyboard.press('Enter')
  await expect(name(3)).toBeVisible()
  const scores = async () => {
    const query = db.selectFrom('feedback').select(['submission_id', 'score']).where('course_id', '=', course.id)
    const of = new Map((await query.execute()).map(({ submission_id, score }) => [submission_id, Number(score)]))
    return works.map(({ id }) => of.get(id))
  }
  await expect.poll(scores).toEqual([8, 10, undefined])
})
