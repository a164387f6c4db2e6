import type { Locator } from '@playwright/test'

/** Drags files or folders of the disk over a place and drops them there, as a person does from their file manager. */
export async function dropFromDisk(onto: Locator, paths: string[]): Promise<void> {
  await onto.scrollIntoViewIfNeeded()
  const box = await onto.boundingBox()
  if (!box) throw new Error('It is not there.')
  const page = onto.page()
  const browser = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', {
      ...{ type, ...at },
      data: { items: [], files: paths, dragOperationsMask: 1 },
    })
  await browser.detach()
}
