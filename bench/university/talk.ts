import type { Dice } from './dice.ts'
import type { Place } from './place.ts'
import { sentences, topics } from './words.ts'

const BUSY_POSTS = 200

/** Four topics; in a busy course the first has 200 posts. Of all posts most have few comments, some none. */
export function addTopics(place: Place): void {
  const dice = place.dice('topics')
  for (const [n, title] of topics.entries()) {
    const created_at = place.at(n)
    const id = dice.id(created_at)
    const about = { title, description: dice.text(sentences, 1, 2) }
    place.add('topics', {
      course_id: place.id,
      id,
      author_id: place.lead,
      ...about,
      created_at,
      publish_at: created_at,
    })
    const posts = place.plan.busy && n === 0 ? BUSY_POSTS : Math.floor(40 * dice.roll() ** 2)
    for (let p = 0; p < posts; p++) {
      const comments = dice.pick([0, 0, 1, 1, 2, 3, 6])
      addPost(place, dice, id, { comments, replies: Math.floor(comments / 3) })
    }
  }
}

function addPost(
  place: Place,
  dice: Dice,
  topic_id: string,
  { comments, replies }: { comments: number; replies: number },
) {
  const days = dice.roll() * 100
  const anyone = () => dice.pick(place.students)
  const created_at = place.at(days)
  const post_id = dice.id(created_at)
  const course_id = place.id
  const content = dice.text(sentences, 1, 5)
  place.add('posts', { course_id, id: post_id, topic_id, author_id: anyone(), content, created_at })
  const comment = (n: number, parent_id: string | null) => {
    const at = place.at(days + n / 4)
    const id = dice.id(at)
    const ids = { course_id, id, topic_id, post_id, parent_id, author_id: anyone() }
    place.add('comments', { ...ids, content: dice.text(sentences, 1, 2), noreply: false, created_at: at })
    return id
  }
  const parents = Array.from({ length: comments }, (_, n) => comment(n, null))
  for (let n = 0; n < replies; n++) comment(comments + n, parents[n] ?? null)
}
