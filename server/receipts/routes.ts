import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { readReceipt } from './receipt.ts'

export function receiptRoutes({ receiptKey }: Deps): Handlers<typeof contract.receipts> {
  return {
    verify({ body }) {
      const says = readReceipt(receiptKey, body.receipt)
      return { valid: says !== undefined, says: says ?? null }
    },
  }
}
