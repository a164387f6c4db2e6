import type { Page } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
import { beginAt } from './clock.ts'
import { expect, type Person, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { onServer, openList, text } from './worksheets.ts'

/** The page begins four and a half hours before Quiz 3 is due, however long ago the school was made. */
async function beforeQuiz(page: Page, person: Person): Promise<void> {
  const { course_id } = await person.course('2110101')
  const all = await person.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
  const quiz = all.find((a) => a.assignment_name.startsWith('Quiz 3'))
  await beginAt(page, Date.parse(quiz?.assignment_due ?? '') - 4.5 * 3_600_000)
}

const section = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Assigned' }).getByRole('region', { name, exact: true })
const rowOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Assignments' }).getByRole('listitem').filter({ hasText: name })

test('the assigned ones stand by due date under headings that count them, nine in the first screen, beside what is due in 24 hours', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const ploy = await signIn('ploy')
  await beforeQuiz(page, ploy)
  await openList(page, ploy)
  const list = page.getByRole('group', { name: 'Assigned' })
  const names = await list.getByRole('link').allTextContents()
  expect(names.slice(0, 3)).toEqual([
    'Lab 6: Measure it',
    'Quiz 3: Searching and sorting',
    'Reading: “The Camel Has Two Humps”, and why it was withdrawn',
  ])
  expect(names.indexOf('Course diary')).toBeGreaterThan(names.indexOf('Project proposal'))
  await expect(section(page, 'Overdue').getByRole('heading', { level: 3 })).toHaveText('Overdue 1')
  await expect(section(page, 'No date').getByRole('heading', { level: 3 })).toHaveText('No date 3')
  await expect(rowOf(page, 'Lab 6')).toContainText(/10 points.*Past due.*Closes in \d days/)
  await expect(rowOf(page, 'Quiz 3')).toContainText(/7 points.*Individual.*in 4 hours/)
  await expect(rowOf(page, 'Project proposal')).toContainText(/10 points.*The Off-By-Ones/)
  await expect(section(page, 'No date').getByRole('listitem').filter({ hasText: 'Course diary' })).toContainText(
    /No points.*No due date/,
  )

  const rows = await list.getByRole('listitem').all()
  expect(rows.length).toBeGreaterThanOrEqual(9)
  for (const row of rows) await expect(row.getByRole('link')).toHaveCount(1)
  for (const row of rows.slice(0, 9)) await expect(row).toBeInViewport({ ratio: 1 })
  // Far from its name.
  await rowOf(page, 'Problem set 6').click({ position: { x: 700, y: 40 } })
  await expect(page.getByRole('dialog', { name: /^Problem set 6/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  const panel = page.getByRole('region', { name: 'Due in 24 hours' })
  await expect(panel.getByRole('link')).toHaveText([/^Quiz 3/, /^Reading/])
  await expect(panel).toContainText('Due in 4 hours')
  await panel.getByRole('link', { name: /^Quiz 3/ }).click()
  await expect(page.getByRole('dialog', { name: /^Quiz 3/ })).toBeVisible()
})

test('what is due comes under its heading by the clock, and under the next one as time passes', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  // A Sunday, half an hour before midnight in Bangkok; the week ends with it.
  const now = Date.UTC(2026, 10, 22, 16, 30)
  const after = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const dues: Record<string, string | null> = {
    'Lab 6': after(-1),
    'Quiz 3': after(10),
    Reading: after(29),
    'Problem set 6': after(90),
  }
  await page.route('**/assignments/my', async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: AssignmentSummary[] }
    const wanted = data.flatMap((one) => {
      const due = Object.entries(dues).find(([name]) => !one.completed && one.assignment_name.startsWith(name))?.[1]
      return due ? [{ ...one, assignment_due: due, due, assignment_closes: null }] : []
    })
    await route.fulfill({ response, json: { data: wanted } })
  })
  await beginAt(page, now)
  await openList(page, ploy)
  const counts = () => page.getByRole('group', { name: 'Assigned' }).getByRole('heading', { level: 3 })
  await expect(counts()).toHaveText(['Overdue 1', 'This week 2', 'Later 1'])
  await page.clock.runFor(11 * 60_000)
  await expect(counts()).toHaveText(['Overdue 2', 'This week 1', 'Later 1'])
  await page.clock.runFor(20 * 60_000)
  // It is Monday.
  await expect(counts()).toHaveText(['Overdue 3', 'This week 1'])
})

test('a row says in a word how far one is: not begun, begun, missed; and a draft as soon as it is kept', async ({
  page,
  signIn,
}) => {
  const zhiwei = await signIn('zhiwei')
  let closed = false
  await page.route('**/assignments/my', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: AssignmentSummary[] }
    for (const one of answer.data) {
      if (closed && one.assignment_name.startsWith('Lab 6')) one.assignment_closes = one.assignment_due
    }
    await route.fulfill({ response, json: answer })
  })
  await openList(page, zhiwei)
  await expect(rowOf(page, 'Course diary')).toContainText('Not begun')
  await rowOf(page, 'Course diary').getByRole('link').click()
  await page.getByRole('link', { name: 'Start Attempt' }).click()
  await text(page).fill('Dear diary')
  await onServer(page)
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(rowOf(page, 'Course diary')).toContainText('Draft')
  await expect(rowOf(page, 'Course diary')).not.toContainText('Not begun')
  closed = true
  await page.reload()
  await expect(rowOf(page, 'Lab 6')).toContainText('Missed')
  await expect(rowOf(page, 'Course diary')).toContainText('Draft')
})

