import { queryOptions } from '@tanstack/react-query'
import { discussions, type Post, type Topic } from '../../contract/discussions.ts'
import { call, keyOf, query } from '../loading/call.ts'
import { pagesQuery, showMore } from '../loading/pages.ts'
import { queries } from '../loading/queryClient.ts'
import { formulasOf } from '../markdown/formulas.ts'
import { withoutShown } from './seen.ts'

export const discussionsOf = (course_id: string) =>
  queryOptions({ ...query(discussions.list, { course_id }), select: withoutShown })

/** A topic with the pages of posts loaded so far. */
export interface LoadedTopic extends Topic {
  /** Whether there are older posts. */
  more: boolean
}

const isFull = ({ more }: Topic) => more

const pagesOf = (course_id: string, discussion_id: string) => ({
  queryKey: keyOf(discussions.one, { course_id, discussion_id }),
  async read(after: Topic | undefined, signal?: AbortSignal) {
    const params = { course_id, discussion_id }
    const page = await call(discussions.one, { params, query: { before: after?.posts.at(-1)?._id }, signal })
    await formulasOf(textsOf(page))
    return page
  },
  isFull,
})

const loaded = (pages: Topic[]): LoadedTopic => {
  const [first, last] = [pages[0] as Topic, pages.at(-1) as Topic]
  return { ...first, posts: pages.flatMap(({ posts }) => posts), more: isFull(last) }
}

/** The newest posts, and older ones after "show more". */
export const topicOf = (course_id: string, discussion_id: string) =>
  queryOptions({ ...pagesQuery(pagesOf(course_id, discussion_id)), select: loaded })

const textsOf = ({ discussion_description, posts }: Topic) => [
  discussion_description,
  ...posts.flatMap((post) =>
    [post, ...post.comments.flatMap((comment) => [comment, ...comment.replies])].map(({ content }) => content),
  ),
]

/** Reads the next page of older posts. @throws CallError */
export const showOlder = (course_id: string, discussion_id: string): Promise<void> =>
  showMore(pagesOf(course_id, discussion_id))

/** Adds a new post, comment or reply, unless the live stream brought it already. */
export async function addToTopic(
  course_id: string,
  discussion_id: string,
  change: (posts: Post[], page: number) => Post[],
): Promise<void> {
  const { queryKey } = topicOf(course_id, discussion_id)
  // A response under way is older than this change.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, (pages) => pages?.map((page, i) => ({ ...page, posts: change(page.posts, i) })))
  void queries.invalidateQueries({ queryKey, exact: true })
  void queries.invalidateQueries({ queryKey: discussionsOf(course_id).queryKey, exact: true })
}

/** Reads a topic again, and the list. */
export async function renewTopic(course_id: string, discussion_id: string): Promise<void> {
  void queries.invalidateQueries({ queryKey: discussionsOf(course_id).queryKey, exact: true })
  await queries.invalidateQueries({ queryKey: topicOf(course_id, discussion_id).queryKey, exact: true })
}
