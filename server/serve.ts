import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Access, Endpoint, Params } from '../contract/endpoint.ts'
import type { Contract } from '../contract/index.ts'
import { type Grants, type OwnColumns, rules } from './access/rules.ts'
import { isRepeat } from './changes/change.ts'
import type { Deps } from './deps.ts'
import { notFound, Refusal } from './errors.ts'
import { createTurns, type Turns } from './http/concurrency.ts'
import { replyParser } from './http/replyParser.ts'
import { type Answer, SerializedAnswer } from './http/serialized.ts'
import { idOf, isId, newId } from './ids.ts'

type Schema = z.ZodMiniType
type Parsed<S> = S extends Schema ? z.output<S> : undefined
type Field<E, K extends string> = E extends { [P in K]: infer S } ? Parsed<S> : undefined

/** The input of a handler: the grant of its access rule, and the checked request. */
export type Input<E extends Endpoint> = Grants[E['access']] & {
  params: Params<E['path']>
  query: Field<E, 'query'>
  body: Field<E, 'body'>
  /**
   * The id of the one thing that this request creates, or of the change that it makes. With an Idempotency-Key it is the
   * same each time the person repeats the request, so `insert … on conflict do nothing` and reading back give a repeat
   * the first answer.
   */
  newId: () => string
  /** The revision from which the change was made, where the endpoint asks for that. */
  revision: E extends { revision: true } ? number : undefined
  /** When the request came: an act in time stays in time, however long it waits for the database. */
  arrivedAt: Date
  request: FastifyRequest
  reply: FastifyReply
}

type Reply<E extends Endpoint> = Answer<E> | SerializedAnswer
export type Handler<E extends Endpoint> = (input: Input<E>) => Reply<E> | Promise<Reply<E>>

type OfCourse = Endpoint & { access: Exclude<Access, 'public' | 'signedIn' | 'admin' | 'creator'> }

/** A handler that gets the person's own data in the course, read in the same statement as their access. */
export interface OwnHandler<E extends Endpoint, Own> {
  columns: (asked: Pick<Input<E>, 'params' | 'body' | 'newId'>) => OwnColumns
  handler: (input: Input<E> & { own: Own }) => Reply<E> | Promise<Reply<E>>
}
export const withOwn = <E extends OfCourse, Own>(
  columns: OwnHandler<E, Own>['columns'],
  handler: OwnHandler<E, Own>['handler'],
): OwnHandler<E, Own> => ({ columns, handler })

// biome-ignore lint/suspicious/noExplicitAny: each has its own
type AnyHandler<E extends Endpoint> = Handler<E> | OwnHandler<E, any>

/** One handler for each endpoint of a noun: a missing or a wrong one does not compile. */
export type Handlers<Noun> = { [K in keyof Noun]: Noun[K] extends Endpoint ? AnyHandler<Noun[K]> : never }
export type AllHandlers = { [N in keyof Contract]: Handlers<Contract[N]> }

/** Mounts every endpoint of the contract with its handler. */
export function serveContract(app: FastifyInstance, contract: Contract, handlers: AllHandlers, deps: Deps): void {
  const turns = createTurns()
  for (const [noun, endpoints] of Object.entries(contract)) {
    const ofNoun = handlers[noun as keyof Contract] as unknown as Record<string, AnyHandler<Endpoint>>
    for (const [name, endpoint] of Object.entries(endpoints)) {
      serve(app, endpoint as Endpoint, ofNoun[name] as AnyHandler<Endpoint>, deps, turns)
    }
  }
}

function serve(app: FastifyInstance, endpoint: Endpoint, given: AnyHandler<Endpoint>, deps: Deps, turns: Turns): void {
  if (!endpoint.form) mount(app, endpoint, given, deps, turns)
  else
    app.register(async (scope) => {
      // The parser leaves a form unread: the handler reads it as it arrives.
      scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
      mount(scope, endpoint, given, deps, turns)
    })
}

