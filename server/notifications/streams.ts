import type { Changed } from '../../contract/parts.ts'
import type { Live, LiveEvent } from '../live.ts'

/* The open streams of this process, by person and course: an event costs only the people it concerns. */

/** An open stream. */
export interface Stream {
  write(event: string): void
  end(): void
  /** The person's courses have changed; the stream gets no more events of the one that they left. */
  refresh(left?: string): void
}

export interface Streams {
  readonly size: number
  /** How many streams are open. */
  countOf(id: string): number
  /** From now on the stream gets the events of these people, courses and sessions (by their hashes), and no others. */
  follow(stream: Stream, ids: string[]): void
  leave(stream: Stream): void
  /** Ends all streams, also those that are still opening. */
  close(): void
}

/** How many people get an event at a time, and the pause in ms: each of them asks for the news at once. */
const SLICE = 50
const EVERY_MS = 5

export function createStreams(live: Live): Streams {
  const followed = new Map<Stream, string[]>()
  const followers = new Map<string, Set<Stream>>()
  /** The people who wait for an event of a course. */
  const waiting = new Map<string, Set<Stream>>()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function hear(event: LiveEvent): void {
    if (event.kind === 'discussion_changed' && Array.isArray(event.to)) {
      hearEach(event, event.to)
      return
    }
    const streams = followers.get(whomOf(event))
    if (!streams) return
    if (event.kind === 'person_changed' && event.left !== undefined) drop(event.left, streams)
    const message = eventOf(event)
    if (message !== undefined && isOfCourse(event)) begin(message, streams)
    else for (const stream of streams) tell(stream, event)
  }

  function hearEach(event: LiveEvent, people: string[]): void {
    const streams = people.flatMap((id) => [...(followers.get(id) ?? [])])
    const message = eventOf(event)
    if (streams.length > 0 && message !== undefined) begin(message, streams)
  }

  /** A person who waits for the same event gets it once. */
  function begin(message: string, streams: Iterable<Stream>): void {
    const all = waiting.get(message) ?? new Set()
    for (const stream of streams) all.add(stream)
    waiting.set(message, all)
    if (!timer) tellSome()
  }

  /** Removes waiting people, who get no more events of the course. */
  function drop(courseId: string, streams: Iterable<Stream>): void {
    for (const [message, waits] of waiting) {
      if (message.includes(courseId)) for (const stream of streams) waits.delete(stream)
    }
  }

  function tellSome(): void {
    timer = waiting.size > 0 ? setTimeout(tellSome, EVERY_MS).unref() : undefined
    let most = SLICE
    for (const [message, streams] of waiting) {
      for (const stream of streams) {
        if (most === 0) break
        streams.delete(stream)
        stream.write(message)
        most--
      }
      // The rest goes to the end of the queue, so that a small course does not wait for a large one.
      waiting.delete(message)
      if (streams.size > 0) waiting.set(message, streams)
      if (most === 0) return
    }
  }

  function unfollow(stream: Stream): void {
    for (const id of followed.get(stream) ?? []) {
      const streams = followers.get(id)
      streams?.delete(stream)
      if (streams?.size === 0) followers.delete(id)
    }
    followed.delete(stream)
  }

  function endAll(): void {
    for (const stream of followed.keys()) stream.end()
  }

  // The readers come back and read what they may have missed, unless their session has ended meanwhile.
  live.subscribe(hear, endAll)
  return {
    get size() {
      return followed.size
    },
    countOf: (id) => followers.get(id)?.size ?? 0,
    follow(stream, ids) {
      if (closed) return stream.end()
      // The events that the stream waits for still come.
      unfollow(stream)
      followed.set(stream, ids)
      for (const id of ids) {
        const streams = followers.get(id) ?? new Set()
        followers.set(id, streams.add(stream))
      }
    },
    leave(stream) {
      unfollow(stream)
      for (const streams of waiting.values()) streams.delete(stream)
    },
    close() {
      closed = true
      endAll()
    },
  }
}

const isOfCourse = (event: LiveEvent): boolean =>
  event.kind === 'discussion_changed' ||
  event.kind === 'groups_changed' ||
  ((event.kind === 'course_changed' || event.kind === 'attendance_changed') && event.person_id === undefined)

/** The key of a course's staff, for an event that concerns them. */
export const staffOf = (courseId: string): string => `${courseId} staff`

/** Whether an event concerns the reader of these people, courses and sessions. */
export const concerns = (event: LiveEvent, ids: Set<string>): boolean =>
  event.kind === 'discussion_changed' && Array.isArray(event.to)
    ? event.to.some((id) => ids.has(id))
    : ids.has(whomOf(event))

/** The key of a person, a course, its staff, or a session; empty: nobody. Not for an event that names people. */
function whomOf(event: LiveEvent): string {
  if (event.kind === 'publication_planned') return ''
  if (event.kind === 'session_ended') return event.hash
  if (event.kind === 'discussion_changed') return event.to === 'staff' ? staffOf(event.course_id) : event.course_id
  if (event.kind === 'groups_changed') return event.course_id
  if (event.kind === 'presence_changed' || event.kind === 'handed_in') return staffOf(event.course_id)
  if (event.kind === 'course_changed' || event.kind === 'attendance_changed') {
    const { person_id, course_id, audience } = event
    return person_id ?? (audience === 'staff' ? staffOf(course_id) : course_id)
  }
  return event.person_id
}

/** Sends the event to the one person it concerns. */
export function tell(stream: Stream, event: LiveEvent): void {
  const message = eventOf(event)
  if (message !== undefined) stream.write(message)
  else if (event.kind === 'session_ended' || event.kind === 'person_removed') stream.end()
  else if (event.kind === 'person_changed') stream.refresh(event.left)
}

function eventOf(event: LiveEvent): string | undefined {
  if (event.kind === 'course_changed') return changed([event.course_id], event)
  if (event.kind === 'notifications_read') return changed([], { parts: ['activity'] })
  if (event.kind === 'discussion_changed' || event.kind === 'topic_seen') {
    const { course_id, topic_id: discussion_id } = event
    return asEvent(event.kind === 'topic_seen' ? 'seen' : 'discussion', { course_id, discussion_id })
  }
  if (event.kind === 'attendance_changed') {
    const { course_id, schedule_id } = event
    return asEvent('attendance', { course_id, schedule_id })
  }
  if (event.kind === 'groups_changed') return asEvent('groups', { course_id: event.course_id })
  if (event.kind === 'presence_changed') {
    const { course_id, thing_id } = event
    return asEvent('presence', { course_id, thing_id })
  }
  if (event.kind === 'draft_changed' || event.kind === 'handed_in') {
    const { course_id, assignment_id: asgn_id } = event
    return asEvent(event.kind === 'handed_in' ? 'handed_in' : 'draft', { course_id, asgn_id })
  }
}

/** Announces news in these courses, or in notifications alone; in all parts when none is named. */
export const changed = (courses: string[], { parts, thing }: Omit<Changed, 'courses'> = {}): string =>
  asEvent('changed', { courses, parts, thing } satisfies Changed)

const asEvent = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
