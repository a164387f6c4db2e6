import { serverNow } from '../loading/call.ts'

/** In a form, the moment of sending. */
export const NOW = 'now'

/**
 * The form's field of when students see a thing: null for a draft, `NOW`, '' while the person has chosen no time yet.
 */
export interface PublishField {
  publish_at: string | null
}

type State = 'draft' | 'published' | 'scheduled'

/** The state of a thing, now or after the form is sent. */
export const stateOf = (at: string | null): State =>
  at === null ? 'draft' : at === NOW || (at !== '' && Date.parse(at) <= serverNow()) ? 'published' : 'scheduled'

/** In ms, more than this clock is ahead of the server's, which reads a past time as now. */
const SAFELY_PAST = 60_000

/** A time that the server reads as now. */
export const asNow = (): string => new Date(serverNow() - SAFELY_PAST).toISOString()

/** Nine in the morning of the next day, in the reader's zone. */
export function tomorrow(): string {
  const at = new Date(serverNow())
  at.setDate(at.getDate() + 1)
  at.setHours(9, 0, 0, 0)
  return at.toISOString()
}
