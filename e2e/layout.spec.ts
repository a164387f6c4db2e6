import { expect, test } from './fixtures.ts'
import { shiftsOf, watchShifts } from './layout.ts'
import { complete, screensOf } from './screens.ts'

test('nothing moves on a phone when what a screen or a dialog shows comes late', async ({
  browser,
  person,
  signIn,
}) => {
  test.setTimeout(300_000)
  const screens = await screensOf((await person('ploy')).get)
  const late = ['course-home-empty', 'announcement', 'assignment', 'worksheet', 'topic', 'topic-post']
  const on = await browser.newPage({ viewport: { width: 390, height: 900 }, hasTouch: true })
  await signIn('ploy', on)
  await watchShifts(on)
  let released = Promise.resolve()
  // One screen of each kind, and one with formulas.
  await on.route(/\/api\/courses\/[^/]+\/[a-z]+\/[^/]+(\/my)?$|\/WithMath-/, async (route) => {
    await released
    await route.continue()
  })
  for (const screen of screens.filter(({ name }) => late.includes(name))) {
    const { promise, resolve: release } = Promise.withResolvers<void>()
    released = promise
    await on.goto(screen.path)
    await expect(on.locator('main').getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeVisible()
    // Painted so.
    await on.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    release()
    await complete(on, screen)
    const { total, where } = await shiftsOf(on)
    expect.soft(total, [screen.name, ...where].join('\n')).toBeLessThan(0.01)
  }
})
