import type { BrowserContext, Page } from '@playwright/test'

/** Pages start at this instant (in ms) and go on by their own clock: no answer tells them the server's time. */
export async function beginAt(on: Page | BrowserContext, time: number): Promise<void> {
  await on.clock.install({ time })
  await on.addInitScript(() => {
    const { get } = Headers.prototype
    Headers.prototype.get = function (name) {
      return name === 'date' ? null : get.call(this, name)
    }
  })
}

/**
 * From now on the page's time stands still until the test moves it on. It leaps ahead first, because time cannot stop
 * at an instant that has passed.
 */
export async function stopTime(page: Page): Promise<void> {
  // Less than a call waits for its answer.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 15_000)
}
