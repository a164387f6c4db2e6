import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Body, Endpoint, ErrorCode, Failure, Params, Query, Reply } from '../../contract/endpoint.ts'

type HasParams<E extends Endpoint> = E['path'] extends `${string}:${string}` ? true : false
type HasBody<E extends Endpoint> = E extends { body: unknown } ? true : false

export type Input<E extends Endpoint> = (HasParams<E> extends true
  ? { params: Params<E['path']> }
  : { params?: Record<string, never> }) &
  (HasBody<E> extends true ? { body: Body<E> } : { body?: undefined }) & {
    query?: Query<E>
    /** The revision from which the change was made. */
    revision?: number
    /** The Idempotency-Key. */
    key?: string
  }

/** The input is optional where nothing of it is required. */
type Given<E extends Endpoint> = true extends HasParams<E> | HasBody<E> ? [input: Input<E>] : [input?: Input<E>]

/** A call that did not succeed. */
export class CallFailed extends Error {
  status: number
  code: ErrorCode
  fields: Record<string, string> | undefined
  constructor(endpoint: Endpoint, status: number, { code, message, fields }: Failure['error']) {
    super(`${endpoint.method} ${endpoint.path}: ${status} ${code}: ${message} ${fields ? JSON.stringify(fields) : ''}`)
    this.status = status
    this.code = code
    this.fields = fields
  }
}

/** The code of a failed call, with the present state for a conflict. */
interface Refused {
  status: number
  code: ErrorCode
  current?: unknown
}

/** The input of a call. */
export interface Sent {
  params?: unknown
  query?: unknown
  body?: unknown
  revision?: number
  key?: string
}

/** The body and the headers of a call. */
export function requestOf({ body, revision, key }: Sent) {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const headers: Record<string, string> = {
    ...(payload && { 'content-type': 'application/json' }),
    ...(revision !== undefined && { 'if-match': `"${revision}"` }),
    ...(key && { 'idempotency-key': key }),
  }
  return { payload, headers }
}

/** Makes calls as one person, or as nobody. */
export interface Client {
  /** Calls an endpoint of the contract and returns the `data` of its answer. Throws CallFailed. */
  call<E extends Endpoint>(endpoint: E, ...input: Given<E>): Promise<Reply<E>>
  /** The failure of a call that must fail. */
  refused<E extends Endpoint>(endpoint: E, ...input: Given<E>): Promise<Refused>
  /** Sends any request, with this person's token unless another is given. */
  raw(method: InjectOptions['method'], url: string, options?: Omit<InjectOptions, 'method' | 'url'>): Promise<Answer>
}

export type Answer = LightMyRequestResponse

export function createClient(app: FastifyInstance, token: string | undefined): Client {
  const raw: Client['raw'] = (method, url, options) =>
    app.inject({ ...options, method, url, headers: { ...(token && { authorization: token }), ...options?.headers } })

  const send = (endpoint: Endpoint, input: Sent = {}) =>
    raw(endpoint.method, addressOf(endpoint, input.params, input.query), requestOf(input))

  return {
    raw,
    async call(endpoint, ...[input]) {
      const answer = await send(endpoint, input)
      if (answer.statusCode >= 400) throw new CallFailed(endpoint, answer.statusCode, answer.json<Failure>().error)
      return answer.json().data
    },
    async refused(endpoint, ...[input]) {
      const answer = await send(endpoint, input)
      if (answer.statusCode < 400)
        throw new Error(`${endpoint.method} ${endpoint.path} was not refused: ${answer.body}`)
      const { code, current, own } = answer.json<Failure>().error
      return { status: answer.statusCode, code, ...(current !== undefined && { current }), ...(own && { own }) }
    },
  }
}

/** The address of an endpoint with its parameters and its query filled in. */
export function addressOf(endpoint: Endpoint, params: unknown = {}, query: unknown = {}): string {
  const values = params as Record<string, string>
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams(query as Record<string, string>).toString()
  return search ? `${path}?${search}` : path
}
