/** A new Idempotency-Key of 128 random bits. `crypto.randomUUID` is missing on a plain http address. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) => n.toString(16).padStart(2, '0')).join('')
