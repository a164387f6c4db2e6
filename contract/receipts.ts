import * as z from 'zod/mini'
import { endpoint, Time } from './endpoint.ts'

export const receipts = {
  verify: endpoint({
    method: 'POST',
    path: '/api/receipts/verify',
    access: 'public',
    summary: 'Whether a receipt is one that this server signed, and what it says',
    /** Any text is accepted; one that is no receipt is not valid. */
    body: z.object({ receipt: z.string() }),
    reply: z.object({
      valid: z.boolean(),
      /** Null: the receipt is not valid, so its content means nothing. */
      says: z.nullable(
        z.object({
          /** The number and the name. */
          course: z.string(),
          assignment: z.string(),
          /** The person who pressed Submit. */
          person: z.string(),
          /** The group it counts for; '' means the person alone. */
          group: z.string(),
          attempt: z.number(),
          datetime: Time,
          /** It came after the present due date; null when the assignment no longer exists. */
          late: z.nullable(z.boolean()),
          digest: z.string(),
        }),
      ),
    }),
  }),
}
