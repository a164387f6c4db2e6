import type { Page, Route } from '@playwright/test'
import type { Assignment } from '../contract/assignments.ts'
import { expect, test } from './fixtures.ts'
import { goWithin } from './screens.ts'
import { handIn, head, openList, openWorksheet, pathOf, side, submit, text } from './worksheets.ts'

const row = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name })

/** Changes the worksheet in the server's answer. */
async function changed(page: Page, change: (sheet: Assignment) => void): Promise<void> {
  await page.route('**/assignments/*/my', async (route: Route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: Assignment }
    change(answer.data)
    await route.fulfill({ response, json: answer })
  })
}

test('work after the due date is taken until it closes, which is told before typing, and is marked late', async ({
  page,
  signIn,
  course,
}) => {
  const person = await signIn(course.student())
  await openList(page, person)
  await expect(row(page, 'Overdue', 'Lab 6')).toContainText(/Past due.*Closes in \d days/)
  await page.getByRole('link', { name: 'Lab 6' }).click()
  const preview = page.getByRole('dialog', { name: 'Lab 6' })
  await expect(preview).toContainText(/Late work is taken until \d{1,2} [A-Z][a-z]{2} \d{4}, 23:59/)
  await preview.getByRole('link', { name: 'Start Attempt' }).click()
  await expect(page.getByText('The due date has passed')).toBeVisible()
  await expect(page.getByText('What you submit now is marked late.')).toBeVisible()
  await text(page).fill('The table, at last')
  await handIn(page)
  const done = page.getByRole('dialog', { name: 'Assignment Submitted' })
  await expect(done).toContainText('It came after the due date and is marked late.')
  await done.getByRole('button', { name: 'Close' }).last().click()
  await expect(head(page)).toContainText(/Last submitted on .*Late$/)
  await expect(page.getByText('The due date has passed')).toHaveCount(0)
})

for (const width of [390, 1280]) {
  test(`what was handed in late is marked so wherever it is shown, and nothing else is, at ${width} px`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const ploy = await signIn('ploy')
    const [naming, lab] = ['Reading: A letter on naming things', 'Lab 1: Hello, world']
    await openList(page, ploy, '?tab=completed')
    await expect(row(page, 'Completed', naming)).toContainText(/Submitted on .*Late/)
    await expect(row(page, 'Completed', lab)).not.toContainText('Late')

    for (const [name, count] of [[naming, 1] as const, [lab, 0] as const]) {
      await page.getByRole('link', { name }).click()
      const preview = page.getByRole('dialog', { name })
      await expect(preview.getByText('Due Date')).toBeVisible()
      await expect(preview.getByText('Late', { exact: true })).toHaveCount(count)
      await preview.getByRole('button', { name: 'Close' }).click()
      await expect(preview).toHaveCount(0)
    }

    await openWorksheet(page, ploy, naming, goWithin)
    await expect(head(page).getByText('Late', { exact: true })).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Your Submissions' }).getByText('Late', { exact: true }),
    ).toBeVisible()

    const { course_id } = await ploy.course('2110101')
    await goWithin(page, `/course/${course_id}/grade`)
    const graded = (name: string) =>
      width === 390
        ? row(page, 'Assignment Score', name).getByRole('button')
        : page.getByRole('table', { name: 'Assignment Score' }).getByRole('row', { name })
    await expect(graded(naming).getByText('Late', { exact: true })).toBeVisible()
    await expect(graded(lab)).toBeVisible()
    await expect(graded(lab).getByText('Late', { exact: true })).toHaveCount(0)
    if (width === 390) await graded('Lab 6').click()
    const missing = width === 390 ? row(page, 'Assignment Score', 'Lab 6') : graded('Lab 6')
    await expect(missing.getByText('Past due', { exact: true })).toBeVisible()
  })
}

