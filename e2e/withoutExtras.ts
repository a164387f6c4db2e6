import type { BrowserContext } from '@playwright/test'

/**
 * Leaves out what costs the processor much and no test of this context looks at, nor axe. Nothing is loaded ahead of a
 * visit. What is blurred behind bars is sharp: without a graphics card that blur is half of what drawing a page costs.
 */
export const withoutExtras = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true })
    const sharp = new CSSStyleSheet()
    sharp.replaceSync('* { backdrop-filter: none !important }')
    document.adoptedStyleSheets.push(sharp)
  })
