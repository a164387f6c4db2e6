import type { Live, News } from '../live.ts'

/*
 * The open streams of this process, found by whom news concerns: what happens to a person or in a course costs those who hear
 * of it, not all who are connected.
 */

/** One that is open. */
export interface Stream {
  write(event: string): void
  end(): void
  /** The person's courses are others than before. */
  refresh(): void
}

export interface Streams {
  readonly size: number
  /** How many hear of it. */
  countOf(about: string): number
  /** From now on the stream hears of these, by the ids of people and courses and the hashes of sessions, and of nothing else. */
  follow(stream: Stream, abouts: Iterable<string>): void
  leave(stream: Stream): void
  endAll(): void
}

/** So many of a course are told at a time, and so often, in ms: each of them comes at once and asks for what is new. */
const SLICE = 25
const EVERY_MS = 5

/** A piece of news on its way to all who are on a course. */
interface Round {
  course_id: string
  event: string
  /** Who is still to be told; absent until the first is. */
  left?: Stream[]
}

export function createStreams(live: Live): Streams {
  const followed = new Map<Stream, string[]>()
  const followers = new Map<string, Set<Stream>>()
  const rounds: Round[] = []

  function hear(news: News): void {
    const event = eventOf(news)
    if (event !== undefined && isOfCourse(news)) begin({ course_id: news.course_id, event })
    else for (const stream of followers.get(concerned(news)) ?? []) tell(stream, news, event)
  }

  function begin(round: Round): void {
    if (!followers.has(round.course_id)) return
    // Who is to be told the same already will see this as well.
    if (rounds.some(({ course_id, event, left }) => !left && course_id === round.course_id && event === round.event))
      return
    if (rounds.push(round) === 1) tellSome()
  }

  function tellSome(): void {
    for (let most = SLICE; most > 0; ) {
      const round = rounds.shift()
      if (!round) return
      round.left ??= [...(followers.get(round.course_id) ?? [])]
      const some = round.left.splice(-most)
      for (const stream of some) stream.write(round.event)
      most -= some.length
      // Behind the others, so that a small course does not wait for a large one.
      if (round.left.length > 0) rounds.push(round)
    }
    if (rounds.length > 0) setTimeout(tellSome, EVERY_MS).unref()
  }

  function leave(stream: Stream): void {
    for (const about of followed.get(stream) ?? []) {
      const streams = followers.get(about)
      streams?.delete(stream)
      if (streams?.size === 0) followers.delete(about)
    }
    followed.delete(stream)
  }

  function endAll(): void {
    for (const stream of followed.keys()) stream.end()
  }

  // The readers come back and read what may have been missed; if their session has ended meanwhile, they do not.
  live.subscribe(hear, endAll)
  return {
    get size() {
      return followed.size
    },
    countOf: (about) => followers.get(about)?.size ?? 0,
    follow(stream, abouts) {
      leave(stream)
      const all = [...abouts]
      followed.set(stream, all)
      for (const about of all) {
        const streams = followers.get(about)
        if (streams) streams.add(stream)
        else followers.set(about, new Set([stream]))
      }
    },
    leave,
    endAll,
  }
}

const isOfCourse = (news: News): news is News & { course_id: string } =>
  'course_id' in news && concerned(news) === news.course_id

/** A person, a course, or a session. */
export function concerned(news: News): string {
  if (news.kind === 'session_ended') return news.hash
  if (news.kind === 'discussion_changed') return news.course_id
  if (news.kind === 'course_changed') return news.person_id ?? news.course_id
  return news.person_id
}

/** Tells one whom it concerns. */
export function tell(stream: Stream, news: News, event = eventOf(news)): void {
  if (news.kind === 'session_ended') stream.end()
  else if (news.kind === 'person_changed') stream.refresh()
  else if (event !== undefined) stream.write(event)
}

function eventOf(news: News): string | undefined {
  if (news.kind === 'course_changed') return changed([news.course_id])
  if (news.kind === 'notifications_read') return changed([])
  if (news.kind === 'discussion_changed') {
    const { course_id, topic_id: discussion_id } = news
    return asEvent('discussion', { course_id, discussion_id })
  }
  if (news.kind === 'draft_changed') {
    const { course_id, assignment_id: asgn_id } = news
    return asEvent('draft', { course_id, asgn_id })
  }
}

/** That there is something new in these courses, or in notifications alone. */
export const changed = (courses: string[]): string => asEvent('changed', { courses })

const asEvent = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
