import type { Page } from '@playwright/test'
import type { QuestionKind } from '../contract/questions.ts'
import { expect } from './fixtures.ts'

/* An instructor writes an assignment, through the screen alone. */

const kinds: Record<QuestionKind, string> = {
  one: 'One right',
  several: 'Several right',
  number: 'Number',
  short: 'Short text',
  matching: 'Matching',
  ordering: 'Ordering',
  open: 'Open',
}

export interface TypedQuestion {
  kind: QuestionKind
  question: string
  /** For one and several: those with a * are right. For matching: `left = right`. For ordering: in the right order. */
  choices?: string[]
  /** The right number, or the right answers, one on each line. */
  right?: string
  /** The name of its set. */
  set?: string
}

export interface TypedSheet {
  name: string
  questions?: TypedQuestion[]
  /** A set, and how many questions each student gets. */
  set?: { name: string; draw: number }
  minutes?: number
  /** The grouping that hands it in. */
  grouping?: string
  text?: boolean
  slot?: { name: string; kinds: string; most: number }
  isDue?: boolean
}

const item = (page: Page, n: number) =>
  page.getByRole('listitem').filter({ has: page.getByRole('textbox', { name: `Question ${n}`, exact: true }) })

async function typeQuestion(page: Page, n: number, { kind, question, choices = [], right, set }: TypedQuestion) {
  await page.getByRole('button', { name: kinds[kind], exact: true }).click()
  await expect(page.getByRole('textbox', { name: `Question ${n}`, exact: true })).toBeFocused()
  const of = item(page, n)
  await page.keyboard.insertText(question)
  for (const [i, choice] of choices.entries()) {
    const [text = '', match] = choice.split(' = ')
    const field = of.getByRole('textbox', { name: `Choice ${i + 1}`, exact: true })
    if (i > 1) await page.keyboard.press('Enter')
    else await field.focus()
    await expect(field).toBeFocused()
    await field.fill(text)
    if (match) await of.getByRole('textbox', { name: `What choice ${i + 1} is matched with` }).fill(match)
    // The choice after which Enter adds the next one.
    if (match) await field.focus()
  }
  if (right && kind === 'number') await of.getByRole('textbox', { name: 'The right number' }).fill(right)
  if (right && kind === 'short') await of.getByRole('textbox', { name: /^Answers that are right/ }).fill(right)
  if (set) {
    await of.getByText('More', { exact: true }).click()
    await of.getByRole('combobox', { name: 'Asked of' }).selectOption(set)
  }
}

/** Writes a new assignment, starting from the list; afterwards it is a draft, and the sheet is open. */
export async function typeSheet(page: Page, sheet: TypedSheet): Promise<void> {
  await page.getByRole('link', { name: 'New assignment' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.insertText(sheet.name)
  if (sheet.set) {
    await page.getByRole('button', { name: 'Add a set' }).click()
    await page.getByRole('textbox', { name: 'Name of the set' }).fill(sheet.set.name)
    await page.getByRole('spinbutton', { name: 'Drawn for each student' }).fill(String(sheet.set.draw))
  }
  for (const [i, question] of (sheet.questions ?? []).entries()) await typeQuestion(page, i + 1, question)
  if (sheet.text) await page.getByRole('switch', { name: 'A text' }).check()
  if (sheet.slot) {
    await page.getByRole('button', { name: 'Add a file' }).click()
    await page.getByRole('textbox', { name: 'What the file is' }).fill(sheet.slot.name)
    await page.getByRole('textbox', { name: /^Kinds/ }).fill(sheet.slot.kinds)
    await page.getByRole('spinbutton', { name: 'Most files' }).fill(String(sheet.slot.most))
  }
  if (sheet.isDue) await page.getByRole('switch', { name: 'It is due at a time' }).check()
  if (sheet.minutes) await page.getByRole('spinbutton', { name: /^Time limit/ }).fill(String(sheet.minutes))
  if (sheet.grouping) await page.getByRole('combobox', { name: 'Handed in by' }).selectOption(sheet.grouping)
}
