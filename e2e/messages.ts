import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/* What a page says of what was done. It says it when the answer has come, which others may see sooner. */

export const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })

export const says = (page: Page, words: string | RegExp) => expect(messages(page).getByText(words)).toBeVisible()

/** Takes back what this message tells of: an older one may stand beside it. */
export const undo = (page: Page, words: string | RegExp) =>
  messages(page).getByText(words, { exact: true }).locator('..').getByRole('button', { name: 'Undo' }).click()
