/** A path of this product to return to after sign-in; anything else, such as another site, becomes `/`. */
export function safeReturnTo(asked: string | undefined): string {
  if (!asked?.startsWith('/')) return '/'
  const base = 'http://raintree.invalid'
  const url = URL.parse(asked, base)
  if (url?.origin !== base) return '/'
  // The callback and the login screen are not places to be; a code of an earlier sign-in is worthless.
  if (/^\/(api|login|demo-provider)(\/|$)/.test(url.pathname)) return '/'
  url.searchParams.delete('code')
  const path = url.pathname + url.search + url.hash
  // It travels inside the address of the provider, percent signs and all.
  return path.startsWith('//') || path.length > 2000 ? '/' : path
}

/** `path` with one more query parameter. */
export function withParam(path: string, name: string, value: string): string {
  const url = new URL(path, 'http://raintree.invalid')
  url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}
