const KEY = 'token'

/** What follows from a change of the session that this tab did not make. */
interface Follower {
  /** There is none any more. */
  ended(): void
  /** Another tab keeps this one. */
  changed(token: string): void
}

// This tab's own. Another tab may sign in somebody else; what is on screen here, and what was typed, is not theirs.
let own: string | null | undefined
let follower: Follower = { ended() {}, changed() {} }

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return own ?? null
  }
}

/** The token of this tab's session: the one in local storage when the tab began; from memory where that is forbidden. */
export function readToken(): string | null {
  if (own === undefined) own = stored()
  return own
}

export function keepToken(token: string): void {
  own = token
  try {
    localStorage.setItem(KEY, token)
  } catch {}
}

export function dropToken(): void {
  const dropped = readToken()
  own = null
  try {
    // Not the one that another tab keeps since then.
    if (localStorage.getItem(KEY) === dropped) localStorage.removeItem(KEY)
  } catch {}
}

/** Goes on with the token that another tab keeps. */
export function adoptToken(token: string): void {
  own = token
}

/**
 * A `code` in the address is a token: it leaves the address at once, and is kept. Whoever is signed in already is not
 * signed out by a link whose code the server refuses.
 */
export async function takeCodeFromAddress(isRefused: (token: string) => Promise<boolean>): Promise<void> {
  const url = new URL(location.href)
  const code = url.searchParams.get('code')
  if (code === null) return
  url.searchParams.delete('code')
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
  if (code && (!readToken() || !(await isRefused(code)))) keepToken(code)
}

/** Says what to do when the server no longer knows the session, or when another tab signed out or in. */
export function followSession(by: Follower): void {
  follower = by
  const look = () => {
    const there = stored()
    if (there === readToken()) return
    if (there !== null) by.changed(there)
    else {
      own = null
      by.ended()
    }
  }
  addEventListener('storage', look)
  // A page that was put aside was not told.
  addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}

/** The server refused a token. Silent: it goes, and the person is taken to the login screen. */
export function sessionEnded(token: string | null): void {
  // The answer to a call of an earlier session.
  if (token !== readToken()) return
  const there = stored()
  if (there !== null && there !== token) follower.changed(there)
  else {
    dropToken()
    follower.ended()
  }
}
