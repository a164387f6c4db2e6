import type { contract } from '../../contract/index.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../serve.ts'
import { wasLate } from './queries.ts'
import { readReceipt } from './receipt.ts'

export function receiptRoutes({ db, receiptKey }: Deps): Handlers<typeof contract.receipts> {
  return {
    async verify({ body }) {
      const says = readReceipt(receiptKey, body.receipt)
      if (!says) return { valid: false, says: null }
      return { valid: true, says: { ...says, late: await wasLate(db, { ...says.ids, datetime: says.datetime }) } }
    },
  }
}
