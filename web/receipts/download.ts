import { downloadFile } from '../common/downloadFile.ts'
import type { ReceiptStatement } from './receiptText.ts'

/** Saves a signed receipt as a file on the device. */
export const downloadReceipt = (receipt: string, { assignment, attempt }: ReceiptStatement): void =>
  downloadFile(
    new Blob([receipt], { type: 'application/json' }),
    `receipt-${assignment.slice(0, 60)}-${attempt}`,
    'json',
  )
