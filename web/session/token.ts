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

/** The token that stands in local storage now, of whichever tab. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return own ?? null
  }
}

/** The token of this tab's session: the one in local storage when the tab began; from memory where that is forbidden. */
export function readToken(): string | null {
  if (own === undefined) own = storedToken()
  return own
}

/** Answers the token that it takes the place of, in this tab or, since it began, in another one. */
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
    // Not the one that another tab keeps since then.
    if (localStorage.getItem(KEY) === dropped) localStorage.removeItem(KEY)
  } catch {}
}

/** Goes on with the token that another tab keeps. */
export function adoptToken(token: string): void {
  own = token
}

/** Says what to do when the server no longer knows the session, or when another tab signed out or in. */
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
  // A page that was put aside was not told.
  addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
}

/** The server refused a token. Silent: it goes, and the person is taken to the login screen. */
export function sessionEnded(token: string | null): void {
  // The answer to a call of an earlier session.
  if (token !== readToken()) return
  const there = storedToken()
  if (there !== null && there !== token) follower.changed(there)
  else {
    dropToken()
    follower.ended()
  }
}
