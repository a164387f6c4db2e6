import { join } from 'node:path'
import { test } from './fixtures.ts'
import { screensOf, settle } from './screens.ts'

const folder = join(import.meta.dirname, '../shots')
const only = process.env.SHOTS?.split(',')

for (const theme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`${theme} ${width}`, async ({ signIn, browser }) => {
      const ploy = await signIn('ploy')
      const screens = (await screensOf(ploy.get)).filter((s) => !only || only.some((part) => s.name.includes(part)))
      for (const who of new Set(screens.map((s) => s.who))) {
        const context = await browser.newContext({
          viewport: { width, height: width === 390 ? 844 : 900 },
          colorScheme: theme,
          reducedMotion: 'reduce',
        })
        const page = await context.newPage()
        if (who) await signIn(who, page)
        for (const screen of screens.filter((s) => s.who === who)) {
          await settle(page, screen)
          await page.screenshot({
            path: join(folder, `${screen.name}-${width}-${theme}.png`),
            fullPage: screen.role !== 'dialog',
          })
        }
        await context.close()
      }
    })
  }
}
