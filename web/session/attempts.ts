import { attemptCookie, attemptMark } from '../../contract/session.ts'
import { entriesOf, type Store, thisBrowser } from '../typed/entries.ts'

/*
 * The sign-in attempts that this browser started. They are in local storage, which pages of other origins cannot read,
 * including other ports of the same host. The sender of a link knows none of them. Each attempt has an entry of its own
 * with the time: two tabs at the login screen at once, each with one list, would overwrite each other's attempt.
 */

const PREFIX = 'attempt/'
/** An attempt is valid for 15 minutes; a few login screens that renew theirs every 10 make no more. */
const MOST = 20

export function keepAttempt(attempt: string, storage: Store = thisBrowser.storage): void {
  try {
    if (storage.getItem(PREFIX + attempt) === null) storage.setItem(PREFIX + attempt, String(Date.now()))
    const newestFirst = [...entriesOf(storage, PREFIX)].sort(([, a], [, b]) => Number(b) - Number(a))
    for (const [old] of newestFirst.slice(MOST)) storage.removeItem(PREFIX + old)
  } catch {}
}

/** Whether this browser started the attempt that a token belongs to. An attempt has one token, so this removes it. */
export function endAttempt(token: string): boolean {
  const mark = attemptMark(token)
  const cookies = new Set(document.cookie.split('; '))
  const { storage } = thisBrowser
  const started = [...entriesOf(storage, PREFIX).keys()]
  const attempt = started.find((one) => cookies.has(`${attemptCookie(one)}=${mark}`))
  if (attempt === undefined) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, nor where there is no TLS
  document.cookie = `${attemptCookie(attempt)}=; path=/; max-age=0`
  storage.removeItem(PREFIX + attempt)
  return true
}
