import { expect, test } from './fixtures.ts'
import { shiftsOf, watchShifts } from './layout.ts'
import { complete, screensOf } from './screens.ts'

test('nothing moves on a phone when what a dialog or a topic shows comes late', async ({ browser, person, signIn }) => {
  test.setTimeout(300_000)
  const screens = await screensOf((await person('ploy')).get)
  const late = ['announcement', 'assignment', 'worksheet', 'topic', 'topic-post']
  const context = await browser.newContext({ viewport: { width: 390, height: 850 }, hasTouch: true })
  for (const screen of screens.filter(({ name }) => late.includes(name))) {
    const on = await context.newPage()
    if (screen.who) await signIn(screen.who, on)
    await watchShifts(on)
    let release = () => {}
    const released = new Promise<void>((done) => {
      release = done
    })
    // One of many things, and what sets formulas.
    await on.route(/\/api\/courses\/[^/]+\/[a-z]+\/[^/]+(\/my)?$|\/WithMath-/, async (route) => {
      await released
      await route.continue()
    })
    await on.goto(screen.path)
    await expect(on.locator('main').getByRole('status').filter({ hasText: 'Loading...' }).first()).toBeVisible()
    // Painted so.
    await on.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
    release()
    await complete(on, screen)
    const { total, where } = await shiftsOf(on)
    expect.soft(total, [screen.name, ...where].join('\n')).toBeLessThan(0.01)
    await on.close()
  }
  await context.close()
})
