import type { Page, Request } from '@playwright/test'

/**
 * The page's next reading of an address is answered by the server at once, and comes to the page only with `come()`.
 * Once it has come, later readings wait for `goOn()`, so that the page shows nothing newer.
 */
export async function olderReading(page: Page, address: string) {
  const [answered, due, on] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Gate, Gate, Gate]
  const ended = Promise.withResolvers<'came' | 'given up'>()
  let first: Request | undefined
  let isDue = false
  page.on('requestfinished', (request) => request === first && ended.resolve('came'))
  page.on('requestfailed', (request) => request === first && ended.resolve('given up'))
  await page.route(address, async (route) => {
    const request = route.request()
    if (request.method() === 'GET' && !first) {
      first = request
      const response = await route.fetch()
      answered.resolve()
      await due.promise
      // The page may have given this reading up.
      return route.fulfill({ response }).catch(() => undefined)
    }
    if (request.method() === 'GET' && isDue && (await ended.promise) === 'came') await on.promise
    return route.continue()
  })
  return {
    answered: answered.promise,
    /** Whether the page took it, or had given it up. */
    async come() {
      isDue = true
      due.resolve()
      return ended.promise
    },
    goOn: on.resolve,
  }
}

type Gate = PromiseWithResolvers<void>