function mount(app: FastifyInstance, endpoint: Endpoint, given: AnyHandler<Endpoint>, deps: Deps, turns: Turns): void {
  // A file or a stream takes as long as the network or the person, and would hold up all other requests.
  const isShort = endpoint.reply !== undefined && !endpoint.form
  const rule = rules[endpoint.access]
  const shown = endpoint.reply && replyParser(endpoint.reply)
  const { handler, columns } = typeof given === 'object' ? given : { handler: given, columns: undefined }
  app.route({
    method: endpoint.raw === 'file' ? ['GET', 'HEAD'] : endpoint.method,
    url: endpoint.path,
    // HEAD of a stream would never end, and HEAD of a redirect would use it up.
    exposeHeadRoute: endpoint.reply !== undefined,
    ...(endpoint.bodyMost && { bodyLimit: endpoint.bodyMost }),
    // A stream lasts as long as the person stays, so its time is no sign of slowness.
    ...(endpoint.raw === 'events' && { logLevel: 'error' }),
    async handler(request, reply) {
      const arrivedAt = deps.now()
      const params = withSmallIds(request.params as Record<string, string>)
      const viewer = await deps.sessions.viewerOf(request.headers.authorization)
      const endTurn = viewer && isShort ? await turns.take(viewer._id) : undefined
      try {
        // A person without access learns that alone, not what else is wrong.
        const read = attempt(() => {
          const query = parse(endpoint.query, request.query)
          refuseOtherDryRun(endpoint, request.query, query)
          const body = parse(endpoint.body, request.body)
          const newId = idMaker(endpoint, viewer?._id, params, request.headers['idempotency-key'])
          const revision = endpoint.revision && revisionIn(request.headers['if-match'])
          return { query, body, newId, revision } as Pick<Input<Endpoint>, 'query' | 'body' | 'newId' | 'revision'>
        })
        const own = columns && read.done && (() => columns({ params: checkIds(params), ...read.done }))
        const asStudent = (request.query as { as?: unknown }).as === 'student'
        const grant = await rule({
          viewer,
          params,
          db: deps.db,
          own,
          asStudent,
          isRead: endpoint.method === 'GET',
          evenArchived: endpoint.archived,
        })
        checkIds(params)
        if (!read.done) throw read.error
        const input = { ...grant, params, ...read.done, arrivedAt, request, reply } as Input<Endpoint>
        if (endpoint.status) reply.status(endpoint.status)
        const repeated = (error: unknown) => {
          if (endpoint.method !== 'DELETE' || !request.headers['idempotency-key']) throw error
          return removedBefore(deps, input as unknown as Removal, error)
        }
        const answer = await Promise.resolve(handler(input as Input<Endpoint> & { own: unknown })).catch(repeated)
        if (!shown) return reply
        if (answer instanceof SerializedAnswer) {
          return reply.header('etag', answer.etag).type('application/json; charset=utf-8').send(answer.bytes)
        }
        // Parsed on the way out as well: only fields of the contract are sent.
        return { data: shown(answer) }
      } finally {
        endTurn?.()
      }
    },
  })
}

function attempt<T>(work: () => T): { done: T } | { done?: undefined; error: unknown } {
  try {
    return { done: work() }
  } catch (error) {
    return { error }
  }
}

/** Throws `invalid` for a dry run of a call that has none: it would write. */
function refuseOtherDryRun({ method }: Endpoint, asked: unknown, taken: unknown): void {
  const dryRunIn = (query: unknown) => (query as { dry_run?: unknown } | undefined)?.dry_run ?? 'false'
  if (method !== 'GET' && dryRunIn(asked) !== dryRunIn(taken))
    throw new Refusal('invalid', { fields: { dry_run: 'is not of this call' } })
}

/** An id may be typed in capitals; all code expects small letters. */
const withSmallIds = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, name.endsWith('_id') ? value.toLowerCase() : value]),
  )

/** Ids are UUIDs; anything else is not found, and must not reach PostgreSQL as a malformed uuid. */
function checkIds<P extends Record<string, string>>(params: P): P {
  for (const [name, value] of Object.entries(params)) if (name.endsWith('_id') && !isId(value)) throw notFound()
  return params
}

type Removal = Grants['staff'] & Pick<Input<Endpoint>, 'newId' | 'reply'> & { params: Record<string, string> }

/** The answer to a removal that comes again: what it names was there the first time. Throws the error of any other. */
async function removedBefore({ db }: Deps, removal: Removal, error: unknown) {
  const isGone = error instanceof Refusal && error.code === 'not_found'
  if (!isGone || !removal.courseId || !(await isRepeat(db, removal))) throw error
  return { _id: Object.values(removal.params).at(-1) }
}

/** Throws `invalid` unless the key is 1 to 200 printable ASCII characters. */
function idMaker(
  { method, path }: Endpoint,
  viewerId: string | undefined,
  params: Record<string, string>,
  key: string | string[] | undefined,
): () => string {
  if (method === 'GET' || key === undefined || !viewerId) return once(newId)
  if (typeof key !== 'string' || !/^[ -~]{1,200}$/.test(key)) {
    throw new Refusal('invalid', { fields: { 'Idempotency-Key': 'must be 1 to 200 printable characters' } })
  }
  // Not the typed address: it may end in a slash.
  return once(() => idOf(viewerId, method, path, ...Object.values(params), key))
}

/** Throws `revision_needed` without an If-Match, and `invalid` for a malformed one. */
function revisionIn(header: string | undefined): number {
  if (header === undefined) throw new Refusal('revision_needed')
  const [, revision] = /^"(\d{1,9})"$/.exec(header) ?? []
  if (!revision) throw new Refusal('invalid', { fields: { 'If-Match': 'must be one revision in quotes' } })
  return Number(revision)
}

/** Calls `make` at the first use, and returns the same result each time. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function parse(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path.join('.') || '_'
    fields[field] ??= issue.message
  }
  throw new Refusal('invalid', { fields })
}
