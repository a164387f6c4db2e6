import type { Page } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
import { expect, type Person, test, type Who } from './fixtures.ts'
import { goWithin } from './screens.ts'

type SignIn = (who: Who) => Promise<Person>

async function open(page: Page, signIn: SignIn, code = '2110101') {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course(code)
  await page.goto(`/course/${course_id}/grade`)
  await expect(page.getByRole('heading', { name: 'Gradebook', level: 2 })).toBeVisible()
  return { ploy, course_id }
}

test('scores stand out of their maximum, attendance by week, and assignments by due date with the way to feedback', async ({
  page,
  signIn,
}) => {
  const { ploy, course_id } = await open(page, signIn)
  const graded = (name: string) =>
    page.getByRole('region', { name: 'Gradebook' }).getByRole('row').filter({ hasText: name })
  await expect(graded('Midterm examination').getByRole('cell')).toHaveText('24.25 / 30')
  const bar = graded('Midterm examination').getByRole('meter')
  await expect(bar).toHaveAttribute('aria-valuenow', '24.25')
  await expect(bar).toHaveAttribute('aria-valuetext', '24.25 out of 30')
  await expect(graded('Midterm examination')).toContainText(/Class average about \d+(\.\d+)?/)
  await expect(graded('Final examination').getByRole('cell')).toHaveText('Not scored')
  await expect(graded('Final examination').getByRole('meter')).toHaveCount(0)

  // A strip, and cards with a badge and the date of each class.
  const section = page.getByRole('region', { name: 'Attendance' })
  const strip = section.getByRole('list', { name: 'Attendance by week' })
  await expect(strip.getByRole('listitem').first()).toContainText('Week 1: ')
  const card = section.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Week 1', exact: true }) })
  await expect(card).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/)
  for (const word of ['Present', 'Late', 'Absent', 'N/A']) {
    await expect(section.getByText(word, { exact: true }).first()).toBeVisible()
  }

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

test('a grade stands in the place of a score: in the list, on the worksheet and among the grades', async ({
  page,
  signIn,
}) => {
  const { course_id } = await (await signIn('ploy')).course('2304183')
  const course = `/course/${course_id}`
  await page.goto(`${course}/grade`)
  const badge = page.getByText('Grade: B+', { exact: true })
  await expect(page.getByRole('row').filter({ hasText: 'Report 4' }).filter({ has: badge })).toBeVisible()
  await goWithin(page, `${course}/assignments?tab=completed`)
  await expect(page.getByRole('listitem').filter({ hasText: 'Report 4' }).filter({ has: badge })).toContainText(/B\+/)
  await page.getByRole('link', { name: /^Report 4/ }).click()
  await expect(page.getByRole('dialog').getByText('Grade: B+', { exact: true })).toBeAttached()
  await page.getByRole('link', { name: 'View your submission' }).click()
  await expect(page.getByRole('complementary', { name: 'About this assignment' })).toContainText('Grade: B+')
})

test('a grade in points is out of 4', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2304183')
  await page.route('**/assignments/my', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: AssignmentSummary[] }
    for (const { my } of data) if (my?.feedback.grade) my.feedback.grade = 3.5
    await route.fulfill({ response: answer, json: { data } })
  })
  await page.goto(`/course/${course_id}/grade`)
  const row = page.getByRole('row').filter({ hasText: 'Report 4' })
  await expect(row).toContainText('3.5/4')
  await expect(row).toContainText('Grade: 3.5 out of 4')
})

const phone = { width: 390, height: 844 }
/** A row of the phone's list, and its content once it is open. */
const inList = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: name })

