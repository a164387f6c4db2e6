import type { ErrorCode } from '../contract/endpoint.ts'

/** The HTTP status of each code: the one table. */
export const statusOf: Record<ErrorCode, number> = {
  invalid: 400,
  not_signed_in: 401,
  not_allowed: 403,
  not_found: 404,
  conflict: 409,
  revision_needed: 428,
  too_large: 413,
  too_slow: 408,
  wrong_kind: 415,
  too_many: 429,
  busy: 503,
  internal: 500,
  wrong_password: 403,
  wrong_code: 403,
  attendance_closed: 409,
  attempts_used: 409,
  assignment_closed: 409,
  discussion_locked: 409,
  no_group: 409,
  not_begun: 409,
  time_is_up: 409,
  already_in_group: 409,
  groups_closed: 409,
  group_full: 409,
  file_in_use: 409,
  in_use: 409,
  last_instructor: 409,
  archived: 409,
}

const words: Record<ErrorCode, string> = {
  invalid: 'Something in the request is not right.',
  not_signed_in: 'Sign in first.',
  not_allowed: 'You may not do this.',
  not_found: 'There is nothing here, or it is not yours to see.',
  conflict: 'Somebody was faster, or it is already so.',
  revision_needed: 'Say in If-Match which revision the change was made from.',
  too_large: 'It is too large.',
  too_slow: 'It took too long to come.',
  wrong_kind: 'This kind of content is not accepted here.',
  too_many: 'Too many tries. Wait a while and try again.',
  busy: 'The server is busy. Try again in a moment.',
  internal: 'Something went wrong on the server.',
  wrong_password: 'Incorrect password.',
  wrong_code: 'This is not the code that is shown now.',
  attendance_closed: 'No class takes attendance by code at the moment.',
  attempts_used: 'No attempt is left: this has been submitted.',
  assignment_closed: 'The assignment is closed: nothing is taken any more.',
  discussion_locked: 'The discussion is locked: it can be read, and nothing is taken any more.',
  no_group: 'This is handed in by a group, and you are in none yet.',
  not_begun: 'There is a time limit. The time of this attempt begins now: load its questions, and hand in then.',
  time_is_up: 'The time of this attempt is over.',
  already_in_group: 'Somebody is already in a group of this grouping.',
  groups_closed: 'Students do not make or change these groups, or not any more.',
  group_full: 'There would be more people in the group than it may have.',
  file_in_use: 'The file is part of a submission.',
  in_use: 'Something else needs it, so it stays.',
  last_instructor: 'A course keeps at least one instructor.',
  archived: 'The course is archived: it can be read, and nothing in it changes any more.',
}

/** The one error that handlers, rules and queries throw on purpose; anything else is a 500 whose text stays inside. */
export class Refusal extends Error {
  code: ErrorCode
  fields?: Record<string, string>
  /** In seconds: when the same may succeed. */
  retryAfter?: number
  /** The present state, as the person may see it. */
  current?: unknown
  /** Whether the person themselves made the last change of it, and who else did. */
  own = false
  by?: { first: string; last: string }
  constructor(
    code: ErrorCode,
    options: { message?: string; fields?: Record<string, string>; retryAfter?: number; current?: unknown } = {},
  ) {
    super(options.message ?? words[code])
    this.code = code
    this.fields = options.fields
    this.retryAfter = options.retryAfter
    this.current = options.current
  }
}

export const notFound = () => new Refusal('not_found')

/** Throws the refusal of a rule, if there is one. */
export function refuseUnless(refusal: Refusal | undefined): void {
  if (refusal) throw refusal
}

/** The row of a `get…` query, or 404. */
export function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound()
  return row
}

/** What a violated constraint means to the person. */
const constraints: Record<string, ErrorCode> = {
  group_members_once: 'already_in_group',
  group_members_on_roster: 'invalid',
  // Its last member has just left the group.
  group_members_course_id_grouping_id_group_id_fkey: 'not_found',
  groups_handed_in: 'in_use',
  contents_in_itself: 'invalid',
  contents_depth: 'invalid',
  contents_folder_gone: 'invalid',
  // The row was there a moment ago.
  contents_upload_id_fkey: 'invalid',
  contents_course_id_parent_id_fkey: 'invalid',
  planned_releases_done: 'conflict',
  planned_releases_past: 'invalid',
}

/**
 * Errors of the moment, not of the request: SQLSTATEs of PostgreSQL (53300 too many connections, 57… ended or not up
 * yet, 08… lost, 40… try again, 25006 a primary that has just become a replica, 57014 too slow), of PgBouncer (08P01 no
 * server to lend, 58000 it is stopping), and the system's names for an address that does not answer.
 */
const passing = new Set([
  ...['53300', '57P01', '57P02', '57P03', '57014', '08000', '08001', '08003', '08006', '08P01', '40001', '40P01'],
  ...['25006', '58000'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOENT', 'EAI_AGAIN'],
])
/** Messages without a code, by which `pg` and its pool report a lost or missing connection. */
const lost =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/** Whether the database is away or busy, so that a repeat may succeed in a moment. */
export function isTransient(error: unknown): boolean {
  const { code, message, syscall } = (error ?? {}) as Faulty
  // A file may be missing as well: the error of a missing socket comes from `connect`.
  if (code === 'ENOENT') return syscall === 'connect'
  if (typeof code === 'string') return passing.has(code)
  return typeof message === 'string' && lost.test(message)
}

/** A disk, or this account's share of it, is full: SQLSTATE of PostgreSQL, and the system's names. */
const full = new Set(['53100', 'ENOSPC', 'EDQUOT', 'EFBIG'])
/** PostgreSQL has a code for the first of these three alone. */
const saidFull = /: (No space left on device|Disk quota exceeded|File too large)$/

/** Whether there was no room to write: a repeat succeeds once somebody has made some. */
export function isFull(error: unknown): boolean {
  const { code, message } = (error ?? {}) as Faulty
  if (code === 'XX000') return typeof message === 'string' && saidFull.test(message)
  return typeof code === 'string' && full.has(code)
}

/** PostgreSQL keeps every character but U+0000, in a text (22021) or in JSON (22P05). */
const unkept = new Set(['22021', '22P05'])

interface Faulty {
  code?: unknown
  constraint?: unknown
  statusCode?: unknown
  message?: unknown
  syscall?: unknown
}

/** Turns anything thrown into a Refusal; `undefined` for an unexpected error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const { code, constraint, statusCode } = (error ?? {}) as Faulty
  if (typeof constraint === 'string' && constraints[constraint]) return new Refusal(constraints[constraint])
  if (isTransient(error) || isFull(error)) return new Refusal('busy')
  if (typeof code === 'string' && unkept.has(code)) return new Refusal('invalid')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('wrong_kind')
  if (statusCode === 400) return new Refusal('invalid', { message: 'The request could not be read.' })
  // The `If-Match` of a static file names another one.
  if (statusCode === 412) return new Refusal('invalid')
  if (statusCode === 503) return new Refusal('busy')
  return undefined
}
