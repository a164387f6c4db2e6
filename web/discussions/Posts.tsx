import { memo, useState } from 'react'
import type { Comment, Post } from '../../contract/discussions.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { useFirstNew } from '../ui/focus.ts'
import { CheckCircleIcon, DiscussionIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { toast } from '../ui/Toast.tsx'
import { Byline, useWriter, type Writer } from './Byline.tsx'
import { LastAnswer, NewBadge } from './LastAnswer.tsx'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import { Moderation, WithTextMenu, writerOf } from './Moderation.tsx'
import type { Unsent } from './outbox.ts'
import { type LoadedTopic, showOlder } from './queries.ts'
import { isNewTo, lastAnswerTo } from './seen.ts'
import { UnsentNote } from './UnsentNote.tsx'

/** About as many as are in view when the topic opens. */
const FIRST = 9

interface Props {
  topic: LoadedTopic
  unsent: Unsent[]
  /** The reader's last visit, once it is known: later posts of others are new. */
  since: string | undefined
}

/** The posts of a topic in a grid: unsent ones, then the newest first. */
export function Posts({ topic, unsent, since }: Props) {
  const t = useText()
  const courseId = useCourseId()
  const me = useWriter()
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
          <Empty
            compact
            drawing={<PlaneDrawing />}
            title={topic.must_post ? t.discussions.mustPost : t.discussions.noPosts}
            text={topic.must_post ? t.discussions.mustPostText : t.discussions.noPostsText}
          />
        </Card>
      ) : (
        <ul
          aria-label={t.discussions.postsTitle}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4"
        >
          {unsent.map((entry) => (
            <li key={entry.key}>
              <Card as="article" pad="sm" className="grid h-full content-start gap-3">
                <Byline user={me} datetime={entry.datetime} />
                <Excerpt text={entry.content} eager />
                <UnsentNote entry={entry} />
              </Card>
            </li>
          ))}
          {topic.posts.map((post, i) => (
            <li key={post._id} {...isNew(i)} className="one-of-many">
              <PostCard
                post={post}
                isNew={isNewTo(me._id, post, since)}
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

interface CardProps {
  post: Post
  isNew: boolean
  to: string
  eager: boolean
}

const PostCard = memo(function PostCard({ post, isNew, to, eager }: CardProps) {
  const t = useText().discussions
  const { _id, user, datetime, content, comments } = post
  const last = lastAnswerTo(post)
  return (
    <Card
      linked
      as="article"
      pad="sm"
      className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] gap-3"
    >
      <WithTextMenu text={post}>
        <Byline user={user as Writer} datetime={datetime} edited={post.edited} />
      </WithTextMenu>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
        {comments.some(isAnswer) && (
          <p>
            <Badge tone="done" icon={<CheckCircleIcon size={14} />}>
              {t.answeredBadge}
            </Badge>
          </p>
        )}
        <Moderation {...post} />
        <Excerpt text={content} eager={eager} />
      </div>
      {/* The last answer has its own line: a name does not fit beside the number of comments. */}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5">
        <AppLink
          preventScrollReset
          to={to}
          look="cover"
          aria-label={t.openPost(writerOf(post, t), comments.length)}
          aria-describedby={cx(last && `last-${_id}`, isNew && `new-${_id}`) || undefined}
          className="flex items-center gap-2 font-medium text-ink-soft text-sm"
        >
          <DiscussionIcon size={18} />
          {t.comments(comments.length)}
        </AppLink>
        {isNew && <NewBadge id={`new-${_id}`} />}
        {last && (
          <p id={`last-${_id}`} className="col-span-2">
            <LastAnswer {...last} />
          </p>
        )}
      </div>
    </Card>
  )
})

/** Staff endorse a comment or one of its replies. */
const isAnswer = ({ endorsed, replies }: Comment) => !!endorsed || replies.some((reply) => reply.endorsed)

/** The beginning of a text, with a fade where it is cut. */
function Excerpt({ text, eager }: { text: string; eager: boolean }) {
  return (
    <div className="max-h-52 overflow-hidden [mask-image:linear-gradient(black_9rem,transparent_13rem)]">
      <LazyMarkdown text={text} still eager={eager} />
    </div>
  )
}
