import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/** How a real course-site provider identifies a person. */
export interface PlainStudent {
  id: string | number
  firstname_en: string
  lastname_en: string
  email?: string
  photo?: string
}

interface Attempt {
  student: PlainStudent
  redirectUri: string
  challenge: string
}

export interface PlainProvider {
  origin: string
  clientId: string
  clientSecret: string
  /** The person who signs in next. */
  student: PlainStudent
  /** Makes the exchange of a code fail with this status. */
  tokenStatus: number
  /** Makes the profile address fail with this status. */
  profileStatus: number
  /** How the client identified itself, at each exchange of a code. */
  clientAuth: ('basic' | 'post')[]
}

/**
 * A plain OAuth 2 provider without OpenID Connect: an opaque token, and a profile in nested JSON. It checks what real
 * ones check: the client's secret, the redirect address, PKCE, and that each code is used once.
 */
export async function startPlainProvider(): Promise<PlainProvider & { close: () => void }> {
  const provider: PlainProvider = {
    origin: '',
    clientId: 'raintree',
    clientSecret: 'a secret & more',
    student: { id: 6_430_000_121, firstname_en: 'Ploy', lastname_en: 'Srisuk' },
    tokenStatus: 200,
    profileStatus: 200,
    clientAuth: [],
  }
  const codes = new Map<string, Attempt>()
  const tokens = new Map<string, PlainStudent>()

  function authorize(query: URLSearchParams): string {
    const redirectUri = query.get('redirect_uri') ?? ''
    const code = randomBytes(16).toString('hex')
    codes.set(code, { student: provider.student, redirectUri, challenge: query.get('code_challenge') ?? '' })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('state', query.get('state') ?? '')
    return back.href
  }

  function exchange(form: URLSearchParams, authorization: string | undefined): object | undefined {
    const given = clientOf(form, authorization)
    provider.clientAuth.push(given.how)
    if (given.id !== provider.clientId || given.secret !== provider.clientSecret) return undefined
    const attempt = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (attempt?.redirectUri !== form.get('redirect_uri') || attempt?.challenge !== verifier) return undefined
    const token = randomBytes(16).toString('hex')
    tokens.set(token, attempt.student)
    return { access_token: token, token_type: 'Bearer', expires_in: 3600 }
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider')
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (pathname === '/oauth/authorize') response.writeHead(302, { location: authorize(searchParams) }).end()
    else if (pathname === '/oauth/token' && provider.tokenStatus !== 200) json(provider.tokenStatus, { error: 'no' })
    else if (pathname === '/oauth/token') {
      const granted = exchange(await formOf(request), request.headers.authorization)
      json(granted ? 200 : 400, granted ?? { error: 'invalid_grant' })
    } else if (pathname === '/profile') {
      const student = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
      const status = student ? provider.profileStatus : 401
      json(status, status === 200 ? { data: { student } } : { error: 'no' })
    } else json(404, {})
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  provider.origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  return Object.assign(provider, {
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
}

function clientOf(form: URLSearchParams, authorization: string | undefined) {
  if (!authorization) return { how: 'post' as const, id: form.get('client_id'), secret: form.get('client_secret') }
  const pair = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString()
  const [id, secret] = pair.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
  return { how: 'basic' as const, id, secret }
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) text += part
  return new URLSearchParams(text)
}
