import type { Reply } from '../../contract/endpoint.ts'
import type { receipts } from '../../contract/receipts.ts'

/** What a receipt says. */
export type Said = NonNullable<Reply<typeof receipts.verify>['says']>

/** What the receipt of this server says, as it stands in it. */
export const saidIn = (receipt: string): Said => JSON.parse(receipt)

/** The same receipt as a code without white space, which survives that a printed page ends its lines. */
export function codeOf(receipt: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify(JSON.parse(receipt)))
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
