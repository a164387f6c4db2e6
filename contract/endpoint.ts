import * as z from 'zod/mini'

/** The abilities of staff in a course: `can` lists a member's. `server/access/abilities.ts` decides them. */
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
 * The body of every failure. `fields` names the errors, field by field; `current` is the present state, if it caused
 * the failure, `own` says that the asking person made the last change of it, such as in another window, and `by` who
 * else did.
 */
export const Failure = z.object({
  error: z.object({
    code: z.enum(errorCodes),
    message: z.string(),
    fields: z.optional(z.record(z.string(), z.string())),
    current: z.optional(z.unknown()),
    own: z.optional(z.literal(true)),
    by: z.optional(z.object({ first: z.string(), last: z.string() })),
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
  /** In bytes, the largest body, where a million are not enough. */
  bodyMost?: number
  /** The name of the one file part of a multipart form; the handler reads it as it arrives. */
  form?: string
  /**
   * It changes a thing with a revision, and needs `If-Match: "<revision>"`: the revision from which the change was
   * made.
   */
  revision?: true
  /** It also serves an archived course, because it changes nothing in it. */
  archived?: true
  /** The status of success, if not 200: 202 for a started job, which the answer names. */
  status?: 202
  /** The schema of `data`. Absent: the handler answers by itself, as `raw` says. */
  reply?: Schema
  raw?: 'redirect' | 'events' | 'file'
  /** Codes besides those of its access and its input. */
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
  // Most come in this form already, and a list has dozens of them.
  z.transform((t: Date | string) => (typeof t === 'string' && iso.test(t) ? t : new Date(t).toISOString())),
)
z.globalRegistry.add(Time, { id: 'Time', format: 'date-time', description: 'ISO 8601, UTC' })

export const Id = z.string()
/** An id in a query, which may be typed in capitals. */
export const AskedId = z.uuid().check(z.toLowerCase())
const isNear = z.refine<string>((at) => at >= '1900' && at < '3000', { error: 'is too far away' })
/**
 * An instant in a request, ISO 8601 with a zone. Instants that PostgreSQL and browsers write differently are refused:
 * nobody means them.
 */
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
  'grading_assigned',
  'regrade_asked',
  'regrade_answered',
  'final_grades_released',
  'handed_in',
  'added_to_group',
  'left_group',
  'message_sent',
])
export type ActivityKind = z.output<typeof ActivityKind>
/** The data that the words of an activity need, by its kind. */
export const ActivityParams = z.object({
  /** The id of its subject. */
  name: z.optional(z.string()),
  /** Which attempt was graded, from the second on. */
  attempt: z.optional(z.number()),
  /** The actor. */
  person: z.optional(z.string()),
  group: z.optional(z.string()),
  late: z.optional(z.boolean()),
  /** When it is. */
  at: z.optional(Time),
  /** How many things it is about; the subject is the first. */
  count: z.optional(z.number()),
})
export type ActivityParams = z.output<typeof ActivityParams>
