import type { Locator, Page } from '@playwright/test'
import type { AssignmentSummary } from '../contract/assignments.ts'
import { beginAt } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { onServer, openList, openWorksheet, python, side, submit, text } from './worksheets.ts'

/** Presses Tab until something has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Tab never reaches ${target}`)
}

test('from Start Attempt to the success dialog with the keyboard alone', async ({ page, signIn, course }) => {
  test.setTimeout(300_000)
  // From now on, because Chromium does not report a dialog that opens right after the listener is added.
  page.on('filechooser', () => {})
  const person = await signIn(course.student())
  await openList(page, person)
  await tabTo(page, page.getByRole('link', { name: 'Problem set 6: Everything at once' }))
  await page.keyboard.press('Enter')
  const start = page.getByRole('link', { name: 'Start Attempt' })
  await expect(start).toBeVisible()
  if (!(await start.evaluate((element) => element === document.activeElement))) await tabTo(page, start)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Problem set 6' })).toBeFocused()
  await expect(page.getByText('Possible Score: 30')).toBeVisible()
  await expect(side(page)).toContainText('1 attempt left')
  await expect(side(page)).toContainText('0.00%')

  await tabTo(page, text(page))
  await page.keyboard.type('It grows like n log n.')
  const first = page.getByRole('radiogroup', { name: /^Question 1/ }).getByRole('radio')
  await tabTo(page, first.first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(first.nth(1)).toBeChecked()
  await tabTo(
    page,
    page
      .getByRole('radiogroup', { name: /^Question 2/ })
      .getByRole('radio')
      .first(),
  )
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('textbox', { name: /^Question 3/ }))
  await page.keyboard.type('สองเท่า')
  await tabTo(page, page.getByRole('textbox', { name: /^Question 4/ }))
  await page.keyboard.type('The empty list.')
  await expect(side(page)).toContainText('71.43%')
  await expect(submit(page)).toBeDisabled()
  for (const [slot, name] of [
    ['Your program (.py)', 'coldest.py'],
    ['A picture of its output', 'ผลลัพธ์.py'],
  ] as const) {
    await tabTo(page, page.getByLabel(`Choose a file: ${slot}`))
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await chooser).setFiles(python(name))
    await expect(page.getByRole('region', { name: slot })).toContainText(`${name}Attached`)
  }
  await expect(side(page)).toContainText('100.00%')
  await tabTo(page, submit(page))
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('alertdialog', { name: 'Submit Assignment' })
  await expect(confirm.getByRole('button', { name: 'Submit' })).toBeFocused()
  await expect(confirm).toHaveAccessibleDescription('Are you sure you want to submit this assignment?')
  await page.keyboard.press('Enter')
  const done = page.getByRole('dialog', { name: 'Assignment Submitted' })
  await expect(done).toContainText('Your assignment have been submitted successfully.')
  await page.keyboard.press('Escape')
  await expect(done).toBeHidden()

  await expect(page.getByText(/^Last submitted on \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d$/)).toBeVisible()
  await expect(text(page)).toBeDisabled()
  await expect(text(page)).toHaveValue('It grows like n log n.')
  await expect(first.nth(1)).toBeDisabled()
  await expect(submit(page)).toHaveCount(0)
  await expect(page.getByText('or drop it here')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'coldest.py' })).toHaveAttribute('href', /^\/api\/files\//)
  await expect(page.getByText('Possible Score')).toHaveCount(0)
})

test('a second click on the chosen option clears it', async ({ page, signIn, course }) => {
  await openWorksheet(page, await signIn(course.student()), 'Problem set 6')
  const options = page.getByRole('radiogroup', { name: /^Question 1/ })
  await expect(options.getByText(/^[A-Z]$/)).toHaveText(['A', 'B', 'C', 'D'])
  const option = options.getByText('It never returns')
  await option.click()
  await expect(options.getByRole('radio', { name: 'It never returns' })).toBeChecked()
  await expect(side(page)).toContainText('14.29%')
  await option.click()
  await expect(options.getByRole('radio', { name: 'It never returns' })).not.toBeChecked()
  await expect(side(page)).toContainText('0.00%')
})

test('a worksheet without a description says so', async ({ page, signIn, course }) => {
  await openWorksheet(page, await signIn(course.student()), 'Course diary')
  await expect(page.getByText('No instruction provided')).toBeVisible()
  await expect(side(page)).toContainText('No due date')
})

test('what was submitted with its one attempt is disabled, with the feedback when it is shown', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  await openWorksheet(page, ploy, 'Quiz 2')
  await expect(page.getByRole('heading', { name: 'Instructor Feedback' })).toBeVisible()
  await expect(page.getByText('two thirds fell into this trap')).toBeVisible()
  await expect(side(page)).toContainText('Score: 4 out of 10')
  for (const radio of await page.getByRole('radio').all()) await expect(radio).toBeDisabled()
  await expect(page.getByText('Correct answer')).toHaveCount(2)
  await expect(submit(page)).toHaveCount(0)
  await openWorksheet(page, ploy, 'Lab 4', goWithin)
  await expect(page.getByRole('heading', { name: 'Instructor Feedback' })).toHaveCount(0)
  await expect(side(page)).toContainText('–/10')
})

test('the time that is left counts down to the second, then it is past due, and it closes at its instant', async ({
  page,
  signIn,
  course,
}) => {
  const person = await signIn(course.student())
  const now = Date.now()
  const due = now + 3_600_000
  await beginAt(page, now)
  await page.route('**/assignments/*/my', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: { assignment_due: string; assignment_closes: string } }
    answer.data.assignment_due = new Date(due).toISOString()
    answer.data.assignment_closes = new Date(due + 5_000).toISOString()
    await route.fulfill({ response, json: answer })
  })
  await openWorksheet(page, person, 'Course diary')
  await text(page).fill('in time')
  await onServer(page)
  // The time stands still during the check, however slow the machine is.
  await page.clock.pauseAt(due - 9_000)
  await expect(side(page)).toContainText('in 9 seconds')
  await expect(submit(page)).toBeEnabled()
  const countsOn = async () => {
    await page.clock.runFor(200)
    return side(page).textContent()
  }
  await expect.poll(countsOn, { intervals: [50] }).toContain('in 8 seconds')
  await expect(submit(page)).toBeEnabled()
  await expect.poll(countsOn, { intervals: [50], timeout: 60_000 }).toContain('Past due')
  await expect(submit(page)).toBeEnabled()
  await expect(page.getByRole('alert')).toContainText('What you submit now is marked late.')
  await expect.poll(countsOn, { intervals: [50], timeout: 60_000 }).toContain('Closed')
  expect(await page.evaluate(() => Date.now())).toBeGreaterThanOrEqual(due + 5_000)
  await expect(page.getByRole('alert')).toContainText('This assignment is closed')
  await expect(submit(page)).toBeDisabled()
  await expect(text(page)).toHaveValue('in time')
})

test('the time that is left is by the server’s clock, whatever the device’s says', async ({ page, signIn, course }) => {
  const person = await signIn(course.student())
  const { course_id } = await person.course('2110101')
  const all = await person.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
  const due = Date.parse(all.find((a) => a.assignment_name.startsWith('Problem set 6'))?.assignment_due ?? '')
  const now = Date.now()
  const daysAt = (time: number) => Math.trunc((due - time) / 86_400_000)
  await page.clock.install({ time: now + 3 * 86_400_000 })
  await openWorksheet(page, person, 'Problem set 6')
  // The same number twice, unless it changes while this test runs.
  const days = new RegExp(`in (${daysAt(now)}|${daysAt(now + test.info().timeout)}) days`)
  await expect(side(page)).toContainText(days)
})

test('a worksheet that is not there says so', async ({ page, signIn }) => {
  const { course_id } = await (await signIn('ploy')).course('2110101')
  await page.goto(`/course/${course_id}/assignments/00000000-0000-7000-8000-000000000000/worksheet`)
  await expect(page.getByText('This assignment is not there, or it is not yours to see.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to assignments' })).toBeVisible()
})
