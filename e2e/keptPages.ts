import type { Browser, BrowserContext, Disposable, Page } from '@playwright/test'
import { withoutExtras } from './withoutExtras.ts'

/*
 * Passes pages from one test to the next, emptied. A new page has a new process of the browser, which compiles the
 * product once more: that costs the processor as much as the visit itself. A call that cannot be undone closes the page
 * instead.
 */

type Off = (event: unknown, listener: unknown) => unknown

/** An address of the product with an empty page: the process stays, and its storage can be reached. */
const EMPTY = '/robots.txt'

/** The pages that no test uses. */
const free: Page[] = []
/** For each kept page: how to undo the calls of its test. */
const undo = new Map<Page, (() => unknown)[]>()

/** A page in a browser context of its own, new or kept from an earlier test. */
export async function keptPage(browser: Browser): Promise<Page> {
  const kept = free.pop()
  if (kept) return kept
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  // A test of motion or of what loads ahead makes a context itself.
  await withoutExtras(context)
  const page = await context.newPage()
  await page.goto(EMPTY)
  undo.set(page, [])
  for (const on of [page, context]) {
    undoLater(page, on, 'on', (_, event, listener) => (on.off as Off).call(on, event, listener))
    undoLater(page, on, 'addInitScript', async (added) => (await (added as Promise<Disposable>)).dispose())
    endAfter(page, on, 'exposeFunction', 'exposeBinding', 'once')
  }
  undoLater(page, context, 'setOffline', () => context.setOffline(false))
  endAfter(page, context, 'grantPermissions', 'newCDPSession')
  routeInEffect(page)
  endAfter(page, page.clock, 'install', 'pauseAt', 'setFixedTime', 'setSystemTime')
  return page
}

/** Opens the session on an unused page; returns false when the page has another. */
export async function isGiven(on: Page | BrowserContext, token: string): Promise<boolean> {
  if (!('goto' in on && on.url().endsWith(EMPTY))) return false
  await on.evaluate((own) => localStorage.setItem('token', own), token)
  return true
}

/** Empties the pages of a test for the next one, and closes all others. */
export async function leavePages(browser: Browser, hasFailed: boolean): Promise<void> {
  for (const context of browser.contexts()) {
    const [page] = context.pages()
    if (page && free.includes(page)) continue
    await unrouted(context)
    const mayStay = page && undo.has(page) && !hasFailed
    // The page may be about to navigate by itself.
    const isEmpty =
      mayStay &&
      (await empty(page).then(
        () => true,
        () => false,
      ))
    if (isEmpty) free.push(page)
    else await context.close()
  }
}

/** Empties a page for the next person: it is as new, but its process has compiled the product. */
export async function forgetPerson(page: Page): Promise<void> {
  await page.goto(EMPTY)
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    await new Promise((done) => Object.assign(indexedDB.deleteDatabase('typed'), { onsuccess: done, onerror: done }))
  })
  await page.context().clearCookies()
}

async function empty(page: Page): Promise<void> {
  for (const other of page.context().pages()) if (other !== page) await other.close()
  // A copy, because undoing a call may call such a method itself.
  for (const one of [...(undo.get(page) ?? [])]) await one()
  undo.set(page, [])
  await forgetPerson(page)
  await page.emulateMedia({
    colorScheme: null,
    reducedMotion: 'reduce',
    forcedColors: null,
    contrast: null,
    media: null,
  })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.mouse.move(-1, -1)
}

/** A route handler of a test may still run when the test is over: its errors are nobody's failure. */
async function unrouted(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
}

/**
 * Chromium says that requests are routed a moment before a busy page routes them: what a press sends in between would
 * reach the server. So `route` waits until a request of the page has been routed.
 */
function routeInEffect(page: Page): void {
  const context = page.context()
  const route = page.route.bind(page)
  async function isRouted() {
    // The next document routes from its start.
    if (page.url().endsWith(EMPTY)) return
    const own = await route(`**${EMPTY}`, (one) => one.fulfill({ status: 204 }))
    const ask = (address: string) => fetch(address).then(({ status }) => status === 204)
    try {
      while (!(await page.evaluate(ask, EMPTY)));
    } catch {
      // The page has left the document by itself.
    }
    await own.dispose()
  }
  for (const on of [page, context]) {
    const call = on.route.bind(on)
    on.route = async (...args) => {
      const routed = await call(...args)
      await isRouted()
      return routed
    }
  }
}

/** After a call of this method, `back` runs before the next test gets the page. */
function undoLater<T extends object>(
  page: Page,
  on: T,
  name: keyof T,
  back: (result: unknown, ...args: unknown[]) => unknown,
): void {
  watch(on, name, (result, args) => undo.get(page)?.push(() => back(result, ...args)))
}

/** After a call of one of these methods, no other test gets the page. */
function endAfter<T extends object>(page: Page, on: T, ...names: (keyof T)[]): void {
  for (const name of names) watch(on, name, () => undo.delete(page))
}

function watch<T extends object>(on: T, name: keyof T, called: (result: unknown, args: unknown[]) => void): void {
  const call = on[name] as (...args: unknown[]) => unknown
  const watched = (...args: unknown[]) => {
    const result = call.apply(on, args)
    called(result, args)
    return result
  }
  on[name] = watched as T[keyof T]
}
