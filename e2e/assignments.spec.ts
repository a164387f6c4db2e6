import type { Page } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
import { beginAt } from './clock.ts'
import { expect, type Person, test } from './fixtures.ts'
import { openList } from './worksheets.ts'

/** The page begins four and a half hours before Quiz 3 is due, however long ago the school was made. */
async function beforeQuiz(page: Page, person: Person): Promise<void> {
  const { course_id } = await person.course('2110101')
  const all = await person.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
  const quiz = all.find((a) => a.assignment_name.startsWith('Quiz 3'))
  await beginAt(page, Date.parse(quiz?.assignment_due ?? '') - 4.5 * 3_600_000)
}

test('the assigned ones stand by due date, what has none last, each with its group and its date', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  await beforeQuiz(page, ploy)
  await openList(page, ploy)
  const list = page.getByRole('list', { name: 'Assigned' })
  const names = await list.getByRole('heading', { level: 3 }).allTextContents()
  expect(names.slice(0, 3)).toEqual([
    'Lab 6: Measure it',
    'Quiz 3: Searching and sorting',
    'Reading: “The Camel Has Two Humps”, and why it was withdrawn',
  ])
  const card = (name: string) => list.getByRole('listitem').filter({ hasText: name })
  await expect(card('Lab 6')).toContainText('Closed')
  await expect(card('Quiz 3')).toContainText(/Individual.*in 4 hours/)
  await expect(card('Project proposal')).toContainText('The Off-By-Ones')
  await expect(card('Course diary')).toContainText('No due date')
  expect(names.indexOf('Course diary')).toBeGreaterThan(names.indexOf('Project proposal'))
})

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

test('the side panel lists what is due in 24 hours and leads to its preview', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  await beforeQuiz(page, ploy)
  await openList(page, ploy)
  const panel = page.getByRole('region', { name: 'Due in 24 hours' })
  await expect(panel.getByRole('link')).toHaveText([/^Quiz 3/, /^Reading/])
  await expect(panel).toContainText('Due in 4 hours')
  await panel.getByRole('link', { name: /^Quiz 3/ }).click()
  await expect(page.getByRole('dialog', { name: /^Quiz 3/ })).toBeVisible()
})

test('an empty course says so on both tabs and in the panel', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  const { course_id } = await ploy.course('2110000')
  await page.goto(`/course/${course_id}/assignments`)
  await expect(page.getByText('You do great! You finished all assignments!')).toBeVisible()
  await expect(page.getByText('Hooray! No assignment due in next 24 hours')).toBeVisible()
  await page.goto(`/course/${course_id}/assignments?tab=completed`)
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

test('the preview of what was submitted has the obtained score, and says when feedback is there', async ({
  page,
  signIn,
}) => {
  await openList(page, await signIn('ploy'), '?tab=completed')
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
})

test('an assignment that is not there says so and leads back to the list', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/assignments/00000000-0000-7000-8000-000000000000/preview`)
  await expect(page.getByRole('region', { name: 'Messages' }).getByText('Internal Server Error')).toBeVisible()
  await expect(page).toHaveURL(`/course/${course_id}/assignments`)
})

test('the way back from a worksheet leads to the tab that it was opened from', async ({ page, signIn }) => {
  const path = await openList(page, await signIn('ploy'), '?tab=completed')
  await page.getByRole('list', { name: 'Completed' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'View your submission' }).click()
  await page.getByRole('link', { name: 'Back to assignments' }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('list', { name: 'Completed' })).toBeVisible()
})
