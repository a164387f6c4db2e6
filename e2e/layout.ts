import type { Page } from '@playwright/test'

interface Shifts {
  total: number
  where: string[]
}

function addUpShifts(): void {
  const shifts: Shifts = { total: 0, where: [] }
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    type Moved = { node?: Node; previousRect: DOMRect; currentRect: DOMRect }
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Moved[] }
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      shifts.total += value
      for (const { node, previousRect: from, currentRect: to } of sources) {
        const what = (node as Element | undefined)?.outerHTML?.slice(0, 160)
        shifts.where.push(`from (${from.x}, ${from.y}) to (${to.x}, ${to.y}): ${what}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Measures layout shifts of a page from its first paint on. Call it before the page opens. */
export const watchShifts = (page: Page): Promise<unknown> => page.addInitScript(addUpShifts)

/** The page's layout shifts, as shares of the window, with the moved elements. */
export const shiftsOf = (page: Page): Promise<Shifts> =>
  page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)

/** Starts to add up anew, on a page that is not loaded again. */
export const forgetShifts = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    // The browser tells of a shift after the frame that has it.
    await new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(told))))
    Object.assign((window as unknown as { shifts: Shifts }).shifts, { total: 0, where: [] })
  })

/** Targets smaller than 44 px, with their enlarged hit area; without links in texts. */
export function tooSmall(): string[] {
  if (!matchMedia('(pointer: coarse)').matches) throw new Error('There is no finger')
  const least = 43.5
  // The field of a date, and of a day, has a hidden input for forms.
  const ofDates = '[type=datetime-local][tabindex="-1"], [type=date][tabindex="-1"]'
  const places = `a[href], button, input:not([type=hidden], ${ofDates}), select, textarea, summary`
  const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
  const found: string[] = []
  for (const element of top.querySelectorAll<HTMLElement>(places)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.sr-only, .prose, [inert]')) continue
    const boxes = [element, ...((element as HTMLInputElement).labels ?? [])].map((e) => e.getBoundingClientRect())
    const after = getComputedStyle(element, '::after')
    const enlarged = after.position === 'absolute' ? after : undefined
    const width = Math.max(...boxes.map((b) => b.width), Number.parseFloat(enlarged?.width ?? '0') || 0)
    const height = Math.max(...boxes.map((b) => b.height), Number.parseFloat(enlarged?.height ?? '0') || 0)
    // A skip link is invisible until it has the focus.
    if (boxes[0] && boxes[0].bottom <= 0) continue
    if (width < least || height < least) found.push(`${element.outerHTML.slice(0, 160)}: ${width} × ${height}`)
  }
  return found
}

/** Of the open dialog, in px: its height, the window's, and the empty room below its last line. */
export function roomOfDialog(): { height: number; window: number; empty: number } {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
  const words = dialog?.querySelector('[id$="-words"]')
  if (!dialog || !words) throw new Error('No dialog with content is open')
  const range = document.createRange()
  range.selectNodeContents(words)
  const empty = words.getBoundingClientRect().bottom - range.getBoundingClientRect().bottom
  return { height: dialog.getBoundingClientRect().height, window: innerHeight, empty }
}
