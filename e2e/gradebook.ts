import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { OwnCourse } from './school.ts'

/* Staff's gradebook, for its tests. */

export const grid = (page: Page) => page.getByRole('grid', { name: 'Gradebook' })
export const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name })
/** The first cell is the total: columns are counted from 0. */
export const cell = (page: Page, name: string, column: number) =>
  row(page, name)
    .getByRole('gridcell')
    .nth(column + 1)
export const dialog = (page: Page) => page.getByRole('dialog')

export async function addColumn(page: Page, name: string, released = false) {
  await page.getByRole('button', { name: 'Add column', exact: true }).click()
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(name)
  if (released) await dialog(page).getByRole('switch', { name: 'Students see it' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(grid(page).getByRole('columnheader').filter({ hasText: name })).toBeVisible()
}

export async function peopleOf(course: OwnCourse) {
  return {
    siriporn: await course.staff('instructor', 'Siriporn', 'Chaiyasit'),
    anong: await course.student('Anong', 'Anan', '1'),
    wirun: await course.student('Wirun', 'Saelim', '2'),
  }
}
