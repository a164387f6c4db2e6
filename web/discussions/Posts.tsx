import { memo, useState } from 'react'
import type { Author, Post } from '../../contract/discussions.ts'
import { AppLink } from '../AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { useMe } from '../session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { useFirstNew } from '../ui/focus.ts'
import { DiscussionIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { toast } from '../ui/Toast.tsx'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import type { Unsent } from './outbox.ts'
import { type LoadedTopic, showOlder } from './queries.ts'
import { nameOf, Said } from './Said.tsx'
import { UnsentNote } from './UnsentNote.tsx'

/** About as many as are in sight when the topic opens. */
const FIRST = 9

/** The posts of a topic in a grid, newest first; before them what the server does not have yet. */
export function Posts({ topic, unsent }: { topic: LoadedTopic; unsent: Unsent[] }) {
  const t = useText()
  const courseId = useCourseId()
  const me = useMe()
  const [fetching, setFetching] = useState(false)
  const { markFirst, isNew } = useFirstNew()

  async function older() {
    markFirst(topic.posts.length)
    setFetching(true)
    await showOlder(courseId, topic._id).catch(() => toast(t.errors.offlineText, 'wrong'))
    setFetching(false)
  }

  return (
    <Section title={t.discussions.postsTitle}>
      {topic.posts.length + unsent.length === 0 ? (
        <Card>
          <Empty compact drawing={<PlaneDrawing />} title={t.discussions.noPosts} text={t.discussions.noPostsText} />
        </Card>
      ) : (
        <ul
          aria-label={t.discussions.postsTitle}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4"
        >
          {unsent.map((entry) => (
            <li key={entry.key}>
              <Card as="article" pad="sm" className="grid h-full content-start gap-3">
                <Said user={me} datetime={entry.datetime} />
                <Excerpt text={entry.content} eager />
                <UnsentNote entry={entry} />
              </Card>
            </li>
          ))}
          {topic.posts.map((post, i) => (
            <li key={post._id} {...isNew(i)} className="one-of-many">
              <PostCard
                post={post}
                eager={i < FIRST}
                to={`/course/${courseId}/discussion/${topic._id}/post/${post._id}`}
              />
            </li>
          ))}
        </ul>
      )}
      {topic.more && (
        <p className="mt-6 text-center">
          <Button pending={fetching} onClick={() => void older()}>
            {t.discussions.older}
          </Button>
        </p>
      )}
    </Section>
  )
}

const PostCard = memo(function PostCard({ post, to, eager }: { post: Post; to: string; eager: boolean }) {
  const t = useText().discussions
  const { user, datetime, content, comments } = post
  return (
    <Card linked as="article" pad="sm" className="grid h-full grid-rows-[auto_minmax(0,1fr)_auto] gap-3">
      <Said user={user as Author} datetime={datetime} />
      <Excerpt text={content} eager={eager} />
      <AppLink
        preventScrollReset
        to={to}
        look="cover"
        aria-label={t.openPost(nameOf(user, t), comments.length)}
        className="flex items-center gap-2 justify-self-start font-medium text-ink-soft text-sm"
      >
        <DiscussionIcon size={18} />
        {t.comments(comments.length)}
      </AppLink>
    </Card>
  )
})

/** The beginning of a text, which fades where it is cut. */
function Excerpt({ text, eager }: { text: string; eager: boolean }) {
  return (
    <div className="max-h-52 overflow-hidden [mask-image:linear-gradient(black_9rem,transparent_13rem)]">
      <LazyMarkdown text={text} still eager={eager} />
    </div>
  )
}
