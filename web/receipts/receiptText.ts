import type { Reply } from '../../contract/endpoint.ts'
import type { receipts } from '../../contract/receipts.ts'

/** The statement of a receipt. */
export type ReceiptStatement = NonNullable<Reply<typeof receipts.verify>['says']>

/** The statement inside a receipt of this server. */
export const statementIn = (receipt: string): ReceiptStatement => JSON.parse(receipt)

/** The same receipt as a code without white space, which survives the line breaks of a printed page. */
export function codeOf(receipt: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(JSON.parse(receipt)))
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
