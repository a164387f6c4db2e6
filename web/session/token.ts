const KEY = 'token'

/** What happens when the session changes outside of this tab. */
interface Follower {
  /** The session has ended. */
  ended(): void
  /** Another tab stored this token. */
  changed(token: string): void
}

// This tab's own token. Another tab may sign in someone else; the screen and the texts of this tab are not theirs.
let own: string | null | undefined
let follower: Follower = { ended() {}, changed() {} }

/** The token in local storage, from any tab. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return own ?? null
  }
}

/**
 * The token of this tab's session: the one in local storage when the tab started, or from memory where storage is
 * forbidden.
 */
export function readToken(): string | null {
  if (own === undefined) own = storedToken()
  return own
}

/** Stores a token. Returns the one that it replaces, from this tab or another. */
export function keepToken(token: string): string | null {
  const before = storedToken()
  own = token
  try {
    localStorage.setItem(KEY, token)
  } catch {}
  return before
}

export function dropToken(): void {
  const dropped = readToken()
  own = null
  try {
    // Not a newer one from another tab.
    if (localStorage.getItem(KEY) === dropped) localStorage.removeItem(KEY)
  } catch {}
}

/** Continues with the token that another tab stored. */
export function adoptToken(token: string): void {
  own = token
}

/** Sets what happens when the server no longer knows the session, or when another tab signs out or in. */
export function followSession(by: Follower): void {
  follower = by
  const look = () => {
    const there = storedToken()
    if (there === readToken()) return
    if (there !== null) by.changed(there)
    else {
      own = null
      by.ended()
    }
  }
  addEventListener('storage', look)
  // A page in the back-forward cache gets no storage events.
  addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}

/** The server refused a token: removes it silently and leads to the login screen. */
export function sessionEnded(token: string | null): void {
  // A response to an earlier session's call.
  if (token !== readToken()) return
  const there = storedToken()
  if (there !== null && there !== token) follower.changed(there)
  else {
    dropToken()
    follower.ended()
  }
}
