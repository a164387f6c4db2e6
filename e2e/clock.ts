import type { Page } from '@playwright/test'

/** The page starts at this instant (in ms) and goes on by its own clock: no answer tells it the server's time. */
export async function beginAt(page: Page, time: number): Promise<void> {
  await page.clock.install({ time })
  await page.addInitScript(() => {
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
