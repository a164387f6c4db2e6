import { queryOptions } from '@tanstack/react-query'
import { discussions, type Post, postsPage, type Topic } from '../../contract/discussions.ts'
import { call, keyOf, query } from '../call.ts'
import { formulasOf } from '../markdown/formulas.ts'
import { queries } from '../queryClient.ts'

export const discussionsOf = (course_id: string) => query(discussions.list, { course_id })

/** A topic as far back as it was read. */
export interface LoadedTopic extends Topic {
  /** Whether there are older posts. */
  more: boolean
}

/** Reads the newest posts, and again as many as were on screen. */
export const topicOf = (course_id: string, discussion_id: string) =>
  queryOptions({
    queryKey: keyOf(discussions.one, { course_id, discussion_id }),
    queryFn: async ({ client, queryKey, signal }): Promise<LoadedTopic> => {
      const had = client.getQueryData<LoadedTopic>(queryKey)?.posts.length ?? 0
      const topic = await call(discussions.one, { params: { course_id, discussion_id }, signal })
      let loaded = { ...topic, more: topic.posts.length >= postsPage }
      while (loaded.more && loaded.posts.length < had) loaded = await readOlder(course_id, loaded, signal)
      await formulasOf(textsOf(loaded))
      return loaded
    },
  })

const textsOf = ({ discussion_description, posts }: Topic) => [
  discussion_description,
  ...posts.flatMap((post) =>
    [post, ...post.comments.flatMap((comment) => [comment, ...comment.replies])].map(({ content }) => content),
  ),
]

async function readOlder(course_id: string, topic: LoadedTopic, signal?: AbortSignal): Promise<LoadedTopic> {
  const params = { course_id, discussion_id: topic._id }
  const { posts } = await call(discussions.one, { params, query: { before: topic.posts.at(-1)?._id }, signal })
  return { ...topic, posts: [...topic.posts, ...posts], more: posts.length >= postsPage }
}

/** Reads the posts before those that are there. @throws CallError */
export async function showOlder(course_id: string, topic: LoadedTopic): Promise<void> {
  const { queryKey } = topicOf(course_id, topic._id)
  const older = await readOlder(course_id, topic)
  const known = new Set(topic.posts.map((p) => p._id))
  const added = older.posts.filter((p) => !known.has(p._id))
  queries.setQueryData(queryKey, (kept) => kept && { ...kept, posts: [...kept.posts, ...added], more: older.more })
}

/** Puts what was just made where it belongs, unless it has arrived already by the live stream. */
export async function addToTopic(
  course_id: string,
  discussion_id: string,
  change: (posts: Post[]) => Post[],
): Promise<void> {
  const { queryKey } = topicOf(course_id, discussion_id)
  // An answer that is on its way was given before this was made.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, (kept) => kept && { ...kept, posts: change(kept.posts) })
  void queries.invalidateQueries({ queryKey, exact: true })
  void queries.invalidateQueries({ queryKey: discussionsOf(course_id).queryKey, exact: true })
}