test('on a phone every grade is one line, attendance a strip, and a row opens by the keyboard to all that the table tells', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(phone)
  const { course_id } = await open(page, signIn)
  await expect(inList(page, 'Assignment Score', 'Course diary')).toBeVisible()
  for (const list of ['Gradebook', 'Assignment Score']) {
    const rows = await page.getByRole('list', { name: list, exact: true }).getByRole('listitem').all()
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect((await row.boundingBox())?.height).toBeLessThanOrEqual(48)
  }
  const [high, wide] = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement
    return [scrollHeight, scrollWidth - innerWidth] as const
  })
  expect(high).toBeLessThan(3 * phone.height)
  expect(wide).toBeLessThanOrEqual(0)

  // Attendance is stated once, until every class is asked for.
  const section = page.getByRole('region', { name: 'Attendance' })
  await expect(section.getByRole('list', { name: 'Attendance by week' }).getByRole('listitem').first()).toContainText(
    'Week 1: ',
  )
  const week = section.getByRole('heading', { name: 'Week 1', exact: true })
  await expect(week).toHaveCount(0)
  await section.getByRole('button', { name: 'Every class' }).click()
  await expect(week).toBeVisible()
  await expect(section.getByText('Present', { exact: true }).first()).toBeVisible()

  const row = inList(page, 'Assignment Score', 'Lab 1')
  const button = row.getByRole('button', { name: /^Lab 1: Hello, world.*Score: 9.5 out of 10$/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  for (const term of ['Due Date', 'Submitted Date']) {
    await expect(row.locator('dl > div').filter({ hasText: term })).toContainText(
      /\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/,
    )
  }
  await expect(row.locator('dl > div').filter({ hasText: 'Status' })).toContainText('Graded')
  await expect(row.getByRole('link', { name: /^View feedback on/ })).toHaveAttribute('href', /\/worksheet$/)
  await expect(row.getByRole('link', { name: /^Open Lab 1/ })).toHaveAttribute('href', /\/preview$/)

  const midterm = inList(page, 'Gradebook', 'Midterm examination')
  await midterm.getByRole('button', { name: /Score: 24.25 out of 30$/ }).press('Space')
  await expect(midterm.getByRole('meter')).toHaveAttribute('aria-valuetext', '24.25 out of 30')
  await expect(midterm).toContainText(/Class average about \d+(\.\d+)?/)
  // The item has no further details.
  await expect(inList(page, 'Gradebook', 'Final examination')).toHaveText(/Not scored/)
  await expect(inList(page, 'Gradebook', 'Final examination').getByRole('button')).toHaveCount(0)

  // It is closed when the page is opened anew.
  await page.goto(`/course/${course_id}/grade`)
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

for (const width of [390, 1280]) {
  test(`what has no points, and what was judged without a score, is told in words at ${width} px`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.route('**/gradebook', async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object[] }
      const bonus = { _id: 'x', gradable_name: 'Bonus', score: 3, gradable_score: 0, class_mean: null }
      await route.fulfill({ response, json: { data: [bonus, ...data] } })
    })
    await open(page, signIn)
    const row = (table: string, name: string) =>
      width === 390
        ? inList(page, table, name)
        : page.getByRole('region', { name: table }).getByRole('row').filter({ hasText: name })
    await expect(row('Assignment Score', 'Course diary')).toContainText('No points')
    await expect(row('Assignment Score', 'What is a computer?')).toContainText('Not scored')
    await expect(row('Gradebook', 'Bonus')).toHaveText(/Bonus\s*3$/)
    expect(await page.getByRole('main').textContent()).not.toMatch(/\/\s?0(?!\d)|NaN/)
  })
}

test('on a phone a long name without a space leaves the score in sight', async ({ page, signIn }) => {
  await page.setViewportSize(phone)
  await page.route('**/gradebook*', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: object[] }
    const long = { _id: 'x', gradable_name: 'Long'.repeat(30), score: 3, gradable_score: 4, class_mean: null }
    await route.fulfill({ response, json: { data: [long, ...data] } })
  })
  await open(page, signIn)
  const button = inList(page, 'Gradebook', 'LongLong').getByRole('button')
  await expect(button.getByText('3/4', { exact: true })).toBeInViewport({ ratio: 1 })
  const closed = (await button.boundingBox())?.height ?? 0
  await button.click()
  // An open item shows the full text.
  await expect.poll(async () => (await button.boundingBox())?.height).toBeGreaterThan(closed + 40)
  await expect(button.getByText('3/4', { exact: true })).toBeInViewport({ ratio: 1 })
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
