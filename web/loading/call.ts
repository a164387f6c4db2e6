import { queryOptions } from '@tanstack/react-query'
import type { Body, Endpoint, ErrorCode, Failure, Params, Query, Reply } from '../../contract/endpoint.ts'
import { readToken, sessionEnded } from '../session/token.ts'
import { newIdempotencyKey } from './idempotency.ts'
import { sayNothingIsSaved, studentMark } from './studentView.ts'

/** Why a call failed. `offline`: no answer came. */
export class CallError extends Error {
  code: ErrorCode | 'offline'
  status: number
  fields: Record<string, string>
  /** In ms, how long the server asks to wait; 0 when it does not. */
  retryAfter: number
  /** For a conflict: the present version, and whether the person themselves made it, in another window, or who did. */
  current: unknown
  own: boolean
  by: { first: string; last: string } | undefined
  constructor(
    code: ErrorCode | 'offline',
    status: number,
    message: string,
    {
      fields = {},
      retryAfter = 0,
      current,
      own = false,
      by,
    }: Partial<Pick<CallError, 'fields' | 'retryAfter' | 'current' | 'own' | 'by'>> = {},
  ) {
    super(message)
    this.code = code
    this.status = status
    this.fields = fields
    this.retryAfter = retryAfter
    this.current = current
    this.own = own
    this.by = by
  }
}

/** How long a response asks to wait, in ms; 0 when it does not. */
export const retryAfterOf = ({ headers }: Response): number =>
  Math.max(0, Number(headers.get('retry-after')) || 0) * 1_000

/** The wait before a retry, in ms: `usual`, or longer if the server asks for it. */
export const waitAfter = (error: unknown, usual: number): number =>
  Math.max(usual, error instanceof CallError ? error.retryAfter : 0)

export const isOffline = (error: unknown): boolean => error instanceof CallError && error.code === 'offline'

export const isTransient = (error: unknown): boolean =>
  isOffline(error) || (error instanceof CallError && error.status >= 500)

/** Not there, or not for this person: an error of a call, or of the router. */
export const isNotFound = (error: unknown): boolean => (error as { status?: number } | null)?.status === 404

type Maybe<Name extends string, T> = T extends undefined ? { [K in Name]?: undefined } : { [K in Name]: T }
export type Input<E extends Endpoint> = { params: Params<E['path']> } & Maybe<'body', Body<E>> & {
    query?: Query<E>
    signal?: AbortSignal
    /** The same key again returns the first response: for a POST that may be sent twice. */
    idempotencyKey?: string
    /** The write makes a thing, such as a folder, and puts nothing back that another write has changed since. */
    makes?: boolean
    /** The revision from which the change was made. */
    revision?: number | undefined
    /** The token of a session other than this tab's. */
    token?: string
    /** The request outlives the page; up to 64 KiB. */
    keepalive?: boolean
  }

declare global {
  interface Window {
    /** Requests that index.html started before this code loaded. */
    early?: { code: string | null; token?: string | null; answers?: Record<string, Promise<Response>> }
  }
}

/** How long after the start of the page its early responses count as fresh. */
const EARLY_MS = 10_000

/** The early response for an address: for the same person, soon after the start, and once. */
function takeEarly(address: string, { method, headers }: RequestInit): Promise<Response> | undefined {
  const { token, answers } = window.early ?? {}
  const { authorization = null } = (headers ?? {}) as Record<string, string>
  if (method !== 'GET' || authorization !== token || performance.now() > EARLY_MS) return undefined
  const answer = answers?.[address]
  delete answers?.[address]
  return answer
}

/** Longer than any response takes; without it a dead connection looks like a slow one forever. */
const TIMEOUT_MS = 20_000

let clockOffset = 0

/** The server wrote the `date` between the sending of the request and now, so a slow network is no slow clock. */
function noteClock(date: number, sentAt: number): void {
  const now = Date.now()
  if (date) clockOffset = date < sentAt - 2_000 ? date - sentAt : date > now + 2_000 ? date - now : 0
}

/** The time by the server's clock, in ms, to about a second. */
export const serverNow = (): number => Date.now() + clockOffset

/** Calls an endpoint of the contract. @throws CallError */
export const call = async <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>> =>
  (await callOnce(endpoint, input)).data

/** How often a write goes again by itself after a passing failure, and the first wait in ms. */
const MORE_TRIES = 2
const FIRST_WAIT = 400
/** In ms: a write whose tries took longer than this does not go again. */
const LONG = TIMEOUT_MS / 2

/**
 * Repeats a write that failed in passing under its Idempotency-Key: the first try may have been done, and only its
 * answer lost. @throws CallError
 */
export async function repeated<R>(key: string, send: (key: string) => Promise<R>): Promise<R> {
  const since = Date.now()
  for (let tries = 0; ; tries++) {
    try {
      return await send(key)
    } catch (error) {
      if (tries === MORE_TRIES || !isTransient(error) || Date.now() - since > LONG) throw error
      await new Promise((then) => setTimeout(then, waitAfter(error, FIRST_WAIT * 2 ** tries)))
    }
  }
}

