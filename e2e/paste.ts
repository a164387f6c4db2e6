import type { Locator } from '@playwright/test'

/** Pastes a picture of 40 by 30 pixels into a text. */
export const pastePicture = (text: Locator, name: string) =>
  text.evaluate(async (box, name) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([blob as Blob], name, { type: 'image/png' }))
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, name)

/** Pastes what a program copies: its words by their kinds, such as `text/html`. */
export const pasteWords = (text: Locator, words: Record<string, string>) =>
  text.evaluate((box, words) => {
    const clipboardData = new DataTransfer()
    for (const [kind, said] of Object.entries(words)) clipboardData.setData(kind, said)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, words)
