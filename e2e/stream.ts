import type { Page, Response } from '@playwright/test'
import { expect } from './fixtures.ts'

export const STREAM = '/api/users/notifications/stream'

/** Collects the events of pages that open after this call. */
export const hears = (page: Page): Promise<Response> => page.waitForResponse(`**${STREAM}?*`)

/** The page gets no events but these, so each of its calls is an answer to one. */
export const unheard = (page: Page) => page.route('**/api/users/notifications**', (route) => route.abort())

interface Log {
  /** When the page asked for the number of unread notifications. */
  asked: number[]
  /** When the page closed a stream. */
  givenUp: number[]
}

/**
 * Records, by the page's own clock, when it asks for the number of unread notifications and when it closes a stream.
 * The n-th answer is n, so that the bell shows when it has arrived.
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
