import type { Browser, Locator, Page } from '@playwright/test'
import type { Thing } from '../server/testing/world.ts'
import { expect, otherPage, type Person, test, type Who } from './fixtures.ts'
import { hears } from './stream.ts'

/* What staff do with groupings where the course has its groups, and what its students see of it at once. */

const dialog = (page: Page) => page.getByRole('dialog')
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: true })

async function open(
  browser: Browser,
  signIn: (who: Who, on?: Page) => Promise<Person>,
  who: Who,
  course: Thing,
): Promise<Page> {
  const page = await otherPage(browser)
  await signIn(who, page)
  const listens = hears(page)
  await page.goto(`/course/${course.id}/group`)
  await expect(page.getByRole('heading', { name: 'Group', exact: true })).toBeVisible()
  await listens
  return page
}

test('a grouping with a most is filled at random, people are moved by menu, and a student sees it at once', async ({
  browser,
  signIn,
  course,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const wirun = await course.student('Wirun', 'Saelim', '1')
  await course.student('Yada', 'Thongdee', '2')
  const [staff, student] = await Promise.all([
    open(browser, signIn, siriporn, course),
    open(browser, signIn, wirun, course),
  ])
  await press(staff, 'New grouping')
  await expect(dialog(staff).getByLabel('Name', { exact: true })).toBeFocused()
  await staff.keyboard.type('Field teams')
  await dialog(staff).getByLabel('Most people in a group').fill('1')
  await dialog(staff).getByText('Students make the groups').click()
  await press(dialog(staff), 'Save')
  await expect(staff.getByRole('combobox', { name: 'Grouping', exact: true })).toContainText('Field teams')
  await expect(staff.getByText('2 students in no group')).toBeVisible()
  await student.getByRole('combobox', { name: 'Grouping', exact: true }).selectOption('Field teams')
  await expect(student.getByText('At most 1 in a group. Staff make these groups.')).toBeVisible()
  await expect(student.getByRole('link', { name: 'Create a new group' })).toHaveCount(0)

  await press(staff, 'Random groups')
  await press(dialog(staff), 'Make groups')
  await expect(staff.getByText('Everyone is in a group')).toBeVisible()
  const cards = student.getByRole('list', { name: 'Field teams' }).getByRole('article')
  await expect(cards).toHaveCount(2)

  await row(staff, 'Group 1').press('ArrowRight')
  await row(staff, 'Group 2').press('ArrowRight')
  const name = (await cards.filter({ hasText: 'Wirun' }).getByRole('heading').textContent()) ?? ''
  const other = name === 'Group 1' ? 'Group 2' : 'Group 1'
  await press(row(staff, 'Wirun Saelim'), 'What to do with Wirun Saelim')
  await staff.getByRole('menuitem', { name: 'Move to…' }).click()
  await press(dialog(staff), other)
  await expect(cards.filter({ hasText: 'Wirun' })).toContainText(other)
  await expect(row(staff, other)).toContainText('2 of 1')
  await staff.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect(cards.filter({ hasText: 'Wirun' })).toContainText(name)
})
