import * as z from 'zod/mini'

/** What a member may do in a course as its staff: `can` lists it. `server/access/abilities.ts` decides it. */
export type Ability = 'author' | 'people' | 'grade' | 'release' | 'settings'

/** Who may call an endpoint. Each rule is written once, in `server/access/rules.ts`. */
export type Access =
  | 'public'
  | 'signedIn'
  /** anyone on the course's roster */
  | 'member'
  | 'student'
  /** an instructor or teaching assistant of the course */
  | 'staff'
  | 'instructor'
  /** a member whose `can` says so */
  | Ability
  | 'admin'
  /** who may make courses: an administrator, or a person whom an administrator appointed */
  | 'creator'

/** The closed list of `error.code`. The status of each is in `server/errors.ts`. */
export const errorCodes = [
  'invalid',
  'not_signed_in',
  'not_allowed',
  'not_found',
  'conflict',
  'revision_needed',
  'too_large',
  'too_slow',
  'wrong_kind',
  'too_many',
  'busy',
  'internal',
  'wrong_password',
  'wrong_code',
  'attendance_closed',
  'attempts_used',
  'assignment_closed',
  'discussion_locked',
  'no_group',
  'not_begun',
  'time_is_up',
  'already_in_group',
  'groups_closed',
  'group_full',
  'file_in_use',
  'in_use',
  'last_instructor',
  'archived',
] as const
export type ErrorCode = (typeof errorCodes)[number]

/**
 * The body of every failure. `fields` names what was wrong, field by field; `current` is what is there now, where that is
 * why it failed.
 */
export const Failure = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    current: z.optional(z.unknown()),
  }),
})
export type Failure = z.output<typeof Failure>

/** Reads `:name` out of `/a/:name/b`. */
export type Params<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Params<Head> & Params<Tail>
  : Path extends `:${infer Name}`
    ? Record<Name, string>
    : unknown

type Schema = z.ZodMiniType

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  access: Access
  /** One line for the API document. */
  summary: string
  query?: Schema
  body?: Schema
  /** In bytes, the largest body, where a million do not do. */
  bodyMost?: number
  /** The name of the one file part of a multipart form; the handler reads it as it arrives. */
  form?: string
  /** It changes what has a revision, and needs `If-Match: "<revision>"`: the one that the change was made from. */
  revision?: true
  /** It may be called in an archived course as well, because it changes nothing that is in it. */
  archived?: true
  /** Where success is not 200: what was asked for has started, and the answer names its job. */
  status?: 202
  /** What stands under `data`. Absent: the handler answers by itself, as `raw` says. */
  reply?: Schema
  raw?: 'redirect' | 'events' | 'file'
  /** Codes beyond those that its access and its input imply. */
  errors?: readonly ErrorCode[]
}

/** Declares an endpoint; its exact types flow to the server, the browser and the tests. */
export const endpoint = <const E extends Endpoint>(e: E): E => e

/** What a client sends and gets. */
export type Query<E extends Endpoint> = E extends { query: infer S extends Schema } ? z.input<S> : undefined
export type Body<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.input<S> : undefined
export type Reply<E extends Endpoint> = E extends { reply: infer S extends Schema } ? z.output<S> : undefined

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
/** An instant: ISO 8601, UTC, to the millisecond. The server may give a Date or PostgreSQL's text. */
export const Time = z.pipe(
  z.union([z.date(), z.string()]),
  // Most come so already, and a list has dozens of them.
  z.transform((t: Date | string) => (typeof t === 'string' && iso.test(t) ? t : new Date(t).toISOString())),
)
z.globalRegistry.add(Time, { id: 'Time', format: 'date-time', description: 'ISO 8601, UTC' })

export const Id = z.string()
/** An id in a query, which may be typed in capitals. */
export const AskedId = z.uuid().check(z.toLowerCase())
const isNear = z.refine<string>((at) => at >= '1900' && at < '3000', { error: 'is too far away' })
/** An instant as it is asked for, ISO 8601 with a zone. Nobody means one that PostgreSQL and browsers write differently. */
export const AskedTime = z.iso.datetime({ offset: true, error: 'must be an ISO 8601 time with a zone' }).check(isNear)
/** A day, 2026-11-25. */
export const AskedDay = z.iso.date().check(isNear)
/** A path of this product. */
export const InAppPath = z.string().check(z.startsWith('/'))
export const EventType = z.enum(['announcement', 'assignment', 'schedule', 'content', 'grade'])
export type EventType = z.output<typeof EventType>

export const ActivityKind = z.enum([
  'announcement_posted',
  'assignment_posted',
  'content_posted',
  'link_posted',
  'playlist_posted',
  'meeting_posted',
  'topic_posted',
  'grouping_posted',
  'class_cancelled',
  'class_moved',
  'class_restored',
  'graded',
  'scored',
  'exception_given',
  'regrade_asked',
  'regrade_answered',
  'final_grades_released',
  'handed_in',
  'added_to_group',
  'left_group',
  'message_sent',
])
export type ActivityKind = z.output<typeof ActivityKind>
/** What the words of an activity need, by its kind. */
export const ActivityParams = z.object({
  /** The id of the thing that it happened to. */
  name: z.optional(z.string()),
  /** Which attempt was graded, from the second on. */
  attempt: z.optional(z.number()),
  /** Who did it. */
  person: z.optional(z.string()),
  group: z.optional(z.string()),
  late: z.optional(z.boolean()),
  /** When it is. */
  at: z.optional(Time),
  /** How many things it happened to; the thing is the first of them. */
  count: z.optional(z.number()),
})
export type ActivityParams = z.output<typeof ActivityParams>
