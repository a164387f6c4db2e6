import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { hashOf, type Viewer } from '../session/sessions.ts'
import { changed, concerns, type Stream, staffOf, tell } from './streams.ts'

/** Proxies drop a connection that is silent for a minute or so. */
const BEAT_MS = 25_000
/** In bytes: a reader that is this far behind loses its stream; it comes back and reads everything anew. */
const MOST_BEHIND = 64 * 1024
/** The most streams of one person in each process. The tabs of a browser share one. */
export const mostStreams = 20

interface Asked {
  viewer: Viewer
  /** How long ago the reader began to read what its screens show. */
  sinceMs: number
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Keeps the answer open and writes a `changed` event whenever something new concerns the person, or they have read
 * notifications elsewhere (without a course then), a `discussion` event for new texts in topics of their courses, a
 * `seen` event when they have read a topic elsewhere, and a `draft` event when the server has saved a draft from one of
 * their devices. Events since the reader began to read come first. Throws too_many.
 */
export async function openEventStream(
  { db, live, streams, sessions }: Deps,
  { viewer, sinceMs, request, reply }: Asked,
) {
  const since = performance.now() - sinceMs
  let refreshes = 0
  let courses = await coursesOf(db, viewer._id)
  if (streams.countOf(viewer._id) >= mostStreams) throw new Refusal('too_many')
  const session = hashOf(viewer.token).toString('base64url')
  reply.hijack()
  const { raw } = reply
  // The person left meanwhile: no event would end this entry any more.
  if (raw.destroyed) return
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const stream: Stream = {
    write(event) {
      // Several events may come at once, also after the one that closed the stream.
      if (raw.writableEnded) return
      raw.write(event)
      if (raw.writableLength > MOST_BEHIND) raw.destroy()
    },
    end: () => void raw.end(),
    async refresh(left) {
      const mine = ++refreshes
      // At once: while the rest is read, events of that course no longer concern the person.
      if (left !== undefined && courses.delete(left)) streams.follow(stream, ids())
      const now = await coursesOf(db, viewer._id).catch(() => undefined)
      if (raw.destroyed || mine !== refreshes) return
      // The person returns, and the courses are read anew.
      if (!now) return stream.end()
      const joined = [...now.keys()].filter((id) => !courses.has(id))
      courses = now
      streams.follow(stream, ids())
      if (joined.length > 0) stream.write(changed(joined))
    },
  }
  const ids = () => {
    const staff = [...courses].filter(([, role]) => role !== 'student').map(([id]) => staffOf(id))
    return [session, viewer._id, ...courses.keys(), ...staff]
  }
  stream.write('retry: 3000\nevent: open\ndata: {}\n\n')
  const beat = setInterval(() => {
    // The reader has not read up to the last event yet.
    if (raw.writableEnded) raw.destroy()
    else stream.write(': beat\n\n')
  }, BEAT_MS)
  raw.once('close', () => {
    clearInterval(beat)
    streams.leave(stream)
  })
  // Nothing to wait for between the two, so that no event is missed. An ended session stays ended, whenever it ended.
  const theirs = new Set(ids())
  for (const { at, event } of live.lately()) {
    if (concerns(event, theirs) && (at >= since || event.kind === 'session_ended')) tell(stream, event)
  }
  streams.follow(stream, ids())
  request.raw.socket.setKeepAlive(true)
  // The account may have been removed between the access check and the start of the stream. The session is cached
  // otherwise.
  const still = await sessions.viewerOf(viewer.token).catch(() => null)
  if (!still) stream.end()
}

async function coursesOf(db: Deps['db'], personId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('roster').select(['course_id', 'role']).where('person_id', '=', personId).execute()
  return new Map(rows.map((r) => [r.course_id, r.role]))
}
