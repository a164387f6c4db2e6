import * as z from 'zod/mini'
import { endpoint, Time } from './endpoint.ts'

export const receipts = {
  verify: endpoint({
    method: 'POST',
    path: '/api/receipts/verify',
    access: 'public',
    summary: 'Whether a receipt is one that this server signed, and what it says',
    body: z.object({ receipt: z.string().check(z.maxLength(10_000)) }),
    reply: z.object({
      valid: z.boolean(),
      says: z.nullable(
        z.object({
          course: z.string(),
          assignment: z.string(),
          person: z.string(),
          attempt: z.number(),
          datetime: Time,
          digest: z.string(),
        }),
      ),
    }),
    errors: ['invalid', 'too_many'],
  }),
}
