import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeSource } from './axeCore.ts'
import { expect, test } from './fixtures.ts'
import { roomOfDialog, shiftsOf, tooSmall, watchShifts } from './layout.ts'
import { screensOf, settle } from './screens.ts'
import { withoutExtras } from './withoutExtras.ts'

/* Opens each screen once at each width, and checks there everything that holds for all screens. */

/** All screens at once take minutes: this many tests share them. */
const PARTS = 5
const PHONE = 390

const walks = [PHONE, 1280].flatMap((width) => Array.from({ length: PARTS }, (_, part) => ({ width, part })))

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)

for (const { width, part } of walks) {
  test(`nothing moves while a screen loads, axe finds nothing, light and dark, and a finger hits everything, ${width} px wide, part ${part + 1}`, async ({
    person,
    signIn,
    axe,
    browser,
  }) => {
    test.setTimeout(900_000)
    const all = await screensOf((await person('ploy')).get)
    // The screens of one person one after another, in one browser context.
    const byPerson = all.toSorted((a, b) => String(a.who).localeCompare(String(b.who)))
    const screens = byPerson.slice((all.length * part) / PARTS, (all.length * (part + 1)) / PARTS)
    for (const who of new Set(screens.map((s) => s.who))) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, hasTouch: width === PHONE })
      await withoutExtras(context)
      if (who) await signIn(who, context)
      const on = await context.newPage()
      await watchShifts(on)
      // The same script for each page: the browser compiles it once, not once a visit.
      await on.addInitScript({ content: axeSource })
      for (const screen of screens.filter((s) => s.who === who)) {
        await settle(on, screen)
        const { total, where } = await shiftsOf(on)
        expect.soft(total, [screen.name, ...where].join('\n')).toBeLessThan(0.01)
        if (width === PHONE) expect.soft(await on.evaluate(tooSmall), screen.name).toEqual([])
        await expect(on.locator('h1'), `${screen.name}: one h1`).toHaveCount(1)
        const tooWide = () => on.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        await expect.poll(tooWide, `${screen.name} scrolls sideways`).toBeLessThanOrEqual(0)

        // An element has its final colours once it stands still.
        await on.emulateMedia({ reducedMotion: 'reduce' })
        if (screen.role === 'dialog') {
          const { height, window, empty } = await on.evaluate(roomOfDialog)
          expect.soft(empty, `${screen.name} is as high as its content`).toBeLessThan(32)
          expect.soft(height, `${screen.name} fits into the window`).toBeLessThan(window)
        }
        expect.soft(await axe(on), screen.name).toEqual([])
        const paper = await background(on)
        await on.emulateMedia({ colorScheme: 'dark' })
        expect(await background(on), `${screen.name} is dark at once`).not.toBe(paper)
        expect.soft(await axe(on, 'colours'), `${screen.name}, dark`).toEqual([])
        await on.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' })
      }
      await context.close()
    }
  })
}

test('every screen of the product is among those that are walked', async ({ person }) => {
  const page = readFileSync(join(import.meta.dirname, '../dist/index.html'), 'utf8')
  // The page's table of routes: which code each address needs.
  const [table = '[]'] = /\[\{"at":.*?\}\](?=\))/.exec(page) ?? []
  const routes = JSON.parse(table) as { at: string; code: string[] }[]
  expect(routes.length).toBeGreaterThan(20)
  const paths = (await screensOf((await person('ploy')).get)).map(({ path }) => path.replace(/\?.*/, ''))
  const isWalked = ({ at }: { at: string }) =>
    paths.some((path) => new RegExp(`^${at.replace(/:\w+/g, '[^/]+')}`).test(path))
  const walked = new Set(routes.filter(isWalked).flatMap(({ code }) => code))
  const missing = routes.filter(({ code }) => code.some((file) => !walked.has(file))).map(({ at }) => at)
  expect(missing, 'add a screen of each to e2e/screens.ts').toEqual([])
})
