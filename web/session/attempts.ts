import { attemptCookie, attemptMark } from '../../contract/session.ts'

/*
 * The sign-in attempts that this browser started. They are in local storage, which pages of other origins cannot read,
 * including other ports of the same host. The sender of a link knows none of them.
 */

const KEY = 'attempts'
/** An attempt is valid for 15 minutes; a few login screens that renew theirs every 10 make no more. */
const MOST = 20

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((attempt) => typeof attempt === 'string') : []
  } catch {
    return []
  }
}

function write(attempts: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(attempts.slice(-MOST)))
  } catch {}
}

export function keepAttempt(attempt: string): void {
  const kept = read()
  if (!kept.includes(attempt)) write([...kept, attempt])
}

/** Whether this browser started the attempt that a token belongs to. An attempt has one token, so this removes it. */
export function endAttempt(token: string): boolean {
  const mark = attemptMark(token)
  const cookies = new Set(document.cookie.split('; '))
  const attempt = read().find((one) => cookies.has(`${attemptCookie(one)}=${mark}`))
  if (attempt === undefined) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, nor where there is no TLS
  document.cookie = `${attemptCookie(attempt)}=; path=/; max-age=0`
  write(read().filter((one) => one !== attempt))
  return true
}
