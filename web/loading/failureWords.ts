import type { Catalogue } from '../i18n/index.ts'
import { isOffline } from './call.ts'

/** The words for an error: no connection, a failure of the server, or anything else. */
export function failureWords(error: unknown, words: Catalogue['errors']): { title: string; text: string } {
  if (isOffline(error)) return { title: words.offlineTitle, text: words.offlineText }
  // The error of a call, or of the router.
  const { status = 0 } = (error ?? {}) as { status?: number }
  return status >= 500
    ? { title: words.serverTitle, text: words.serverText }
    : { title: words.otherTitle, text: words.otherText }
}
