import type { Page, Response } from '@playwright/test'
import { expect } from './fixtures.ts'

export const STREAM = '/api/users/notifications/stream'

/** Call it before a page opens: it collects the events from then on. */
export const hears = (page: Page): Promise<Response> => page.waitForResponse(`**${STREAM}?*`)

/** The page hears nothing by itself, so that what it does is an answer to its own calls. */
export const unheard = (page: Page) => page.route('**/api/users/notifications**', (route) => route.abort())

interface Log {
  /** When it asked how many notifications are unread. */
  asked: number[]
  /** When it gave up a stream. */
  givenUp: number[]
}

/**
 * Writes down, by the page's own clock, when it asks how many notifications are unread and gives up a stream. The n-th answer says that
 * n are unread, so that the bell tells when it has come.
 */
export async function watchLine(page: Page) {
  await page.addInitScript((stream) => {
    const log: Log = { asked: [], givenUp: [] }
    const { fetch } = window
    window.fetch = (input, init) => {
      if (input === '/api/users/notifications/unread') log.asked.push(Date.now())
      if (String(input).startsWith(stream)) init?.signal?.addEventListener('abort', () => log.givenUp.push(Date.now()))
      return fetch(input, init)
    }
    Object.assign(window, { log })
  }, STREAM)
  let asked = 0
  await page.route('**/api/users/notifications/unread', (route) =>
    route.fulfill({ json: { data: { unread_notifications: ++asked } } }),
  )
  return {
    log: () => page.evaluate(() => (window as unknown as { log: Log }).log),
    answered: (n: number) =>
      expect(page.getByRole('button', { name: `Notifications, ${n} unread notification` })).toBeVisible(),
  }
}
