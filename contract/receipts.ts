import * as z from 'zod/mini'
import { endpoint, Time } from './endpoint.ts'

export const receipts = {
  verify: endpoint({
    method: 'POST',
    path: '/api/receipts/verify',
    access: 'public',
    summary: 'Whether a receipt is one that this server signed, and what it says',
    /** Any text will do: what is no receipt is not valid. */
    body: z.object({ receipt: z.string() }),
    reply: z.object({
      valid: z.boolean(),
      /** Null: it is not valid, so what it says means nothing. */
      says: z.nullable(
        z.object({
          /** The number and the name. */
          course: z.string(),
          assignment: z.string(),
          /** Who pressed Submit. */
          person: z.string(),
          /** The group it counts for; '' means the person alone. */
          group: z.string(),
          attempt: z.number(),
          datetime: Time,
          /** It came after the due date, as that is now; null when the assignment is not there any more. */
          late: z.nullable(z.boolean()),
          digest: z.string(),
        }),
      ),
    }),
  }),
}
