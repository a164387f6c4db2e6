import type { Page } from '@playwright/test'
import { expect, type Person, test } from './fixtures.ts'
import { screensOf, settle } from './screens.ts'

/* The screens on which staff work most, for a screen reader: roles, names, levels and states. No test here writes. */

async function open(page: Page, person: Person, name: string): Promise<void> {
  const screen = (await screensOf(person.get)).find((one) => one.name === name)
  if (!screen) throw new Error(`There is no screen ${name}`)
  await settle(page, screen)
}

test('the tree of contents tells what is a folder, how deep a thing lies, and what can be done with it', async ({
  page,
  signIn,
  person,
}) => {
  await signIn('arthit')
  await open(page, await person('ploy'), 'staff-content')
  await page.getByRole('row', { name: 'Lectures', exact: true }).press('ArrowRight')
  const tree = page.getByRole('treegrid', { name: 'Files' })
  await expect(tree).toMatchAriaSnapshot(`
    - treegrid "Files":
      - row "Solutions to Quiz 2" [level=1]:
        - gridcell:
          - button "Move Solutions to Quiz 2"
          - checkbox "Select Solutions to Quiz 2"
          - button "What to do with Solutions to Quiz 2"
      - row "Lectures" [expanded] [level=1]:
        - gridcell:
          - button "Move Lectures"
          - checkbox "Select Lectures"
          - button "What to do with Lectures"
          - button "Close Lectures"
      - row [level=2]
  `)
})

test('the board of groups is a tree of groups with their people, and says how many are in none', async ({
  page,
  signIn,
  person,
}) => {
  await signIn('arthit')
  await open(page, await person('ploy'), 'staff-groups')
  await expect(page.getByRole('region', { name: 'Group', exact: true })).toMatchAriaSnapshot(`
    - region "Group":
      - heading "Group" [level=2]
      - combobox "Grouping"
      - link "New grouping"
      - button "Random groups"
      - status: /\\d+ students in no group/
      - treegrid "Laboratory pairs":
        - row "In no group" [level=1]
        - row "Bench 1" [level=1]:
          - gridcell:
            - checkbox "Select Bench 1"
            - button "What to do with Bench 1"
            - button "Open Bench 1"
  `)
})

test('each question of a sheet has its heading, and each of its fields a name of its own', async ({
  page,
  signIn,
  person,
}) => {
  await signIn('mali')
  await open(page, await person('ploy'), 'staff-assignment-edit')
  await expect(page.getByRole('region', { name: 'Questions' })).toMatchAriaSnapshot(`
    - region "Questions":
      - heading "Questions" [level=2]
      - list:
        - listitem:
          - heading "Question 1 · One right" [level=3]
          - spinbutton "Points": "2"
          - button "What to do with question 1"
          - textbox "Question 1"
          - list:
            - listitem:
              - radio "Choice 1 is right"
              - textbox "Choice 1"
              - button "Remove choice 1"
            - listitem:
              - radio "Choice 2 is right" [checked]
              - textbox "Choice 2"
              - button "Remove choice 2"
          - paragraph:
            - button "Add a choice"
        - listitem:
          - heading "Question 2 · One right" [level=3]
      - group "Add a question":
        - button "One right"
        - button "Several right"
        - button "Number"
        - button "Short text"
        - button "Matching"
        - button "Ordering"
        - button "Open"
  `)
  await expect(page.getByRole('complementary', { name: 'When and how' })).toMatchAriaSnapshot(`
    - complementary "When and how":
      - switch "It is due at a time" [checked]
      - group "Due":
        - spinbutton "day, Due"
        - spinbutton "month, Due"
        - spinbutton "year, Due"
        - spinbutton "hour, Due"
        - spinbutton "minute, Due"
      - combobox "Handed in by"
      - spinbutton /^Attempts/
      - spinbutton /^Time limit/
      - switch "Questions in another order for each student"
  `)
})

test('the table of people is a grid with its columns, its order, and a name at the head of each row', async ({
  page,
  signIn,
  person,
}) => {
  await signIn('arthit')
  await open(page, await person('ploy'), 'staff-people')
  const table = page.getByRole('grid', { name: 'People' })
  await expect(table).toHaveAttribute('aria-multiselectable', 'true')
  await expect(table).toMatchAriaSnapshot(`
    - grid "People":
      - rowgroup:
        - row:
          - columnheader "Select all":
            - checkbox "Select all"
          - columnheader "Name":
            - button "Name"
          - columnheader "Role":
            - button "Role"
      - rowgroup:
        - row /Ananya Petcharat/:
          - gridcell /Ananya Petcharat/:
            - checkbox /Ananya Petcharat/
          - rowheader "Ananya Petcharat"
          - gridcell /Student/:
            - 'button "Role of Ananya Petcharat: Student"'
  `)
})

test('the editor is a text box with its name and the tools of formatting', async ({ page, signIn, person }) => {
  await signIn('mali')
  await open(page, await person('ploy'), 'staff-compose')
  const dialog = page.getByRole('dialog', { name: 'New announcement' })
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "New announcement":
      - heading "New announcement" [level=2]
      - form "New announcement":
        - textbox "Title"
        - toolbar "Formatting of Text":
          - button "Bold"
          - button "Italic"
          - button "Heading"
          - button "List"
          - button "Link"
          - button "Link to something in this course"
          - button "Code"
          - button "Formula"
          - button "Table"
          - button "Picture"
        - button "Preview"
        - textbox "Text"
        - combobox "When it goes out"
        - combobox "Who sees it"
        - switch "Pin to the front"
      - button "Publish"
  `)
  await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toHaveAttribute('aria-multiline', 'true')
})

test('the list of attendance says of each student what is marked, and what a press marks', async ({
  page,
  signIn,
  person,
}) => {
  await signIn('mali')
  await open(page, await person('ploy'), 'staff-attendance')
  await expect(page.getByRole('status').filter({ hasText: 'present' })).toHaveText(
    /\d+ present · \d+ late · \d+ absent · \d+ without/,
  )
  await expect(page.getByRole('grid', { name: 'Attendance' })).toMatchAriaSnapshot(`
    - grid "Attendance":
      - rowgroup:
        - row:
          - columnheader "Select all"
          - columnheader "Name"
          - columnheader "Attendance"
      - rowgroup:
        - row /Ananya Petcharat/:
          - rowheader "Ananya Petcharat"
          - gridcell:
            - 'button "Ananya Petcharat: Present" [pressed]': P
            - 'button "Ananya Petcharat: Late"': L
            - 'button "Ananya Petcharat: Absent"': A
  `)
})
