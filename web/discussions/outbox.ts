import { useMemo, useSyncExternalStore } from 'react'
import { discussions } from '../../contract/discussions.ts'
import { earlier } from '../i18n/dates.ts'
import type { Catalogue } from '../i18n/index.ts'
import { onStreamChange, streamIsLost } from '../live/state.ts'
import { CallError, call, repeated, serverNow } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { queries } from '../loading/queryClient.ts'
import { sayNothingIsSaved, studentMark } from '../loading/studentView.ts'
import { me } from '../session/queries.ts'
import { thisBrowser } from '../typed/entries.ts'
import { onUnsealed } from '../typed/session.ts'
import { typedOf } from '../typed/typed.ts'
import { addToTopic } from './queries.ts'

/*
 * The outbox stores every text from Send until the server has it: through a failed call, a reload and an ended session.
 * Each text is one entry, so that two tabs do not overwrite each other.
 */

export type Reason = keyof Catalogue['discussions']['reasons']

export interface Unsent {
  /** Also the Idempotency-Key, so that sending twice creates one post. */
  key: string
  person_id: string
  course_id: string
  discussion_id: string
  /** Absent: a post. */
  post_id?: string | undefined
  /** Present: a reply to this comment. */
  comment_id?: string | undefined
  content: string
  datetime: string
  /** Why sending failed; absent while it is under way. */
  reason?: Reason | undefined
  /** False: the entry is in this page's memory only. */
  kept?: boolean
}

export type Destination = Pick<Unsent, 'person_id' | 'course_id' | 'discussion_id' | 'post_id' | 'comment_id'>

const typedBy = (person_id: string) => typedOf(thisBrowser, person_id, 'outbox')

/** The entries of the person on this page. */
let all: { person_id: string; entries: Unsent[] } | undefined
const listeners = new Set<() => void>()

function set(person_id: string, entries: Unsent[]): void {
  all = { person_id, entries }
  for (const listener of listeners) listener()
}

/** Unsent entries of an earlier visit. */
function read(person_id: string): Unsent[] {
  if (all?.person_id === person_id) return all.entries
  const isFirst = !all
  all = { person_id, entries: stored(person_id) }
  typedBy(person_id).follow((key, text) => {
    // Another tab has sent it.
    if (text === null && all?.person_id === person_id) {
      set(
        person_id,
        all.entries.filter((e) => e.key !== key),
      )
    }
  })
  if (isFirst) {
    addEventListener('online', () => void sendOffline())
    // The server was away, and not the network.
    let isAway = false
    onStreamChange(() => {
      if (isAway) void sendOffline()
      isAway = streamIsLost()
    })
    // Entries that another tab sealed at the end of the session are back.
    onUnsealed.subscribe(() => {
      if (!all) return
      const here = new Set(all.entries.map(({ key }) => key))
      set(all.person_id, inOrder([...all.entries, ...stored(all.person_id).filter(({ key }) => !here.has(key))]))
    })
  }
  return all.entries
}

const stored = (person_id: string) => inOrder([...typedBy(person_id).all().values()].flatMap(parse))
const inOrder = (entries: Unsent[]) => entries.sort((a, b) => earlier(a.datetime, b.datetime))

/** The entry may be from an older version, or damaged. */
function parse(text: string): Unsent[] {
  try {
    const entry = JSON.parse(text) as Unsent
    return [{ ...entry, reason: entry.reason ?? 'interrupted', kept: true }]
  } catch {
    return []
  }
}

function keep(entry: Unsent): void {
  const { person_id, key } = entry
  const kept = typedBy(person_id).keep(key, JSON.stringify(entry))
  set(person_id, [...read(person_id).filter((e) => e.key !== key), { ...entry, kept }])
}

/** Removes an entry from the device: it was sent, or its text is back in the field. */
export function forget({ person_id, key }: Unsent): void {
  set(
    person_id,
    read(person_id).filter((e) => e.key !== key),
  )
  typedBy(person_id).drop(key)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A person's unsent texts in a topic, earliest first. */
export function useUnsent(person_id: string, discussion_id: string): Unsent[] {
  const entries = useSyncExternalStore(subscribe, () => read(person_id))
  return useMemo(() => entries.filter((e) => e.discussion_id === discussion_id), [entries, discussion_id])
}

/**
 * Sends a text. It enters the outbox at once and leaves it when the server has it. False in the student view: the text
 * stays in its field.
 */
export function write(to: Destination, content: string): boolean {
  if (studentMark(to)) {
    sayNothingIsSaved()
    return false
  }
  const datetime = new Date(serverNow()).toISOString()
  void send({ ...to, key: newIdempotencyKey(), content: content.trim(), datetime })
  return true
}

/** Sends again, under the same key. */
export const sendAgain = (entry: Unsent): void => void send(entry)

async function send(entry: Unsent): Promise<void> {
  keep({ ...entry, reason: undefined })
  try {
    await repeated(entry.key, () => deliver(entry))
    forget(entry)
  } catch (error) {
    keep({ ...entry, reason: reasonOf(error) })
  }
}

/** Sends the entries that failed without a connection, in the order of writing. */
async function sendOffline(): Promise<void> {
  const person_id = queries.getQueryData(me.queryKey)?._id
  if (!person_id) return
  for (const { key } of read(person_id)) {
    // Read again at its turn: it may have been sent or edited since. Entries of another person stay untouched.
    const entry = read(person_id).find((e) => e.key === key && e.reason === 'offline')
    if (entry && queries.getQueryData(me.queryKey)?._id === person_id) await send(entry)
  }
}

async function deliver({ key, course_id, discussion_id, post_id, comment_id, content }: Unsent): Promise<void> {
  const common = { body: { content }, idempotencyKey: key }
  if (!post_id) {
    const post = await call(discussions.post, { params: { course_id, discussion_id }, ...common })
    return addToTopic(course_id, discussion_id, (posts, page) =>
      page > 0 || has(posts, post) ? posts : [post, ...posts],
    )
  }
  if (!comment_id) {
    const comment = await call(discussions.comment, { params: { course_id, discussion_id, post_id }, ...common })
    return addToTopic(course_id, discussion_id, (posts) =>
      posts.map((p) =>
        p._id === post_id && !has(p.comments, comment) ? { ...p, comments: [...p.comments, comment] } : p,
      ),
    )
  }
  const reply = await call(discussions.reply, { params: { course_id, discussion_id, post_id, comment_id }, ...common })
  return addToTopic(course_id, discussion_id, (posts) =>
    posts.map((p) => ({
      ...p,
      comments: p.comments.map((c) =>
        c._id === comment_id && !has(c.replies, reply) ? { ...c, replies: [...c.replies, reply] } : c,
      ),
    })),
  )
}

const has = (list: { _id: string }[], { _id }: { _id: string }) => list.some((one) => one._id === _id)

const known = ['offline', 'too_many', 'too_large', 'not_allowed', 'discussion_locked', 'not_found'] as const

function reasonOf(error: unknown): Reason {
  const code = error instanceof CallError ? error.code : undefined
  return known.find((reason) => reason === code) ?? 'other'
}
