import type { Page } from '@playwright/test'

/** Pages of these lists have one item each, so that two items make two pages. */
export const onePerPage = (page: Page, lists: string): Promise<unknown> =>
  page.route(lists, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '1')
    return route.continue({ url: url.href })
  })