test('a worksheet that has closed says so before typing, cannot be typed into, and names nothing as kept', async ({
  page,
  signIn,
}) => {
  const ploy = await signIn('ploy')
  const closed = new Date(Date.now() - 3_600_000).toISOString()
  await changed(page, (sheet) => {
    sheet.assignment_closes = closed
    sheet.can = { submit: false, reason: 'assignment_closed' }
  })
  await openWorksheet(page, ploy, 'Lab 6')
  const notice = page.getByText('This assignment is closed').locator('xpath=ancestor::div[2]')
  await expect(notice).toContainText('Nothing can be submitted any more.')
  await expect(notice).toContainText(/Closed on \d{1,2} [A-Z][a-z]{2} \d{4}/)
  await expect(side(page)).toContainText('Closed')
  await expect(text(page)).toBeDisabled()
  await expect(submit(page)).toBeDisabled()
  await expect(page.getByText(/kept|saved|What you typed/)).toHaveCount(0)
})

test('a worksheet that stays open says what the next late day takes once that begins', async ({ page, signIn }) => {
  const until = Date.now() + 3_000
  await changed(page, (sheet) => {
    const penalty = Date.now() > until ? { days: 2, keeps: 80 } : { days: 1, keeps: 90 }
    const { days } = penalty
    Object.assign(sheet, { assignment_closes: null, late_rule: { kind: 'percent', percent: 10, floor: 50 }, penalty })
    sheet.penalty_now = { ...penalty, until: new Date(until + (days - 1) * 86_400_000).toISOString() }
  })
  await openWorksheet(page, await signIn('ploy'), 'Lab 6')
  await expect(side(page)).toContainText('2 days late: 80% of the score counts')
})

test('beside a submission that can be replaced stands what another one would lose, if it can count', async ({
  page,
  signIn,
}) => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  let counts: 'first' | undefined
  await changed(page, (sheet) => {
    const penalty = { days: 1, keeps: 90 }
    Object.assign(sheet, { assignment_closes: null, late_rule: { kind: 'percent', percent: 10, floor: 50 }, penalty })
    Object.assign(sheet, { assignment_attempt: 0, can: { submit: true, reason: null } })
    Object.assign(sheet, { penalty_now: { days: 3, keeps: 70, until }, assignment_counts: counts })
  })
  await openWorksheet(page, await signIn('ploy'), 'Reading: A letter on naming things')
  await expect(side(page)).toContainText('1 day late: 90% of the score counts')
  await expect(side(page)).toContainText('If you submit again now, it is 3 days late and 70% of its score counts')
  counts = 'first'
  await page.reload()
  await expect(side(page)).toContainText('The first attempt counts')
  await expect(side(page)).toContainText('1 day late: 90% of the score counts')
  await expect(side(page)).not.toContainText('If you submit again')
})

test('what was typed before a worksheet closed is there to read, and this is told', async ({
  page,
  signIn,
  course,
}) => {
  const oraya = await signIn(course.student())
  const path = await pathOf(oraya, 'Lab 6')
  const answer = await page.request.put(`/api/courses${path}/draft`, {
    headers: { authorization: oraya.token },
    data: { saves: [{ id: crypto.randomUUID(), fields: { textbox: { value: 'Half of it', at: Date.now() } } }] },
  })
  expect(answer.ok()).toBe(true)
  await changed(page, (sheet) => {
    sheet.assignment_closes = new Date(Date.now() - 60_000).toISOString()
    sheet.can = { submit: false, reason: 'assignment_closed' }
  })
  await openWorksheet(page, oraya, 'Lab 6')
  await expect(page.getByText('What you typed is below, to read.')).toBeVisible()
  await expect(text(page)).toBeDisabled()
  await expect(text(page)).toHaveValue('Half of it')
})

test('without an attempt left nothing can be typed, which is told first', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  await changed(page, (sheet) => {
    sheet.attempts_used = 1
    sheet.can = { submit: false, reason: 'attempts_used' }
  })
  await openWorksheet(page, ploy, 'Problem set 6')
  await expect(page.getByText('There is no attempt left', { exact: true })).toBeVisible()
  await expect(side(page)).toContainText('No attempt left')
  await expect(page.getByText('What you type is saved as you type')).toHaveCount(0)
  await expect(text(page)).toBeDisabled()
  await expect(submit(page)).toBeDisabled()
})

test('an assignment that closes with its due date says so', async ({ page, signIn }) => {
  const ploy = await signIn('ploy')
  await changed(page, (sheet) => {
    sheet.assignment_closes = sheet.assignment_due
  })
  await openWorksheet(page, ploy, 'Problem set 6')
  await expect(side(page)).toContainText('Late work is not taken')
})
