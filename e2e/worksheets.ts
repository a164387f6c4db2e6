import type { Page } from '@playwright/test'
import type { AssignmentSummary, Submission } from '../contract/assignments.ts'
import type { Draft } from '../contract/drafts.ts'
import { expect, type Person } from './fixtures.ts'

const COURSE = '2110101'

/** Opens the list of assignments; returns its address. */
export async function openList(page: Page, person: Person, search = ''): Promise<string> {
  const { course_id } = await person.course(COURSE)
  const path = `/course/${course_id}/assignments${search}`
  await page.goto(path)
  await expect(
    page.getByRole('group', { name: 'Assigned' }).or(page.getByRole('list', { name: 'Completed' })),
  ).toBeVisible()
  return path
}

/** The path of the assignment whose name begins with this, below the course or the API. */
export async function pathOf(person: Person, name: string): Promise<string> {
  const { course_id } = await person.course(COURSE)
  const all = await person.get<AssignmentSummary[]>(`/api/courses/${course_id}/assignments/my`)
  const found = all.find((a) => a.assignment_name.startsWith(name))
  if (!found) throw new Error(`There is no assignment ${name}`)
  return `/${course_id}/assignments/${found._id}`
}

/** Opens a worksheet, by loading the page unless told otherwise, and waits until its fields can be used. */
export async function openWorksheet(
  page: Page,
  person: Person,
  name: string,
  go: (page: Page, path: string) => Promise<unknown> = (on, path) => on.goto(path),
): Promise<string> {
  const path = await pathOf(person, name)
  await go(page, `/course${path}/worksheet`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  return path
}

export const side = (page: Page) => page.getByRole('complementary', { name: 'About this assignment' })
/** The head of the worksheet. */
export const head = (page: Page) => page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
export const text = (page: Page) => page.getByRole('textbox', { name: 'Your text' })
/** The rest of the page is inert below a dialog. */
export const submit = (page: Page) => side(page).getByRole('button', { name: /^Submit/, includeHidden: true })
export const onServer = (page: Page) => expect(side(page)).toContainText(/Saved at \d\d:\d\d, on the server/)

/** The server's draft of a person, without the times. */
export async function draftOf(person: Person, path: string): Promise<Record<string, string>> {
  const { fields } = await person.get<Draft>(`/api/courses${path}/draft`)
  return Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]))
}

/** Presses Submit and confirms. */
export async function handIn(page: Page): Promise<void> {
  await submit(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Submit Assignment' })
  await expect(dialog).toContainText('Are you sure you want to submit this assignment?')
  await dialog.getByRole('button', { name: 'Submit' }).click()
}

export async function expectSubmitted(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Assignment Submitted' })
  await expect(dialog).toContainText('Your assignment have been submitted successfully.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
}

/** The submissions that count for the person, the latest first. `path` is that of the assignment below /api/courses. */
export const attemptsAt = async (person: Person, path: string): Promise<Submission[]> =>
  (await person.get<{ items: Submission[] }>(`/api/courses${path}/attempts`)).items

/** A small file to choose. */
export const python = (name: string) => ({ name, mimeType: 'text/x-python', buffer: Buffer.from('print(1)') })
