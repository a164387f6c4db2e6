import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import type { News } from '../live.ts'
import { hashOf, type Viewer } from '../session/sessions.ts'

/** Proxies drop a connection that is silent for a minute or so. */
const BEAT_MS = 25_000
/** A reader that is this far behind is let go; it comes back and reads everything anew. */
const MOST_BEHIND = 64 * 1024
/** Of one person, in each process, so in all as many times more as there are workers: the tabs of a browser share one. */
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
 * and a `draft` event when something they typed on one of their devices was kept. What happened since the reader began
 * to read comes first. Throws too_many.
 */
export async function streamNews(deps: Deps, { viewer, sinceMs, request, reply }: Asked) {
  const since = performance.now() - sinceMs
  let courses = await coursesOf(deps, viewer._id)
  const theirs = [...deps.streams.values()].filter((id) => id === viewer._id)
  if (theirs.length >= mostStreams) throw new Refusal('too_many')
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
  const write = (text: string) => {
    // Several pieces of news may come at once, after the one that ended it too.
    if (raw.writableEnded) return
    raw.write(text)
    if (raw.writableLength > MOST_BEHIND) raw.destroy()
  }
  write('retry: 3000\nevent: open\ndata: {}\n\n')
  const beat = setInterval(() => write(': beat\n\n'), BEAT_MS)
  const tell = (news: News) => {
    if (news.kind === 'session_ended') {
      if (news.hash === session) raw.end()
      return
    }
    if (news.kind === 'draft_changed') {
      const { course_id, assignment_id: asgn_id } = news
      if (news.person_id === viewer._id) write(`event: draft\ndata: ${JSON.stringify({ course_id, asgn_id })}\n\n`)
      return
    }
    if (news.kind === 'discussion_changed') {
      const { course_id, topic_id: discussion_id } = news
      if (courses.has(course_id)) write(`event: discussion\ndata: ${JSON.stringify({ course_id, discussion_id })}\n\n`)
      return
    }
    if (news.kind === 'person_changed') {
      if (news.person_id === viewer._id) void refresh()
      return
    }
    if (news.kind === 'notifications_read') {
      if (news.person_id === viewer._id) write(changed([]))
      return
    }
    const forThem = news.person_id ? news.person_id === viewer._id : courses.has(news.course_id)
    if (forThem) write(changed([news.course_id]))
  }
  /** Reads their courses again; those that are new have changed for them. */
  async function refresh() {
    const now = await coursesOf(deps, viewer._id).catch(() => courses)
    const joined = [...now].filter((id) => !courses.has(id))
    courses = now
    if (joined.length > 0) write(changed(joined))
  }
  // With nothing to wait for between the two, so that nothing is missed or told twice. A session that has ended is ended
  // for good, whenever it was.
  for (const { at, news } of deps.live.lately()) if (at >= since || news.kind === 'session_ended') tell(news)
  // Its reader comes back and reads what may have been missed; if their session has ended meanwhile, they do not.
  const unsubscribe = deps.live.subscribe(tell, () => raw.end())
  const stop = () => {
    clearInterval(beat)
    unsubscribe()
    deps.streams.delete(raw)
  }
  deps.streams.set(raw, viewer._id)
  raw.once('close', stop)
  request.raw.socket.setKeepAlive(true)
}

const changed = (courses: string[]) => `event: changed\ndata: ${JSON.stringify({ courses })}\n\n`

async function coursesOf({ db }: Deps, personId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('roster').select('course_id').where('person_id', '=', personId).execute()
  return new Set(rows.map((r) => r.course_id))
}
