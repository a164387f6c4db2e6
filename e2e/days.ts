import type { Locator, Page } from '@playwright/test'

/* The field of a day has three parts. */

const parts = ['year', 'month', 'day']
const partOf = (on: Page | Locator, label: string, part: string) =>
  on.getByRole('group', { name: label, exact: true }).getByRole('spinbutton', { name: new RegExp(`^${part}`) })

/** Types a day such as 2099-01-05. */
export async function fillDay(on: Page | Locator, label: string, day: string): Promise<void> {
  for (const [i, text] of day.split('-').entries()) await partOf(on, label, parts[i] ?? '').fill(text)
}

/** Such as 2099-01-05. */
export async function dayIn(on: Page | Locator, label: string): Promise<string> {
  const numbers = await Promise.all(parts.map((part) => partOf(on, label, part).getAttribute('aria-valuenow')))
  return numbers.map((number) => number?.padStart(2, '0')).join('-')
}
