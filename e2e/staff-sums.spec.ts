import type { Page } from '@playwright/test'
import { makeQuestion } from '../server/assignments/testing.ts'
import { seed } from '../server/changes/change.ts'
import { makeAssignment, submit } from '../server/testing/world.ts'
import { expect, test } from './fixtures.ts'
import { goWithin } from './screens.ts'

/* Grades follow the answer key. */

test('a key that was wrong is corrected after its list of grades was seen, and taken back in one press', async ({
  page,
  request,
  person,
  course,
  signIn,
  axe,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Colours', score: 2.5, has_text: false, due_at: null })
  const question = await makeQuestion(db, course, quiz, ['Red', 'Green'])
  for (const [name, answer] of [
    ['Anong', '0'],
    ['Boonsri', '1'],
    ['Chai', '1'],
  ] as const) {
    const { token } = await person(course.student(name, 'Somjai'))
    const at = `/api/courses/${course.id}/assignments/${quiz.id}/submit`
    const answered = { headers: { authorization: token }, data: { [`item-${question.id}`]: answer } }
    expect((await request.post(at, answered)).ok()).toBe(true)
  }
  await signIn(course.staff('instructor'))
  const submissions = `/course/${course.id}/assignments/${quiz.id}/submissions`
  const scoreOf = (name: string) => page.getByRole('row').filter({ hasText: name })

  await page.goto(`/course/${course.id}/assignments/${quiz.id}/edit`)
  await page.getByRole('radio', { name: 'Choice 2 is right' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const asks = page.getByRole('alertdialog')
  await expect(asks).toContainText('3 grades change')
  await expect(asks).toContainText('Students have seen none of them yet.')
  await expect(asks.getByRole('row').filter({ hasText: 'Anong Somjai' })).toContainText(/2.5\s*0\s*−2.5/)
  await expect(asks.getByRole('row').filter({ hasText: 'Chai Somjai' })).toContainText(/0\s*2.5\s*\+2.5/)
  expect(await axe()).toEqual([])
  await asks.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Saved.')
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  await expect(undo).toBeVisible()
  const scores = async () => {
    const rows = await db
      .selectFrom('feedback as f')
      .innerJoin('submissions as s', 's.id', 'f.submission_id')
      .innerJoin('people as p', 'p.id', 's.owner_id')
      .select('f.score')
      .where('f.course_id', '=', course.id)
      .orderBy('p.first')
      .execute()
    return rows.map(({ score }) => Number(score))
  }
  expect(await scores()).toEqual([0, 2.5, 2.5])
  await undo.click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Taken back.')
  expect(await scores()).toEqual([2.5, 0, 0])
  const { id } = await db
    .selectFrom('submissions')
    .select('id')
    .where('course_id', '=', course.id)
    .limit(1)
    .executeTakeFirstOrThrow()
  await goWithin(page, `/course/${course.id}/assignments/${quiz.id}/grading/${id}`)
  await expect(page.getByRole('complementary', { name: 'Grade' })).toContainText('Scored by itself on')
  await goWithin(page, submissions)
  await expect(scoreOf('Anong Somjai')).toContainText('2.5')
})

type Given = Pick<Parameters<Parameters<typeof test>[2]>[0], 'page' | 'person' | 'course' | 'signIn' | 'db'>

/** A question about colours that a student answered with what is wrong so far, and its sheet on the page of an instructor. */
async function answered({ page, person, course, signIn, db }: Given) {
  const quiz = await makeAssignment(db, course, { name: 'Colours', score: 2.5, has_text: false, due_at: null })
  const question = await makeQuestion(db, course, quiz, ['Red', 'Green'])
  const student = await person(course.student('Boonsri', 'Somjai'))
  const path = `/api/courses/${course.id}/assignments/${quiz.id}`
  const work = { headers: { authorization: student.token }, data: { [`item-${question.id}`]: '1' } }
  expect((await page.request.post(`${path}/submit`, work)).ok()).toBe(true)
  const colleague = await person(course.staff('instructor', 'Dao', 'Wong'))
  const { token } = await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/edit`)
  return {
    id: quiz.id,
    asks: page.getByRole('alertdialog'),
    async change(data: object, as = token) {
      const { revision } = await colleague.get<{ revision: number }>(path)
      const headers = { authorization: as, 'if-match': `"${revision}"` }
      const saved = await page.request.patch(path, { headers, data })
      expect(saved.ok(), await saved.text()).toBe(true)
    },
    colleague,
    /** The score of the work. */
    async score() {
      const kept = db.selectFrom('feedback').select('score').where('course_id', '=', course.id)
      return Number((await kept.executeTakeFirstOrThrow()).score)
    },
  }
}

test('a key is corrected after its list of grades was seen, also while students do not see the assignment', async ({
  page,
  person,
  course,
  signIn,
  db,
}) => {
  const { asks, change, score } = await answered({ page, person, course, signIn, db })
  await change({ publish_at: null })
  await page.getByRole('radio', { name: 'Choice 2 is right' }).check()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(asks).toContainText('1 grade changes')
  await asks.getByRole('button', { name: 'Cancel' }).click()
  // Who turned from it is asked again.
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await expect(asks).toContainText('1 grade changes')
  expect(await score()).toBe(0)
  await asks.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('It is published.')
  expect(await score()).toBe(2.5)
})

test('a key is not saved when the list of its grades does not come', async ({ page, person, course, signIn, db }) => {
  const { asks, score } = await answered({ page, person, course, signIn, db })
  await page.getByRole('radio', { name: 'Choice 2 is right' }).check()
  await page.route(/dry_run=true/, (route) => route.abort())
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByRole('alert')).toContainText('What you wrote is kept on this device')
  expect(await score()).toBe(0)
  await page.unroute(/dry_run=true/)
  await save.click()
  await expect(asks).toContainText('1 grade changes')
})

test('what a colleague saves before a key is confirmed is merged, and the list is seen once more', async ({
  page,
  person,
  course,
  signIn,
  db,
}) => {
  const { asks, change, colleague, score } = await answered({ page, person, course, signIn, db })
  await page.getByRole('radio', { name: 'Choice 2 is right' }).check()
  const sent = page.waitForRequest((request) => request.method() === 'PATCH' && !request.url().includes('dry_run'))
  let isMerged = false
  // The colleague's change is saved when this one is on its way.
  await page.route(
    (url) => url.pathname.includes('/assignments/') && url.search === '',
    async (route) => {
      if (route.request().method() !== 'PATCH' || isMerged) return route.continue()
      isMerged = true
      await change({ assignment_description: 'What do you see?' }, colleague.token)
      await route.continue()
    },
  )
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await asks.getByRole('button', { name: 'Change it' }).click()
  await sent
  await expect(page.getByRole('alert').filter({ hasText: 'Dao Wong' })).toHaveCount(1)
  await expect(asks).toContainText('1 grade changes')
  expect(await score()).toBe(0)
  await asks.getByRole('button', { name: 'Change it' }).click()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Saved.')
  expect(await score()).toBe(2.5)
})

/** Holds the list of what saving would change until `come`. */
async function holdList(page: Page) {
  const { promise, resolve: come } = Promise.withResolvers<void>()
  await page.route(
    /dry_run=true/,
    async (route) => {
      await promise
      await route.continue()
    },
    { times: 1 },
  )
  return { come, isAsked: page.waitForRequest(/dry_run=true/) }
}

test('who types on after Ctrl+S saves that, too, although a list of changes is read before it', async ({
  page,
  person,
  course,
  signIn,
  db,
}) => {
  const { id } = await answered({ page, person, course, signIn, db })
  const { come, isAsked } = await holdList(page)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Colours and')
  await page.keyboard.press('ControlOrMeta+s')
  await isAsked
  await page.keyboard.type(' forms')
  come()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Saved.')
  const saved = db.selectFrom('assignments').select('name').where('id', '=', id)
  const { name } = await saved.executeTakeFirstOrThrow()
  expect(name).toBe('Colours and forms')
})

test('Ctrl+S while an assignment is being published leaves it published', async ({
  page,
  person,
  course,
  signIn,
  db,
}) => {
  const { id, change } = await answered({ page, person, course, signIn, db })
  await change({ publish_at: null })
  const { come, isAsked } = await holdList(page)
  await page.getByRole('button', { name: 'Save and publish' }).click()
  await isAsked
  await page.keyboard.press('ControlOrMeta+s')
  come()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('It is published.')
  const saved = db.selectFrom('assignments').select('publish_at').where('id', '=', id)
  const { publish_at } = await saved.executeTakeFirstOrThrow()
  expect(publish_at).not.toBeNull()
})

test('Enter that is held at Save asks, and does not answer the question too', async ({
  page,
  person,
  course,
  signIn,
  db,
}) => {
  const { asks, score } = await answered({ page, person, course, signIn, db })
  await page.getByRole('radio', { name: 'Choice 2 is right' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  await page.keyboard.down('Enter')
  await expect(asks.getByRole('button', { name: 'Change it' })).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await asks.getByRole('button', { name: 'Cancel' }).click()
  expect(await score()).toBe(0)
})

test('beside an answer stand the points that its part has by now, as in the panel', async ({
  page,
  course,
  signIn,
  db,
}) => {
  const quiz = await makeAssignment(db, course, { name: 'Colours', score: 10 })
  const { id } = await submit(db, course, quiz, await course.student('Boonsri', 'Somjai'), { textbox: 'Red' })
  await signIn(course.staff('instructor'))
  await page.goto(`/course/${course.id}/assignments/${quiz.id}/grading/${id}`)
  const answer = page.getByRole('region', { name: 'Text Response' })
  // Without points of its own, the text is all of the work.
  await page.getByRole('textbox', { name: 'Text Response: points of 10' }).fill('7')
  await expect(answer).toContainText('7 / 10')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page
      .getByRole('complementary', { name: 'Grade' })
      .getByRole('status')
      .filter({ hasText: /^Saved$/ }),
  ).toBeVisible()
  await seed(db, (trx) =>
    trx.updateTable('assignments').set({ score: 20, score_essay: 20 }).where('id', '=', quiz.id).execute(),
  )
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Text Response: points of 20' })).toHaveValue('7')
  await expect(answer).toContainText('7 / 20')
})