for (const many of [0, 1, 2, 5]) {
  test(`on a phone what is due in 24 hours stands first, in three lines at most, with ${many} of them`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const ploy = await signIn('ploy')
    const assignment_due = new Date(Date.now() + 5 * 3_600_000).toISOString()
    const due = Array.from({ length: many }, (_, n) => ({
      _id: `0000000${n}-0000-7000-8000-000000000000`,
      assignment_name: `Essay ${n + 1}, ${'which has a long name '.repeat(6)}`,
      assignment_due,
    }))
    await page.route('**/assignments/due', (route) => route.fulfill({ json: { data: due } }))
    await openList(page, ploy)
    const panel = page.getByRole('region', { name: 'Due in 24 hours' })
    if (many === 0) await expect(panel).toContainText('Hooray! No assignment due in next 24 hours')
    else await expect(panel).toContainText('in 4 hours')
    const [above, below] = await Promise.all([
      panel.boundingBox(),
      page.getByRole('group', { name: 'Assigned' }).boundingBox(),
    ])
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    expect(above?.height).toBeLessThanOrEqual(150)
    if (many < 5) return
    await expect(panel.getByRole('link')).toHaveCount(1)
    await panel.getByRole('button', { name: '4 more' }).click()
    await expect(panel.getByRole('link')).toHaveCount(5)
  })
}

test('the completed ones have an address, say when they were submitted, and show a score only with its feedback', async ({
  page,
  signIn,
}) => {
  await openList(page, await signIn('ploy'))
  await page.getByRole('navigation', { name: 'Which assignments' }).getByRole('link', { name: 'Completed' }).click()
  await expect(page).toHaveURL(/\?tab=completed$/)
  await page.reload()
  const list = page.getByRole('list', { name: 'Completed' })
  const card = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await expect(card('Lab 1')).toContainText(/Submitted on \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d/)
  await expect(card('Lab 1')).toContainText('Score: 9.5 out of 10')
  await expect(card('Lab 4')).toContainText('–/10')
  await expect(card('Lab 4')).not.toContainText('8.5')
  await expect(card('Lab 1')).not.toContainText('Individual')
})

test('an empty course says so on both tabs and in the panel', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110000')
  await page.goto(`/course/${course_id}/assignments`)
  await expect(page.getByText('You do great! You finished all assignments!')).toBeVisible()
  await expect(page.getByText('Hooray! No assignment due in next 24 hours')).toBeVisible()
  await goWithin(page, `/course/${course_id}/assignments?tab=completed`)
  await expect(page.getByText('Keep going! No completed assignment yet!')).toBeVisible()
})

test('the preview has every row, an address, and leads to the worksheet', async ({ page, signIn }) => {
  const list = await openList(page, await signIn('ploy'))
  await page.getByRole('link', { name: 'Problem set 6: Everything at once' }).click()
  await expect(page).toHaveURL(/\/assignments\/[\w-]+\/preview$/)
  const dialog = page.getByRole('dialog', { name: 'Problem set 6: Everything at once' })
  const row = (term: string) => dialog.locator('dl > div').filter({ has: page.getByText(term, { exact: true }) })
  await expect(row('Due Date')).toContainText(/\d{1,2} [A-Z][a-z]{2} \d{4}, 23:59/)
  await expect(row('Attempt')).toContainText('1 attempt')
  await expect(row('Group')).toContainText('Individual')
  await expect(row('Maximum Score')).toContainText('30')
  await expect(dialog.getByRole('heading', { name: 'Description' })).toBeVisible()
  await expect(dialog.getByText('Feedback Available!')).toHaveCount(0)
  await expect(dialog.getByRole('link', { name: 'Start Attempt' })).toHaveAttribute('href', /\/worksheet$/)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('link', { name: 'Problem set 6: Everything at once' })).toBeFocused()
})

test('the address of an assignment alone is its preview', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110101')
  const all = await ploy.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
  const diary = all.find((a) => a.assignment_name === 'Course diary')
  await page.goto(`/course/${course_id}/assignments/${diary?._id}`)
  await expect(page).toHaveURL(/\/preview$/)
  const dialog = page.getByRole('dialog', { name: 'Course diary' })
  await expect(dialog.getByText('N/A')).toBeVisible()
})

test('the preview of what was submitted has its score and feedback, and the way back leads to the tab that it was opened from', async ({
  page,
  signIn,
}) => {
  const path = await openList(page, await signIn('ploy'), '?tab=completed')
  const dialog = page.getByRole('dialog')
  for (const [name, score, feedback] of [
    ['Lab 1: Hello, world', '9.5', true],
    ['Lab 4: Word counts', 'Not scored', false],
    ['Practice: loops until you are sure', '7.5', true],
  ] as const) {
    await page.getByRole('link', { name }).click()
    await expect(dialog.getByText('Obtained Score')).toBeVisible()
    await expect(dialog).toContainText(score)
    await expect(dialog.getByText('Feedback Available!')).toHaveCount(feedback ? 1 : 0)
    await expect(dialog.getByRole('link', { name: 'View your submission' })).toBeVisible()
    if (name.startsWith('Practice')) await expect(dialog).toContainText('Unlimited')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(/\?tab=completed$/)
  }
  await page.getByRole('link', { name: 'Practice: loops until you are sure' }).click()
  await dialog.getByRole('link', { name: 'View your submission' }).click()
  await page.getByRole('button', { name: /^Attempt 1/ }).click()
  const attempts = page.getByRole('region', { name: 'Your Submissions' })
  await expect(attempts, 'the comment on an earlier attempt').toContainText('Run it: the 0 is missing.')
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('list', { name: 'Completed' })).toBeVisible()
})

test('an assignment that is not there says so and leads back to the list', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/assignments/00000000-0000-7000-8000-000000000000/preview`)
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Internal Server Error')).toBeVisible()
  await expect(page).toHaveURL(`/course/${course_id}/assignments`)
})
