import type { Page, Route } from '@playwright/test'

/** Meanwhile the server does what is asked with that method at that address, and the page gets no answer. */
export async function loseAnswers(page: Page, method: string, address: string | RegExp, act: () => Promise<unknown>) {
  const lose = async (route: Route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fetch()
    await route.abort()
  }
  await page.route(address, lose)
  await act()
  await page.unroute(address, lose)
}
