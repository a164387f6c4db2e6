const KEY = 'token'

let inMemory: string | null = null
let onEnd = () => {}

/** The session's token, from local storage; from memory where storage is forbidden. */
export function readToken(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return inMemory
  }
}

export function keepToken(token: string): void {
  inMemory = token
  try {
    localStorage.setItem(KEY, token)
  } catch {}
}

export function dropToken(): void {
  inMemory = null
  try {
    localStorage.removeItem(KEY)
  } catch {}
}

/** A `code` in the address is a token: it is kept, and leaves the address at once. */
export function takeCodeFromAddress(): void {
  const url = new URL(location.href)
  const code = url.searchParams.get('code')
  if (code === null) return
  if (code) keepToken(code)
  url.searchParams.delete('code')
  history.replaceState(history.state, '', url.pathname + url.search + url.hash)
}

/** Says what to do when the server no longer knows the session. */
export function whenSessionEnds(then: () => void): void {
  onEnd = then
  // Signing out in one tab signs out the others.
  addEventListener('storage', (event) => {
    if (event.key === KEY && event.newValue === null) then()
  })
}

/** Silent: the token goes, and the person is taken to the login screen. */
export function sessionEnded(): void {
  dropToken()
  onEnd()
}
