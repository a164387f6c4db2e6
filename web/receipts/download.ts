import type { ReceiptStatement } from './receiptText.ts'

/** Saves a signed receipt as a file on the device. */
export function downloadReceipt(receipt: string, { assignment, attempt }: ReceiptStatement): void {
  const address = URL.createObjectURL(new Blob([receipt], { type: 'application/json' }))
  const download = `receipt-${plainName(assignment)}-${attempt}.json`
  Object.assign(document.createElement('a'), { href: address, download }).click()
  // The browser reads it after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Letters, marks and digits of any language, joined by dashes. */
const plainName = (name: string) =>
  name
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase()
