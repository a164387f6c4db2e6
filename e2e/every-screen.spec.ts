import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeSource } from './axeCore.ts'
import { expect, test } from './fixtures.ts'
import { forgetPerson } from './keptPages.ts'
import { forgetShifts, roomOfDialog, shiftsOf, tooSmall, watchShifts } from './layout.ts'
import { complete, goNowhere, goWithin, type Screen, screensOf, settle } from './screens.ts'
import { withoutExtras } from './withoutExtras.ts'

/*
 * Opens each screen once at each width, and checks there everything that holds for all screens. The phone loads each
 * screen anew, except for dialogs, which lie over a screen that it has loaded. Those, and all screens on the desktop,
 * open without loading the page, as when somebody presses a link. A dialog has the same parts at both widths: axe checks
 * it on the phone.
 */

/** All screens at once take minutes: this many tests share them. */
const PARTS = 5
const PHONE = 390

const walks = [PHONE, 1280].flatMap((width) => Array.from({ length: PARTS }, (_, part) => ({ width, part })))

/** Opens a screen without loading the page, by way of an empty one. */
async function openWithin(page: Page, screen: Screen): Promise<void> {
  await goNowhere(page)
  await forgetShifts(page)
  await goWithin(page, screen.path)
  await complete(page, screen)
}

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
    // The screens of one person one after another.
    const byPerson = all.toSorted((a, b) => String(a.who).localeCompare(String(b.who)))
    const screens = byPerson.slice((all.length * part) / PARTS, (all.length * (part + 1)) / PARTS)
    const isPhone = width === PHONE
    // With motion on the phone alone: something that grows could push the rest away.
    const motion = isPhone ? 'no-preference' : 'reduce'
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      hasTouch: isPhone,
      reducedMotion: motion,
    })
    await withoutExtras(context)
    // One page for all screens: a new page would compile the product once more.
    const on = await context.newPage()
    await watchShifts(on)
    // The same script for each page: the browser compiles it once, not once a visit.
    await on.addInitScript({ content: axeSource })
    for (const who of new Set(screens.map((s) => s.who))) {
      await forgetPerson(on)
      if (who) await signIn(who, on)
      for (const [i, screen] of screens.filter((s) => s.who === who).entries()) {
        const isDialog = screen.role === 'dialog'
        // Whoever is signed out has no empty screen.
        const isWithin = who !== undefined && i > 0 && (!isPhone || isDialog)
        await (isWithin ? openWithin : settle)(on, screen)
        const { total, where } = await shiftsOf(on)
        expect.soft(total, [screen.name, ...where].join('\n')).toBeLessThan(0.01)
        await expect(on.locator('h1'), `${screen.name}: one h1`).toHaveCount(1)
        if (screen.name !== 'not-found')
          await expect.soft(on, `${screen.name}: name it in web/courses/tabs.ts`).not.toHaveTitle(/^Page not found/)
        const tooWide = () => on.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        await expect.poll(tooWide, `${screen.name} scrolls sideways`).toBeLessThanOrEqual(0)

        // An element has its final colours and its size once it stands still.
        await on.emulateMedia({ reducedMotion: 'reduce' })
        if (isPhone) expect.soft(await on.evaluate(tooSmall), screen.name).toEqual([])
        if (isDialog) {
          const { height, window, empty } = await on.evaluate(roomOfDialog)
          expect.soft(empty, `${screen.name} is as high as its content`).toBeLessThan(32)
          expect.soft(height, `${screen.name} fits into the window`).toBeLessThan(window)
        }
        if (isDialog && !isPhone) continue
        expect.soft(await axe(on), screen.name).toEqual([])
        const paper = await background(on)
        await on.emulateMedia({ colorScheme: 'dark' })
        expect(await background(on), `${screen.name} is dark at once`).not.toBe(paper)
        expect.soft(await axe(on, 'colours'), `${screen.name}, dark`).toEqual([])
        await on.emulateMedia({ colorScheme: 'light', reducedMotion: motion })
      }
    }
    await context.close()
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
