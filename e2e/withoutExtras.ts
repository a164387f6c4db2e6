import type { BrowserContext } from '@playwright/test'

/**
 * Switches off what costs the processor much and no test in this context checks, nor axe. Nothing is prefetched. Bars
 * have no blur behind them: without a graphics card the blur is half the cost of drawing a page.
 */
export const withoutExtras = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    const sharp = new CSSStyleSheet()
    sharp.replaceSync('* { backdrop-filter: none !important }')
    document.adoptedStyleSheets.push(sharp)
  })
