import type { Page } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
import { expect, type Person, test, type Who } from './fixtures.ts'

type SignIn = (who: Who) => Promise<Person>

async function open(page: Page, signIn: SignIn, code = '2110101') {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course(code)
  await page.goto(`/course/${course_id}/grade`)
  await expect(page.getByRole('heading', { name: 'Gradebook', level: 2 })).toBeVisible()
  return { ploy, course_id }
}

test('the gradebook shows each score out of its maximum, as a bar too, and none where there is none', async ({
  page,
  signIn,
}) => {
  await open(page, signIn)
  const row = (name: string) =>
    page.getByRole('region', { name: 'Gradebook' }).getByRole('row').filter({ hasText: name })
  await expect(row('Midterm examination').getByRole('cell')).toHaveText('24.25 / 30')
  const bar = row('Midterm examination').getByRole('meter')
  await expect(bar).toHaveAttribute('aria-valuenow', '24.25')
  await expect(bar).toHaveAttribute('aria-valuetext', '24.25 out of 30')
  await expect(row('Midterm examination')).toContainText(/Class average \d+(\.\d+)?/)
  await expect(row('Final examination').getByRole('cell')).toHaveText('Not scored')
  await expect(row('Final examination').getByRole('meter')).toHaveCount(0)
})

test('a final grade is never shown, even if the server gave one', async ({ page, signIn }) => {
  await page.route('**/gradebook', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: unknown[] }
    data.push({ _id: 'x', gradable_name: 'Final Grade', score: 4, gradable_score: 4, class_mean: null })
    await route.fulfill({ json: { data } })
  })
  await open(page, signIn)
  await expect(page.getByRole('row').filter({ hasText: 'Quiz 1' }).first()).toBeVisible()
  await expect(page.getByText('Final Grade')).toHaveCount(0)
})

test('attendance stands by week, as a strip and as cards with a badge and the date of each class', async ({
  page,
  signIn,
}) => {
  await open(page, signIn)
  const section = page.getByRole('region', { name: 'Attendance' })
  const strip = section.getByRole('list', { name: 'Attendance by week' })
  await expect(strip.getByRole('listitem').first()).toContainText('Week 1: ')
  const card = section.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Week 1', exact: true }) })
  await expect(card).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/)
  for (const word of ['Present', 'Late', 'Absent', 'N/A']) {
    await expect(section.getByText(word, { exact: true }).first()).toBeVisible()
  }
})

test('assignments stand by due date with their status, score and the way to feedback', async ({ page, signIn }) => {
  const { ploy, course_id } = await open(page, signIn)
  const table = page.getByRole('table', { name: 'Assignment Score' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Assignment',
    'Due Date',
    'Submitted Date',
    'Status',
    'Score',
    'Feedback',
  ])
  const all = await ploy.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
  const due = (a: AssignmentSummary) => a.assignment_due ?? '9'
  const names = [...all].sort((a, b) => due(a).localeCompare(due(b))).map((a) => a.assignment_name)
  await expect(table.getByRole('rowheader')).toHaveText(names)

  const row = (name: string) => table.getByRole('row').filter({ hasText: name })
  await expect(row('Lab 1').getByRole('cell').nth(2)).toContainText('Graded')
  await expect(row('Lab 1')).toContainText('9.5/10')
  const lab1 = all.find((a) => a.assignment_name.startsWith('Lab 1'))
  await expect(row('Lab 1').getByRole('link', { name: /^View feedback on/ })).toHaveAttribute(
    'href',
    `/course/${course_id}/assignments/${lab1?._id}/worksheet`,
  )
  await expect(row('Lab 4').getByRole('cell').nth(2)).toContainText('Submitted')
  await expect(row('Lab 4')).toContainText('–/10')
  await expect(row('Lab 4')).toContainText('Score: not shown yet, out of 10')
  await expect(row('Lab 4').getByRole('link', { name: /^View feedback on/ })).toHaveCount(0)
  // Graded, and without a comment.
  await expect(row('Lab 2').getByRole('cell').nth(2)).toContainText('Graded')
  await expect(row('Lab 2').getByRole('link', { name: /^View feedback on/ })).toHaveCount(0)
  await expect(row('Course diary')).toContainText('No due date')
  await expect(row('Course diary')).toContainText('Not submitted')
  await expect(row('Course diary').getByRole('cell').nth(2)).toContainText('Assigned')
})

test('on a phone the assignment scores are blocks that are still a table', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, signIn)
  const table = page.getByRole('table', { name: 'Assignment Score' })
  await expect(table.getByRole('row').filter({ hasText: 'Lab 1' }).getByRole('cell')).toHaveCount(5)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
})

test('on a phone a long name without a space leaves the score in sight', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/gradebook*', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object[] }
    const long = { _id: 'x', gradable_name: 'Long'.repeat(30), score: 3, gradable_score: 4 }
    await route.fulfill({ response, json: { data: [long, ...data] } })
  })
  await open(page, signIn)
  await expect(page.getByRole('cell', { name: '3 / 4' })).toBeInViewport({ ratio: 1 })
})

test('a course without scores, classes and assignments says so in each part', async ({ page, signIn }) => {
  await open(page, signIn, '2110000')
  for (const words of ['No scores yet', 'No schedules', 'No assignments yet']) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
})

test('a gradebook that fails says Error, and the rest of the page stands', async ({ page, signIn }) => {
  await page.route('**/gradebook', (route) => route.fulfill({ status: 500, json: {} }))
  await open(page, signIn)
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Assignment Score' })).toBeVisible()
})
