import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Kysely } from 'kysely'
import { seed } from '../server/changes/change.ts'
import type { DB } from '../server/db/schema.ts'
import { newId } from '../server/ids.ts'
import type { Thing } from '../server/testing/world.ts'
import { expect, otherPage, test } from './fixtures.ts'
import type { OwnCourse } from './school.ts'

/* Staff's table of the people of a course, of any length. */

const table = (page: Page) => page.getByRole('grid', { name: 'People' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const cell = (page: Page, name: string) => table(page).getByRole('rowheader', { name, exact: true })
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search people' })
const sortBy = (page: Page, column: string) => table(page).getByRole('button', { name: column, exact: true })
const count = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible()

/** The names in the order of the table. */
const names = (page: Page) =>
  table(page)
    .getByRole('rowheader')
    .evaluateAll((cells) => cells.map((one) => one.querySelector('.staff-table-text')?.textContent))

async function peopleOf(course: OwnCourse) {
  return {
    siriporn: await course.staff('instructor', 'Siriporn', 'Chaiyasit'),
    krit: await course.staff('assistant', 'Krit', 'Boonmee'),
    wirun: await course.student('Wirun', 'Saelim', '2'),
    yada: await course.student('Yada', '=1+1', '10'),
    anong: await course.student('Anong', 'Thongdee', '2'),
  }
}

/** Students of sections 1 to 4: Student 0001 and so on. */
async function many(db: Kysely<DB>, course: Thing, n: number) {
  const people = Array.from({ length: n }, (_, i) => {
    const last = String(i + 1).padStart(4, '0')
    const id = newId()
    return { id, first: 'Student', last, email: `student-${last}-${id}@example.org` }
  })
  const places = people.map(({ id }, i) => ({
    course_id: course.id,
    person_id: id,
    role: 'student',
    section: String((i % 4) + 1),
  }))
  await db.insertInto('people').values(people).execute()
  await seed(db, (trx) => trx.insertInto('roster').values(places).execute())
}

test('staff find everyone on the course under People, search, filter and sort, and the address keeps what they see', async ({
  page,
  signIn,
  course,
  axe,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/home`)
  await page.getByRole('navigation', { name: 'Sections of the course' }).getByRole('link', { name: 'People' }).click()
  await count(page, '5 people')
  await expect(row(page, 'Siriporn')).toContainText('Instructor')
  await expect(row(page, 'Krit')).toContainText('Teaching assistant')
  await expect(row(page, 'Wirun')).toContainText('wirun-')

  await sortBy(page, 'Section').click()
  await expect
    .poll(async () => (await names(page)).slice(0, 3))
    .toEqual(['Anong Thongdee', 'Wirun Saelim', 'Yada =1+1'])
  await sortBy(page, 'Section').click()
  await expect.poll(async () => (await names(page))[0]).toBe('Yada =1+1')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Student')
  await count(page, '3 of 5 people')
  await search(page).fill('  saelim WIR ')
  await count(page, '1 of 5 people')
  await row(page, 'Wirun').getByRole('checkbox').click()
  await expect(page).toHaveURL(/selected=/)

  await page.reload()
  await count(page, '1 of 5 people')
  await expect(row(page, 'Wirun').getByRole('checkbox')).toBeChecked()
  await expect(table(page).getByRole('columnheader', { name: 'Section' })).toHaveAttribute('aria-sort', 'descending')
  await search(page).fill('nobody of that name')
  await expect(page.getByText('Nobody matches')).toBeVisible()
  expect(await axe()).toEqual([])
  await page.getByRole('button', { name: 'Show everyone' }).click()
  await count(page, '5 people')
})

test('the section is picked by typing a part of its name, and a choice that is left is none', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  await count(page, '5 people')
  const section = page.getByRole('combobox', { name: 'Section' })
  await section.click()
  await page.keyboard.type('10')
  await expect(page.getByRole('option')).toHaveText(['Section 10'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(section).toHaveValue('Section 10')
  await count(page, '1 of 5 people')
  await expect(page).toHaveURL(/section=10/)

  await section.fill('no such section')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing matches')).toHaveCount(0)
  await search(page).click()
  await expect(section).toHaveValue('Section 10')
  await count(page, '1 of 5 people')
})

test('a student, and staff who see the course as one, have no People', async ({ page, browser, signIn, course }) => {
  const { siriporn, wirun } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  await count(page, '5 people')
  await page.getByRole('button', { name: 'See as a student' }).click()
  const tabs = page.getByRole('navigation', { name: 'Sections of the course' })
  await expect(page.getByText('Page not found').first()).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'People' })).toHaveCount(0)

  const ofStudents = await otherPage(browser)
  await signIn(wirun, ofStudents)
  await ofStudents.goto(`/course/${course.id}/people`)
  await expect(ofStudents.getByText('Page not found').first()).toBeVisible()
})

test('two thousand people are sorted, searched and selected by the keyboard alone', async ({
  page,
  signIn,
  course,
  db,
  axe,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  await many(db, course, 2_000)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people`)
  await count(page, '2001 people')
  expect(await table(page).getByRole('row').count()).toBeLessThan(80)
  await expect(table(page)).toHaveAttribute('aria-rowcount', '2002')
  expect(await axe()).toEqual([])

  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('student')
  await count(page, '2000 of 2001 people')
  // Past the filters and the buttons into the table: it is one stop.
  for (
    let i = 0;
    i < 20 && !(await cell(page, 'Student 0001').evaluate((one) => one === document.activeElement));
    i += 1
  )
    await page.keyboard.press('Tab')
  await expect(cell(page, 'Student 0001')).toBeFocused()
  await page.keyboard.press('Control+End')
  await expect(row(page, 'Student 2000').getByRole('gridcell').last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, 'Student 2000')).toBeFocused()
  await expect(cell(page, 'Student 2000')).toBeInViewport()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await expect(cell(page, 'Student 2000')).toHaveCount(0)
  await page.keyboard.press('Control+ArrowUp')
  await expect(cell(page, 'Student 0001')).toBeFocused()

  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await count(page, '3 selected')
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+a')
  await count(page, '2000 selected')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveCount(0)
  await page.keyboard.press(' ')
  await count(page, '1 selected')
  await expect(row(page, 'Student 0003').getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Select nobody' }).press('Enter')
  await expect(page.locator('h1:focus, h2:focus')).toBeVisible()
  await cell(page, 'Student 0003').focus()

  // The header is above the first row: Enter on a name sorts.
  await page.keyboard.press('Control+ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(sortBy(page, 'Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'Student 2000')).toBeFocused()

  // What was copied is lines of cells.
  await page.keyboard.press('/')
  await search(page).fill('')
  await page.keyboard.press('Control+v')
  await expect(search(page)).toHaveValue(/^Student 0001\tStudent\t1\tstudent-0001\S+\t[\d-]+ Student 0002\t/)
})

test('after a selection is cleared, Space and the mouse select the person of the row with the focus, also once that row has moved', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people?role=student&sort=section`)
  await expect.poll(() => names(page)).toEqual(['Anong Thongdee', 'Wirun Saelim', 'Yada =1+1'])
  const check = (name: string) => row(page, name).getByRole('checkbox')
  const section = row(page, 'Yada').getByRole('gridcell').nth(2)
  await section.getByRole('button').press('Enter')
  await section.getByRole('combobox').fill('1')
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).toEqual(['Yada =1+1', 'Anong Thongdee', 'Wirun Saelim'])
  await expect(section.getByRole('button')).toBeFocused()
  await page.keyboard.press(' ')
  await expect(check('Yada')).toBeChecked()
  await count(page, '1 selected')

  await page.getByRole('button', { name: 'Select nobody' }).press('Enter')
  await check('Wirun').press(' ')
  await expect(check('Wirun')).toBeChecked()
  await count(page, '1 selected')
  await page.getByRole('button', { name: 'Select nobody' }).click()
  await check('Anong').click()
  await expect(check('Anong')).toBeChecked()
  await count(page, '1 selected')
})

test('a row with the focus keeps it while the table is scrolled by the wheel', async ({ page, signIn, course, db }) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  await many(db, course, 500)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people?sort=-name`)
  await cell(page, 'Student 0500').click()
  await table(page).evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(cell(page, 'Siriporn Chaiyasit')).toBeInViewport()
  await page.keyboard.press('ArrowDown')
  await expect(cell(page, 'Student 0499')).toBeFocused()
  await expect(cell(page, 'Student 0499')).toBeInViewport()
})

test('the people of a course are saved as CSV, and for Excel, and no name is a formula', async ({
  page,
  signIn,
  course,
}) => {
  const { siriporn } = await peopleOf(course)
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/people?role=student&sort=name`)
  await count(page, '3 of 5 people')
  const saved = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const csv = await saved('Save as CSV')
  expect(csv.name).toMatch(/^people-own-.*\.csv$/)
  const lines = csv.content.toString().split('\r\n')
  expect(lines[0]).toBe('\uFEFFName,Role,Section,Email,Joined')
  expect(lines.slice(1, 4).map((line) => line.split(',').slice(0, 3))).toEqual([
    ['Anong Thongdee', 'Student', '2'],
    ['Wirun Saelim', 'Student', '2'],
    ['Yada =1+1', 'Student', '10'],
  ])
  await row(page, 'Anong').getByRole('checkbox').click()
  const xlsx = await saved('Save for Excel')
  expect(xlsx.name).toMatch(/\.xlsx$/)
  expect(xlsx.content.subarray(0, 2).toString()).toBe('PK')
})
