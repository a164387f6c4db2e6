import { uploadPart } from '../../contract/uploads.ts'
import { Browser } from '../../server/testing/browser.ts'

/** Signs in the person that the provider names: begins on one server and returns to another. Returns their token. */
export async function signIn(first: string, second: string): Promise<string> {
  const browser = new Browser()
  const answer = await browser.get(`${first}/api/session/provider`)
  const { data } = (await answer.json()) as { data: { authorize_url: string } }
  const allowed = await browser.get(data.authorize_url)
  const { pathname, search } = new URL(allowed.headers.get('location') ?? '', first)
  const at = await browser.visit(second + pathname + search)
  const token = at.searchParams.get('code')
  if (!token) throw new Error(`Nobody was let in: ${at.href}`)
  return token
}

export interface Answer<T = unknown> {
  status: number
  data: T
  code?: string
}

interface Ask {
  method?: string
  token: string
  body?: unknown
  /** Idempotency-Key. */
  key?: string
}

/** One call of the API. */
export async function call<T>(address: string, { method = 'GET', token, body, key }: Ask): Promise<Answer<T>> {
  const answer = await fetch(address, {
    method,
    headers: {
      authorization: token,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key && { 'idempotency-key': key }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await answer.text()
  // HAProxy's own refusals are pages.
  const { data, error } = text.startsWith('{') ? (JSON.parse(text) as { data: T; error?: { code: string } }) : {}
  return { status: answer.status, data: data as T, code: error?.code }
}

/** Uploads a file like the browser, and returns its location. */
export async function upload(origin: string, token: string, bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.set(uploadPart, new File([new Uint8Array(bytes)], name))
  const answer = await fetch(`${origin}/api/upload`, { method: 'POST', headers: { authorization: token }, body: form })
  const { data } = (await answer.json()) as { data?: { location: string } }
  if (!data) throw new Error(`${name} was not taken: ${answer.status}`)
  return data.location
}
