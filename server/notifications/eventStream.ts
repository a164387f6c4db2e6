import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { hashOf, type Viewer } from '../session/sessions.ts'
import { changed, type Stream, staffOf, tell, whomOf } from './streams.ts'

/** Proxies drop a connection that is silent for a minute or so. */
const BEAT_MS = 25_000
/** A reader that is this far behind is let go; it comes back and reads everything anew. */
const MOST_BEHIND = 64 * 1024
/** The most streams of one person in each process. The tabs of a browser share one. */
export const mostStreams = 20

interface Asked {
  viewer: Viewer
  /** So long ago the reader began to read what they show. */
  sinceMs: number
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Keeps the answer open and writes a `changed` event whenever something new concerns the person, or they have read
 * notifications elsewhere (of no course then), a `discussion` event when somebody wrote in a topic of their courses,
 * a `seen` event when they have seen a topic elsewhere,
 * and a `draft` event when something they typed on one of their devices was kept. What happened since the reader began
 * to read comes first. Throws too_many.
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
  // They left meanwhile: nothing would tell so any more, and it would be kept for ever.
  if (raw.destroyed) return
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  const stream: Stream = {
    write(event) {
      // Several events may come at once, also after the one that ended it.
      if (raw.writableEnded) return
      raw.write(event)
      if (raw.writableLength > MOST_BEHIND) raw.destroy()
    },
    end: () => void raw.end(),
    async refresh(left) {
      const mine = ++refreshes
      // At once: what happens there while the rest is read is not theirs any more.
      if (left !== undefined && courses.delete(left)) streams.follow(stream, ids())
      const now = await coursesOf(db, viewer._id).catch(() => undefined)
      if (raw.destroyed || mine !== refreshes) return
      // They come back, and are asked for anew.
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
    // Its end has not got through to the reader since the last one.
    if (raw.writableEnded) raw.destroy()
    else stream.write(': beat\n\n')
  }, BEAT_MS)
  raw.once('close', () => {
    clearInterval(beat)
    streams.leave(stream)
  })
  // With nothing to wait for between the two, so that nothing is missed. A session that has ended is ended
  // for good, whenever it was.
  const theirs = new Set(ids())
  for (const { at, event } of live.lately()) {
    if (theirs.has(whomOf(event)) && (at >= since || event.kind === 'session_ended')) tell(stream, event)
  }
  streams.follow(stream, ids())
  request.raw.socket.setKeepAlive(true)
  // Their account may have been removed after they were let in and before the stream followed. It is cached otherwise.
  const still = await sessions.viewerOf(viewer.token).catch(() => null)
  if (!still) stream.end()
}

async function coursesOf(db: Deps['db'], personId: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('roster').select(['course_id', 'role']).where('person_id', '=', personId).execute()
  return new Map(rows.map((r) => [r.course_id, r.role]))
}
