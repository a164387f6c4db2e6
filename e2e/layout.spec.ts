import { expect, test } from './fixtures.ts'
import { complete, screensOf, settle } from './screens.ts'

interface Shifts {
  total: number
  where: string[]
}

/** Adds up how much of the page moves by itself, from its first paint on. */
function watchShifts(): void {
  const shifts: Shifts = { total: 0, where: [] }
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node?: Node }[] }
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      shifts.total += value
      for (const { node } of sources) shifts.where.push((node as Element | undefined)?.outerHTML?.slice(0, 160) ?? '')
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What can be pressed and is smaller than 44 px, its enlarged place included; links within a text aside. */
function tooSmall(): string[] {
  if (!matchMedia('(pointer: coarse)').matches) throw new Error('There is no finger')
  const least = 43.5
  const places = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const found: string[] = []
  for (const element of top.querySelectorAll<HTMLElement>(places)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.sr-only, .prose, [inert]')) continue
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((e) => e.getBoundingClientRect())
    const after = getComputedStyle(element, '::after')
    const enlarged = after.position === 'absolute' ? after : undefined
    const width = Math.max(...boxes.map((b) => b.width), Number.parseFloat(enlarged?.width ?? '0') || 0)
    const height = Math.max(...boxes.map((b) => b.height), Number.parseFloat(enlarged?.height ?? '0') || 0)
    // A skip link is nowhere until it has the focus.
    if (boxes[0] && boxes[0].bottom <= 0) continue
    if (width < least || height < least) found.push(`${element.outerHTML.slice(0, 160)}: ${width} × ${height}`)
  }
  return found
}

for (const width of [390, 1280]) {
  const title =
    width === 390
      ? 'nothing moves while any screen loads on a phone, where a finger hits everything that can be pressed'
      : 'nothing moves while any screen loads on a wide window'
  test(title, async ({ signIn, page, browser }) => {
    test.setTimeout(600_000)
    const screens = await screensOf((await signIn('ploy')).get)
    await page.close()
    for (const who of new Set(screens.map((s) => s.who))) {
      const context = await browser.newContext({ viewport: { width, height: 850 }, hasTouch: width === 390 })
      for (const screen of screens.filter((s) => s.who === who)) {
        // A page of its own: nothing of the one before is there.
        const on = await context.newPage()
        if (who) await signIn(who, on)
        await on.addInitScript(watchShifts)
        await settle(on, screen)
        const { total, where } = await on.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
        expect.soft(total, [screen.name, ...where].join('\n')).toBeLessThan(0.01)
        if (width === 390) expect.soft(await on.evaluate(tooSmall), screen.name).toEqual([])
        await on.close()
      }
      await context.close()
    }
  })
}

test('nothing moves on a phone when what a dialog or a topic shows comes late', async ({ browser, person, signIn }) => {
  test.setTimeout(300_000)
  const screens = await screensOf((await person('ploy')).get)
  const late = ['announcement', 'assignment', 'worksheet', 'topic', 'topic-post']
  const context = await browser.newContext({ viewport: { width: 390, height: 850 }, hasTouch: true })
  for (const screen of screens.filter(({ name }) => late.includes(name))) {
    const on = await context.newPage()
    if (screen.who) await signIn(screen.who, on)
    await on.addInitScript(watchShifts)
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
    const { total, where } = await on.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
    expect.soft(total, [screen.name, ...where].join('\n')).toBeLessThan(0.01)
    await on.close()
  }
  await context.close()
})
