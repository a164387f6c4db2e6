import { expect, test } from './fixtures.ts'
import { screensOf, settle } from './screens.ts'

/** All screens at once take minutes: they are walked in so many parts. */
const PARTS = 5

const walks = (['light', 'dark'] as const).flatMap((theme) =>
  [390, 1280].flatMap((width) => Array.from({ length: PARTS }, (_, part) => ({ theme, width, part }))),
)

for (const { theme, width, part } of walks) {
  test(`axe finds nothing on any screen, ${theme}, ${width} px wide, part ${part + 1}`, async ({
    page,
    signIn,
    axe,
    browser,
  }) => {
    test.setTimeout(900_000)
    const ploy = await signIn('ploy')
    const screens = (await screensOf(ploy.get)).filter((_, i) => i % PARTS === part)
    for (const who of new Set(screens.map((s) => s.who))) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      const on = await context.newPage()
      if (who) await signIn(who, on)
      for (const screen of screens.filter((s) => s.who === who)) {
        await settle(on, screen)
        expect(await axe(on), screen.name).toEqual([])
        await expect(on.locator('h1'), `${screen.name}: one h1`).toHaveCount(1)
        const tooWide = () => on.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        await expect.poll(tooWide, `${screen.name} scrolls sideways`).toBeLessThanOrEqual(0)
      }
      await context.close()
    }
    await page.close()
  })
}
