/** As much of a browser as signing in needs: cookies, and redirects one by one. */
export class Browser {
  /** By name and path. */
  #cookies = new Map<string, { name: string; value: string; path: string }>()

  /** A GET that follows no redirect. */
  async get(address: string): Promise<Response> {
    return this.#send(address, {})
  }

  async post(address: string, form: Record<string, string>): Promise<Response> {
    return this.#send(address, { method: 'POST', body: new URLSearchParams(form) })
  }

  /**
   * Follows the redirects of an answer until a page comes or the product's own screens are reached. Returns the
   * address.
   */
  async follow(from: string, answer: Response, until = /^\/(?!api\/|demo-provider\/)/): Promise<URL> {
    let at = new URL(from)
    let next = answer
    for (let hops = 0; hops < 20; hops++) {
      const location = next.headers.get('location')
      if (!location) return at
      at = new URL(location, at)
      if (until.test(at.pathname)) return at
      next = await this.get(at.href)
    }
    throw new Error(`redirected for ever, last to ${at.href}`)
  }

  /** Goes to an address and on to where it redirects. */
  async visit(address: string): Promise<URL> {
    return this.follow(address, await this.get(address))
  }

  async #send(address: string, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(address)
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const answer = await fetch(address, { ...init, redirect: 'manual', headers: cookie ? { cookie } : {} })
    for (const line of answer.headers.getSetCookie()) this.#keep(line)
    return answer
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(name.length + 1)
    const path = attributes.find((a) => a.toLowerCase().startsWith('path='))?.slice(5) ?? '/'
    if (value === '') this.#cookies.delete(`${name} ${path}`)
    else this.#cookies.set(`${name} ${path}`, { name, value, path })
  }
}
