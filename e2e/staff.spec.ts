import type { Page } from '@playwright/test'
import type { Assignment, AssignmentSummary } from '../contract/assignments.ts'
import { expect, type Person, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { box, QUIET, READ, say, topicOf } from './topics.ts'

/*
 * The screens of instructors, teaching assistants and administrators without tools: nothing is there that is for
 * students alone.
 */

const staff = [
  ['an instructor', 'arthit', 'Instructor'],
  ['a teaching assistant', 'mali', 'Teaching assistant'],
] as const

/** The address of a course, and of one of its assignments. */
async function at(person: Person, name: string) {
  const { course_id } = await person.course('2110101')
  const all = await person.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
  const asgn = all.find((a) => a.assignment_name.startsWith(name)) as AssignmentSummary
  return { course: `/course/${course_id}`, api: `/api/courses/${course_id}`, asgn, all }
}

/** Every refusal in the API's answers. */
function refusals(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/api/') && answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
  })
  return refused
}

const main = (page: Page) => page.getByRole('main')
const ofStudents =
  /Start Attempt|attempts? left|Hooray|You do great|Keep going|Not scored|Obtained Score|View your submission|Not submitted|My Schedule|Your Group|Create a new group|Submit again/

for (const [whoever, who, role] of staff) {
  test(`${whoever} reads no words that are a student's, and is refused nothing, on any screen of a course`, async ({
    page,
    signIn,
  }) => {
    const { course, asgn } = await at(await signIn(who), 'Quiz 2')
    const refused = refusals(page)
    for (const [path, ready] of [
      ['home', 'Class Schedule'],
      ['schedule', 'Past classes'],
      ['content', 'External Links'],
      ['assignments', 'Due in 24 hours'],
      [`assignments/${asgn._id}/preview`, asgn.assignment_name],
      [`assignments/${asgn._id}/worksheet`, 'Question Sets'],
      ['discussion', 'Say hello'],
      ['group', 'Group'],
      ['meeting', 'Online Meeting'],
      ['grade', 'Gradebook'],
      ['about', 'Objectives'],
    ] as const) {
      await page.goto(`${course}/${path}`)
      await expect(page.getByRole('heading', { name: ready }).first()).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0)
      await expect(main(page), path).not.toContainText(ofStudents)
    }
    expect(refused).toEqual([])
  })

  test(`${whoever} sees in the header of a course what they are in it`, async ({ page, signIn }) => {
    const { course } = await at(await signIn(who), 'Quiz 2')
    await page.goto(`${course}/home`)
    await expect(main(page).locator('header').getByText(role, { exact: true })).toBeVisible()
  })

  test(`${whoever} opens an assignment as a sheet to read, with the right options marked`, async ({ page, signIn }) => {
    const { course, api, asgn } = await at(await signIn(who), 'Quiz 2')
    await page.goto(`${course}/assignments`)
    await page.getByRole('link', { name: asgn.assignment_name, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Maximum Score')).toBeVisible()
    await dialog.getByRole('link', { name: 'View the sheet' }).click()
    await expect(page).toHaveURL(`${course}/assignments/${asgn._id}/worksheet`)
    await expect(page.getByText('The correct answers are marked')).toBeVisible()
    await expect(main(page).getByRole('textbox')).toHaveCount(0)
    await expect(main(page).getByRole('radio')).toHaveCount(0)
    const answer = await page.request.get(`${api}/assignments/${asgn._id}`, {
      headers: { authorization: (await page.evaluate(() => localStorage.getItem('token'))) ?? '' },
    })
    const { assignment_questionset } = ((await answer.json()) as { data: Assignment }).data
    const questions = main(page).getByRole('region', { name: 'Question Sets' })
    const right = assignment_questionset.flatMap(({ options = [] }) => options.filter((o) => o.correct))
    expect(right.length).toBeGreaterThan(0)
    await expect(questions.getByText('Correct answer')).toHaveCount(right.length)
    for (const [i, { text }] of right.entries()) {
      const marked = questions.getByRole('listitem').filter({ hasText: /Correct answer$/ })
      const leaf = marked.filter({ hasNot: page.getByRole('listitem') }).nth(i)
      await expect(leaf).toContainText(text.replaceAll('`', ''))
    }
  })
}

test('staff have all assignments in one list, by due date, and what is due soon beside it', async ({
  page,
  signIn,
}) => {
  const { course, all } = await at(await signIn('arthit'), 'Quiz 2')
  await page.goto(`${course}/assignments`)
  const rows = page.getByRole('list', { name: 'Assignments' }).getByRole('listitem')
  await expect(rows).toHaveCount(all.length)
  const due = await rows.locator('time').evaluateAll((times) => times.map((time) => (time as HTMLTimeElement).dateTime))
  expect(due).toEqual([...due].sort())
  for (const { assignment_name, assignment_score: most } of all) {
    const words = most === 0 ? 'No points' : most === 1 ? '1 point' : `${most} points`
    await expect(rows.filter({ hasText: assignment_name }).filter({ hasText: words })).not.toHaveCount(0)
  }
  expect(all.some(({ assignment_score }) => assignment_score === 0)).toBe(true)
  await expect(page.getByRole('link', { name: 'Completed' })).toHaveCount(0)
})

test('the grades of staff are those of the class: no score and no attendance of their own', async ({
  page,
  signIn,
}) => {
  const { course, all } = await at(await signIn('arthit'), 'Quiz 2')
  await page.goto(`${course}/grade`)
  await expect(page.getByRole('grid', { name: 'Gradebook' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Class average' })).toBeVisible()
  await expect(page.getByText('Each student sees their own scores and attendance here.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Attendance' })).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Assignments' }).getByRole('listitem')).toHaveCount(all.length)
})

test('staff read the groups; the address of the wizard leads back to them', async ({ page, signIn }) => {
  const { course } = await at(await signIn('mali'), 'Quiz 2')
  await page.goto(`${course}/group/new`)
  await expect(page).toHaveURL(`${course}/group`)
  await expect(page.getByRole('treegrid').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an instructor’s comment says so to students beside their name, in their language; a student’s does not', async ({
  page,
  person,
  signIn,
  course,
}) => {
  const student = await signIn(course.student())
  const teacher = await person(course.staff('instructor'))
  const { api, path } = await topicOf(student, QUIET)
  const _id = await say(page.request, teacher, api, 'From the teacher')
  await say(page.request, student, `${api}/${_id}`, 'From a student')
  await page.goto(path)
  const card = page.getByRole('article').filter({ hasText: 'From the teacher' })
  await expect(card.getByText('Instructor', { exact: true })).toBeVisible()
  await goWithin(page, `${path}/post/${_id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('From a student')).toBeVisible()
  await expect(dialog.getByText('Instructor', { exact: true })).toHaveCount(1)
  await page.evaluate(() => localStorage.setItem('language', 'th'))
  await page.reload()
  await expect(page.getByRole('dialog').getByText('ผู้สอน', { exact: true })).toHaveCount(1)
})

test('what an instructor writes has their role at once, before the server has it', async ({ page, signIn }) => {
  const arthit = await signIn('arthit')
  await page.goto((await topicOf(arthit, READ)).path)
  await page.route('**/discussions/*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await box(page).fill('Not yet sent')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  const card = page.getByRole('article').filter({ hasText: 'Not yet sent' })
  await expect(card.getByText('Instructor', { exact: true })).toBeVisible()
})

test('an administrator who is not on a course is told so, and on none has a link to one', async ({
  page,
  person,
  signIn,
}) => {
  const { course_id } = await (await person('ploy')).course('2110101')
  await signIn('admin')
  await page.goto('/')
  await expect(page.getByText('Joined courses will available here!')).toBeVisible()
  await expect(page.locator('a[href^="/course/"]')).toHaveCount(0)
  for (const tab of ['home', 'content', 'about']) {
    await page.goto(`/course/${course_id}/${tab}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Not one of your courses' })).toBeVisible()
    await expect(page).toHaveTitle(/^Not one of your courses/)
  }
})
