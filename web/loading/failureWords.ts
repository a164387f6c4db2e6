import type { Catalogue } from '../i18n/index.ts'
import { isOffline } from './call.ts'

/** What is said of whatever went wrong: no connection, the server's own trouble, and the rest. */
export function failureWords(error: unknown, words: Catalogue['errors']): { title: string; text: string } {
  if (isOffline(error)) return { title: words.offlineTitle, text: words.offlineText }
  // Of a call, or of the router.
  const { status = 0 } = (error ?? {}) as { status?: number }
  return status >= 500
    ? { title: words.serverTitle, text: words.serverText }
    : { title: words.otherTitle, text: words.otherText }
}
