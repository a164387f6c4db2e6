import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

async function middleOf(place: Locator) {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (!box) throw new Error('It is not there.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Drags files or folders over a place and drops them there, like a person from their file manager. */
export async function dropFromDisk(onto: Locator, paths: string[]): Promise<void> {
  const at = await middleOf(onto)
  const page = onto.page()
  const browser = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', {
      ...{ type, ...at },
      data: { items: [], files: paths, dragOperationsMask: 1 },
    })
  await browser.detach()
}

/** Drags a row by finger onto another one: a long press selects it, another one drags it. */
export async function dragByTouch(row: Locator, onto: Locator): Promise<void> {
  const page = row.page()
  const browser = await page.context().newCDPSession(page)
  // Chromium detects a long press by itself only where a mouse emulates the finger.
  await browser.send('Emulation.setEmitTouchEventsForMouse', { enabled: true, configuration: 'mobile' })
  await browser.send('Input.setInterceptDrags', { enabled: true })
  /** Chromium answers neither the held press nor its release. */
  const finger = (type: 'mousePressed' | 'mouseReleased', at: { x: number; y: number }) =>
    void browser.send('Input.dispatchMouseEvent', { type, button: 'left', clickCount: 1, ...at }).catch(() => {})
  const first = await middleOf(row)
  finger('mousePressed', first)
  await expect(row).toHaveAttribute('aria-selected', 'true')
  finger('mouseReleased', first)
  const to = await middleOf(onto)
  const dropped = new Promise<void>((done, fail) => {
    browser.once('Input.dragIntercepted', ({ data }) => {
      const steps = ['dragEnter', 'dragOver', 'drop'] as const
      const sent = steps.map((type) => browser.send('Input.dispatchDragEvent', { type, ...to, data }))
      Promise.all(sent).then(() => done(), fail)
    })
  })
  finger('mousePressed', await middleOf(row))
  await dropped
  await browser.send('Input.setInterceptDrags', { enabled: false })
  await browser.send('Emulation.setEmitTouchEventsForMouse', { enabled: false })
  await browser.detach()
}
