import { attemptCookie, attemptMark } from '../../contract/session.ts'

/*
 * Which attempts at signing in this browser began. They stand in local storage, which no page of another origin reads,
 * also not one on another port of the same host. Whoever sends a link knows none of them.
 */

const KEY = 'attempts'
/** An attempt is good for 15 minutes; a few login screens that ask anew every 10 make no more. */
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

/** Whether this browser began the attempt that the token is of. An attempt has one token: its traces go. */
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
