import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency.ts'

/**
 * The Idempotency-Key of a press: the same body goes again under the same key until it has succeeded, so that a second
 * press after a lost answer does nothing twice.
 */
export function useSendKey() {
  const sent = useRef({ body: '', key: '' })
  return {
    of(body: unknown): string {
      const text = JSON.stringify(body)
      if (sent.current.body !== text) sent.current = { body: text, key: newIdempotencyKey() }
      return sent.current.key
    },
    /** The next send is another one, even with the same body. */
    drop() {
      sent.current = { body: '', key: '' }
    },
  }
}
