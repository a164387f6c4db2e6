import type { Building } from './building.ts'
import { demoId } from './ids.ts'
import type { PostData, SaidData } from './types.ts'

/** Discussion topics with their posts, comments and replies. */
export function addTopics(course: Building): void {
  const { data, id, rows, clock, person } = course
  for (const { title, description = '', posted, by, posts, seen = {}, publish, ...set } of data.topics ?? []) {
    const topicId = demoId(data.code, 'topic', title)
    const created_at = clock.at(posted)
    rows.add('topics', {
      ...{ course_id: id, id: topicId, author_id: person(by), title, description: description.trim(), created_at },
      publish_at: publish === undefined ? created_at : publish && clock.at(publish),
      pinned: set.pinned ?? false,
      locked: set.locked ?? false,
      post_first: set.postFirst ?? false,
      score: set.score ?? null,
    })
    for (const [who, until] of Object.entries(seen)) {
      rows.add('topic_seen', { course_id: id, person_id: person(who), topic_id: topicId, seen_at: clock.at(until) })
    }
    posts.forEach((post, i) => {
      addPost(course, topicId, demoId(topicId, i), post)
    })
  }
}

function addPost({ id, rows, clock, person }: Building, topicId: string, postId: string, post: PostData): void {
  const endorse = (textId: string, { endorsed }: SaidData) => {
    if (!endorsed) return
    const [endorsed_by, endorsed_at] = [person(endorsed.by), clock.at(endorsed.at)]
    rows.add('endorsed_texts', { course_id: id, topic_id: topicId, id: textId, endorsed_by, endorsed_at })
  }
  endorse(postId, post)
  rows.add('posts', {
    course_id: id,
    id: postId,
    topic_id: topicId,
    author_id: person(post.by),
    content: post.content.trim(),
    created_at: clock.at(post.at),
  })
  const comment = (commentId: string, said: SaidData, parent: string | null, noreply: boolean) => {
    endorse(commentId, said)
    rows.add('comments', {
      course_id: id,
      id: commentId,
      topic_id: topicId,
      post_id: postId,
      parent_id: parent,
      author_id: person(said.by),
      content: said.content.trim(),
      noreply,
      created_at: clock.at(said.at),
    })
  }
  post.comments?.forEach((said, i) => {
    const commentId = demoId(postId, i)
    comment(commentId, said, null, said.noreply ?? false)
    said.replies?.forEach((reply, n) => {
      comment(demoId(commentId, n), reply, commentId, true)
    })
  })
}
