import { useEffect, useRef, useState } from 'react'
import { discussions, type Post, type Topic, type TopicSummary } from '../../contract/discussions.ts'
import { windowDays } from '../../contract/notifications.ts'
import { call, serverNow } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { me } from '../session/queries.ts'

/* What is new to the reader in a discussion. The server stores until when they have seen each topic. */

type Said = Pick<Post, 'user' | 'datetime'>

/** Comments and replies of a post, without those that their authors deleted. */
const answersTo = ({ comments }: Post): Said[] =>
  comments.flatMap((comment) => [comment, ...comment.replies]).filter(({ deleted }) => !deleted)

const newestOf = (all: Said[]): Said | undefined =>
  all.reduce<Said | undefined>((newest, one) => (newest && newest.datetime >= one.datetime ? newest : one), undefined)

export const lastAnswerTo = (post: Post): Said | undefined => newestOf(answersTo(post))

/** Whether others have posted or answered since then. */
export const isNewTo = (person_id: string, post: Post, since: string | undefined): boolean =>
  since !== undefined &&
  [post, ...answersTo(post)].some(({ user, datetime }) => datetime > since && user._id !== person_id)

/** Until when this page has shown each topic: an older response of the server would bring its mark back. */
const shown = new Map<string, string>()
const keyOf = (discussion_id: string) => `${queries.getQueryData(me.queryKey)?._id} ${discussion_id}`

/** The topics, without a mark where this page has been. */
export const withoutShown = (topics: TopicSummary[]): TopicSummary[] =>
  topics.map((topic) => {
    const until = shown.get(keyOf(topic._id))
    return topic.last && until && topic.last.datetime <= until ? { ...topic, unseen: false } : topic
  })

/**
 * Reports to the server that the reader sees the topic: when it opens, and when they look away if more came meanwhile.
 * Returns since when it was new to them, which stays the same until they leave.
 */
export function useSeen(course_id: string, { _id: discussion_id, posts }: Topic): string | undefined {
  const [since, setSince] = useState<string>()
  const newest = newestOf(posts.flatMap((post) => [post, ...answersTo(post)]))?.datetime ?? ''
  const latest = useRef(newest)
  useEffect(() => {
    latest.current = newest
  }, [newest])
  useEffect(() => {
    let reported = new Date(serverNow() - windowDays * 86_400_000).toISOString()
    const report = (keepalive: boolean) => {
      const until = latest.current
      if (until <= reported) return
      reported = until
      shown.set(keyOf(discussion_id), until)
      call(discussions.seen, { params: { course_id, discussion_id }, body: { until }, keepalive }).then(
        (answer) => setSince((first) => first ?? answer.since),
        // It stays new until the next visit.
        () => {},
      )
    }
    const turn = () => report(document.hidden)
    if (!document.hidden) report(false)
    document.addEventListener('visibilitychange', turn)
    return () => {
      document.removeEventListener('visibilitychange', turn)
      if (!document.hidden) report(true)
    }
  }, [course_id, discussion_id])
  return since
}
