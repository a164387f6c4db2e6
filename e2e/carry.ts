import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/** By keyboard alone: picks up a thing in a tree by its handle and carries it up or down to a place. */
export async function carry(row: Locator, thing: string, place: string, by: 'ArrowUp' | 'ArrowDown' = 'ArrowUp') {
  const page = row.page()
  await row.focus()
  await expect(row).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(row.getByRole('button', { name: `Move ${thing}`, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAttribute('aria-roledescription', 'drop indicator')
  for (let at = await focused.getAttribute('aria-label'); at !== place; at = await focused.getAttribute('aria-label')) {
    await page.keyboard.press(by)
    await expect(focused).not.toHaveAttribute('aria-label', at ?? '')
  }
  await page.keyboard.press('Enter')
}
