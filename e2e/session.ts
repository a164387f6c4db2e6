import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Ends a session on the server; a page with its token learns that from its next answer. */
export async function endSession(request: APIRequestContext, token: string): Promise<void> {
  const headers = { authorization: token }
  await request.delete('/api/session', { headers })
  // The event reaches another process of the server a moment later.
  await expect.poll(async () => (await request.get('/api/users/me', { headers })).status()).toBe(401)
}

/** Opens a session in the page, as signing in does. */
export const keepToken = (page: Page, token: string): Promise<void> =>
  page.evaluate((own) => localStorage.setItem('token', own), token)