/**
 * The keys of writes that got no answer, by what they send. Pressed again within a minute, the same write goes under the
 * same key; unless it makes a thing, only before another write succeeds, which may have changed what it wrote.
 */
const unanswered = new Map<string, { key: string; until: number; makes: boolean }>()
const SAME_WRITE_MS = 60_000

/**
 * A write, with the response's headers and the request's body. It has an Idempotency-Key, and is repeated.
 * @throws CallError
 */
export async function callWithHeaders<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answered<E>> {
  const { body } = input as { body?: unknown }
  const what = JSON.stringify([endpoint.method, addressOf(endpoint, input), body, input.revision])
  const before = unanswered.get(what)
  const own = before && Date.now() < before.until ? before.key : newIdempotencyKey()
  const key = input.idempotencyKey ?? own
  try {
    const answer = await repeated(key, (idempotencyKey) => callOnce(endpoint, { ...input, idempotencyKey }))
    for (const [one, { makes }] of unanswered) if (!makes || one === what) unanswered.delete(one)
    return answer
  } catch (error) {
    unanswered.delete(what)
    const { makes = false } = input
    if (isTransient(error)) unanswered.set(what, { key, until: Date.now() + SAME_WRITE_MS, makes })
    throw error
  }
}

type Answered<E extends Endpoint> = { data: Reply<E>; headers: Headers; input: Input<E> }

async function callOnce<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answered<E>> {
  if (endpoint.method !== 'GET' && studentMark(input.params)) throw nothingIsSaved(endpoint)
  const { signal, idempotencyKey, revision, keepalive, token = readToken() } = input
  const { body } = input as { body?: unknown }
  const response = await send(addressOf(endpoint, input), {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: token }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...(revision !== undefined && { 'if-match': `"${revision}"` }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    keepalive,
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  })
  return { data: (await readAnswer(response, token)) as Reply<E>, headers: response.headers, input }
}

/** `fetch`, with a missing response as a CallError `offline`. */
export async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    const early = takeEarly(address, init)
    const sentAt = early ? performance.timeOrigin : Date.now()
    const response = await (early ?? fetch(address, init))
    noteClock(Date.parse(response.headers.get('date') ?? ''), sentAt)
    return response
  } catch (error) {
    if (init.signal?.aborted && (init.signal.reason as Error)?.name !== 'TimeoutError') throw error
    throw noAnswer()
  }
}

export const noAnswer = () => new CallError('offline', 0, 'No answer from the server.')

/**
 * The `data` of a response. A 401 to a call with this tab's token ends the session on this device. @throws CallError
 */
export async function readAnswer(response: Response, token: string | null): Promise<unknown> {
  const answer = (await response.json().catch(() => undefined)) as { data?: unknown } | Failure | undefined
  if (response.ok && answer && 'data' in answer) return answer.data
  // The response was cut off, or comes from another server, such as the login page of a hotel network.
  if (response.ok) throw noAnswer()
  if (response.status === 401) sessionEnded(token)
  const error = answer && 'error' in answer ? answer.error : undefined
  throw new CallError(error?.code ?? 'internal', response.status, error?.message ?? response.statusText, {
    fields: error?.fields,
    current: error?.current,
    own: error?.own,
    by: error?.by,
    retryAfter: retryAfterOf(response),
  })
}

/** In the student view. What a page reports by itself, such as a draft, is a PUT: nobody waits to hear of it. */
function nothingIsSaved({ method }: Endpoint): CallError {
  if (method !== 'PUT') sayNothingIsSaved()
  return new CallError('not_allowed', 403, 'The student view writes nothing.')
}

const pathOf = ({ path }: Endpoint, params: unknown): string =>
  path.replace(/:(\w+)/g, (_, name) => encodeURIComponent((params as Record<string, string>)[name] ?? ''))

export function addressOf(endpoint: Endpoint, { params, query }: { params: unknown; query?: unknown }): string {
  const path = pathOf(endpoint, params)
  const given = Object.entries({ ...(query as object), ...studentMark(params) }).filter(([, v]) => v != null)
  return given.length > 0 ? `${path}?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}` : path
}

/** The query key of a call: its path without /api, so that keys nest like addresses, then its query. */
export const keyOf = (endpoint: Endpoint, params: unknown, query?: unknown): unknown[] => [
  ...pathOf(endpoint, params).split('/').slice(2),
  ...(query ? [query] : []),
]

type GetEndpoint = Endpoint & { method: 'GET' }

/**
 * A GET as a query: `useSuspenseQuery(query(courses.one, { course_id }))`. With `ready`, the query resolves after that.
 */
export function query<E extends GetEndpoint>(
  endpoint: E,
  params: Params<E['path']>,
  search?: Query<E>,
  ready?: (answer: Reply<E>) => Promise<void>,
) {
  return queryOptions({
    queryKey: keyOf(endpoint, params, search),
    queryFn: async ({ signal }) => {
      const answer = await call(endpoint, { params, query: search, signal } as unknown as Input<E>)
      await ready?.(answer)
      return answer
    },
  })
}
