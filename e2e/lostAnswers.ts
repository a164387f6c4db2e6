import type { Page, Route } from '@playwright/test'

/**
 * Meanwhile the server does what is asked with that method at that address, and the page gets no answer. `first`: only the
 * first answer is lost, and the page goes on by itself.
 */
export async function loseAnswers(
  page: Page,
  method: string,
  address: string | RegExp,
  act: () => Promise<unknown>,
  first = false,
) {
  const lose = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort()
  }
  await page.route(address, lose, first ? { times: 1 } : {})
  await act()
  await page.unroute(address, lose)
}
