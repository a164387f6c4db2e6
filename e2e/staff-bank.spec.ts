import type { Page } from '@playwright/test'
import { EditedSheet } from '../contract/staff/questions.ts'
import { writeQuestions } from '../server/assignments/edit.ts'
import { seed } from '../server/changes/change.ts'
import { enrol, makeAssignment } from '../server/testing/world.ts'
import { expect, test } from './fixtures.ts'
import { messages, undo } from './messages.ts'
import { makeOwnCourse } from './school.ts'

/* Staff insert questions from the bank, and reorder them. */

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const question = (page: Page, n: number) => page.getByRole('textbox', { name: `Question ${n}`, exact: true })

const botany = EditedSheet.parse({
  questions: [
    { kind: 'open', question: 'Describe a **leaf** of a fern.', tags: ['ferns'] },
    {
      ...{
        kind: 'one',
        question: 'Which part of a fern makes spores?',
        tags: ['ferns'],
        explanation: 'Below the leaf.',
      },
      choices: [{ text: 'Sporangium', correct: true }, { text: 'Petal' }],
    },
    { kind: 'number', question: 'How many petals has a lily?', value: '6' },
  ],
}).questions

test('questions of another course are searched, looked at, ticked and put in by keyboard alone, also as a set to draw from', async ({
  page,
  course,
  db,
  signIn,
  axe,
}) => {
  const siriporn = await course.staff('instructor', 'Siriporn', 'Chaiyasit')
  const [other, foreign] = [await makeOwnCourse(db), await makeOwnCourse(db)]
  await enrol(db, other, siriporn, 'instructor')
  for (const [place, questions] of [
    [other, botany],
    [foreign, EditedSheet.parse({ questions: [{ kind: 'open', question: 'Whose fern is this?' }] }).questions],
  ] as const) {
    const { id } = await makeAssignment(db, place, { name: 'Plants' })
    await seed(db, (trx) => writeQuestions(trx, { courseId: place.id, assignmentId: id }, { questions }))
  }
  await signIn(siriporn)
  await page.goto(`/course/${course.id}/assignments/new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ferns')
  await press(page, 'From the bank')
  const bank = page.getByRole('dialog', { name: 'Question bank' })
  const search = bank.getByRole('searchbox')
  await expect(search).toBeFocused()
  // With Shift all from the one before, by key and by pointer.
  const ticks = bank.getByRole('checkbox')
  await ticks.first().press('Space')
  await ticks.nth(2).press('Shift+Space')
  await expect(bank.getByRole('checkbox', { checked: true })).toHaveCount(3)
  await ticks.nth(2).click()
  await ticks.first().click({ modifiers: ['Shift'] })
  await expect(bank.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await search.focus()
  await page.keyboard.type('fern')
  await expect(bank.getByRole('checkbox')).toHaveCount(2)
  await expect(bank).not.toContainText('Whose fern')
  expect(await axe()).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(bank.getByRole('region', { name: 'The question' })).toContainText('Below the leaf.')
  await page.reload()
  await expect(bank.getByRole('searchbox')).toHaveValue('fern')
  await expect(bank.getByRole('checkbox')).toHaveCount(2)
  await bank.getByRole('button', { name: 'Tick all 2' }).click()
  await expect(bank.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await bank.getByRole('spinbutton', { name: /^Draw only/ }).fill('1')
  await page.keyboard.press('Enter')
  await expect(bank).toHaveCount(0)
  await expect(question(page, 1)).toHaveValue('Describe a **leaf** of a fern.')
  await expect(question(page, 1)).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Question 2 · One right · fern' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name of the set' })).toHaveValue('fern')
  await expect(page.getByText('Points in all: 1', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(messages(page)).toContainText('The draft is saved.')
  await expect(page).toHaveURL(/\/edit$/)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Choice 1 is right' })).toBeChecked()

  // A choice moves within its question, and a deleted question comes back where it was.
  await page.getByRole('textbox', { name: 'Choice 1' }).press('Alt+ArrowDown')
  await expect(page.getByRole('textbox', { name: 'Choice 2' })).toHaveValue('Sporangium')
  await expect(page.getByRole('textbox', { name: 'Choice 2' })).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Choice 2 is right' })).toBeChecked()
  await expect(question(page, 1)).toHaveValue('Describe a **leaf** of a fern.')
  await page.getByRole('button', { name: 'What to do with question 1' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(question(page, 2)).toHaveCount(0)
  await undo(page, 'Question 1 is deleted.')
  await expect(question(page, 1)).toHaveValue('Describe a **leaf** of a fern.')
  await expect(question(page, 1)).toBeFocused()

  // A question with copies in several sheets appears once, with their number.
  await page.getByRole('heading', { level: 1 }).focus()
  await page.keyboard.press('0')
  await expect(bank.getByRole('searchbox')).toBeFocused()
  await bank.getByRole('combobox', { name: 'Tag' }).selectOption('ferns')
  await expect(bank.getByRole('checkbox')).toHaveCount(2)
  await expect(bank.getByRole('region', { name: 'The question' })).toContainText('in 2 assignments')
  await page.keyboard.press('Escape')
  await expect(bank).toHaveCount(0)

  // The field suggests the bank's tags for the one at the caret, and accepts any other.
  await page.getByText('More', { exact: true }).nth(1).click()
  const tags = page.getByRole('combobox', { name: 'Tags, with commas' })
  await tags.fill('')
  await tags.pressSequentially('spores, FE')
  const offered = page.getByRole('listbox', { name: 'Tags of the bank' })
  await expect(offered.getByRole('option')).toHaveText(['ferns'])
  await page.keyboard.press('ArrowDown')
  await expect(offered.getByRole('option', { name: 'ferns' })).toHaveAttribute('aria-selected', 'true')
  expect(await axe()).toEqual([])
  await page.keyboard.press('Enter')
  await expect(tags).toHaveValue('spores, ferns, ')
  await expect(offered).toHaveCount(0)
  await page.keyboard.type('lily')
  await expect(tags).toHaveValue('spores, ferns, lily')
})

test('questions are put in order and into a set, many at once, by keyboard, drag and menu', async ({
  page,
  course,
  signIn,
  axe,
}) => {
  await signIn(course.staff('instructor', 'Siriporn', 'Chaiyasit'))
  await page.goto(`/course/${course.id}/assignments/new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Order')
  for (const [i, words] of ['One', 'Two', 'Three', 'Four'].entries()) {
    await press(page, 'Open')
    await question(page, i + 1).fill(words)
  }
  await press(page, 'Add a set')
  await page.getByRole('textbox', { name: 'Name of the set' }).fill('Drawn')
  await page.getByRole('button', { name: 'What to do with question 1' }).click()
  await page.getByRole('menuitem', { name: 'Put in order' }).click()
  const outline = page.getByRole('treegrid', { name: 'Questions' })
  const rows = () => outline.getByRole('row').allInnerTexts()
  const names = async () => (await rows()).map((row) => row.split('\n')[0])
  await expect.poll(names).toEqual(['1. One', '2. Two', '3. Three', '4. Four', 'Drawn'])
  // Axe takes an element half under the bar for too small.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await axe()).toEqual([])

  // By keyboard: the handle picks it up, arrows choose a place.
  await outline.getByRole('row', { name: '4. Four' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(outline.getByRole('button', { name: 'Move 4. Four' })).toBeFocused()
  await page.keyboard.press('Enter')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAttribute('aria-roledescription', 'drop indicator')
  for (let at = ''; at !== 'Before 1. One'; at = (await focused.getAttribute('aria-label')) ?? '') {
    await page.keyboard.press('ArrowUp')
    await expect(focused).not.toHaveAttribute('aria-label', at)
  }
  await page.keyboard.press('Enter')
  await expect.poll(names).toEqual(['1. Four', '2. One', '3. Two', '4. Three', 'Drawn'])

  // By drag, two at once, into the set.
  await outline.getByRole('row', { name: '2. One' }).getByRole('checkbox').press('Space')
  await outline.getByRole('row', { name: '3. Two' }).getByRole('checkbox').press('Space')
  await outline.getByRole('row', { name: '2. One' }).dragTo(outline.getByRole('row', { name: 'Drawn' }))
  await expect.poll(names).toEqual(['1. Four', '2. Three', 'Drawn', '3. One', '4. Two'])

  await press(page, 'Done')
  await expect(question(page, 1)).toHaveValue('Four')
  await expect(page.getByText('Points in all: 3', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(messages(page)).toContainText('The draft is saved.')
  await expect(page).toHaveURL(/\/edit$/)
  await page.reload()
  await expect(question(page, 4)).toHaveValue('Two')
})
