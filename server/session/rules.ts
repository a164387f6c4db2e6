/** A path of this product to return to after sign-in; anything else, such as another site, becomes `/`. */
export function safeReturnTo(asked: string | undefined): string {
  if (!asked?.startsWith('/')) return '/'
  const base = 'http://raintree.invalid'
  const url = URL.parse(asked, base)
  if (url?.origin !== base) return '/'
  // The callback and the login screen are no places to return to, nor is a file, which would get the token; an earlier
  // sign-in's code is worthless.
  if (/^\/(api|login|demo-provider)(\/|$)/.test(asRouted(url.pathname))) return '/'
  url.searchParams.delete('code')
  const path = url.pathname + url.search + url.hash
  // The path is part of the provider's address, percent signs included.
  return path.startsWith('//') || path.length > 2000 ? '/' : path
}

/** A path as the router reads it: a letter may be written as its code. A path that cannot be read leads to the login. */
function asRouted(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return '/login'
  }
}

/** `path` with one more query parameter. */
export function withParam(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://raintree.invalid')
  url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}
