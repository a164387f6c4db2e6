import { useMutation } from '@tanstack/react-query'
import { receipts } from '../../contract/receipts.ts'
import { call } from '../loading/call.ts'

/** Asks the server whether it signed a receipt. */
export const useVerify = () =>
  useMutation({ mutationFn: (receipt: string) => call(receipts.verify, { params: {}, body: { receipt } }) })
