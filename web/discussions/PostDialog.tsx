import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useOnline } from '../common/useOnline.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { isTransient } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { useMe } from '../session/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Byline } from './Byline.tsx'
import { Comments } from './Comments.tsx'
import { Composer } from './Composer.tsx'
import { isThere, LockedNote, Moderation, mayWrite, WithTextMenu, writerOf } from './Moderation.tsx'
import { EditText, OwnTools, wasEditing } from './OwnText.tsx'
import { useUnsent } from './outbox.ts'
import { showOlder, topicOf } from './queries.ts'

/** One post with its comments, over its topic. A button leads back to the topic, the close button to all topics. */
export default function PostDialog() {
  const t = useText()
  const courseId = useCourseId()
  const me = useMe()
  const can = useCan()
  const { discussion_id = '', post_id = '' } = useParams()
  const goTo = useLeave()
  const topic = useQuery(topicOf(courseId, discussion_id)).data
  const post = topic?.posts.find((p) => p._id === post_id)
  const [failure, setFailure] = useState<unknown>()
  const unsent = useUnsent(me._id, discussion_id)
  const own = useMemo(() => unsent.filter((e) => e.post_id === post_id), [unsent, post_id])
  const to = useMemo(
    () => ({ person_id: me._id, course_id: courseId, discussion_id, post_id }),
    [me._id, courseId, discussion_id, post_id],
  )
  // Undefined: not yet.
  const [editing, setEditing] = useState<boolean | undefined>(() => wasEditing(to, post_id) || undefined)

  // The address names an older post: earlier pages load until it appears.
  const missing = !post && topic?.more
  useEffect(() => {
    if (missing && !failure) showOlder(courseId, topic._id).catch(setFailure)
  }, [missing, failure, topic, courseId])
  const retry = () => setFailure(undefined)
  useOnline(() => isTransient(failure) && retry())

  const topics = `/course/${courseId}/discussion`
  const toTopic = () => goTo(`${topics}/${discussion_id}`)
  const mayChange = !!topic && mayWrite(topic, can)
  const open = !!post && isThere(post) && mayChange
  const isOwn = open && post.user._id === me._id
  const title = post
    ? t.discussions.postOf(writerOf(post, t.discussions))
    : missing && failure
      ? t.errors.panel
      : topic && !missing
        ? t.discussions.absent
        : undefined

  return (
    <Dialog
      title={title ?? t.loading}
      loading={!title}
      closeLabel={t.close}
      // The close button leads two levels up.
      onClose={(reason) => (reason === 'button' ? goTo(topics) : toTopic())}
      size="lg"
      footer={
        post && (open ? <Composer to={to} words={t.discussions.writeComment} /> : topic?.locked && <LockedNote />)
      }
    >
      {title && <Title over of={title} />}
      <Button size="sm" variant="bare" icon={<ArrowLeftIcon size={16} />} className="-ms-3 mb-3" onClick={toTopic}>
        {t.discussions.toTopic}
      </Button>
      {post ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <article className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <WithTextMenu
              text={post}
              own={
                isOwn &&
                !editing && <OwnTools text={post} to={to} isBack={editing === false} onEdit={() => setEditing(true)} />
              }
            >
              <Byline user={post.user} datetime={post.datetime} edited={post.edited} />
            </WithTextMenu>
            <Moderation {...post} />
            {editing ? (
              <EditText text={post} to={to} onClose={() => setEditing(false)} onReturn={() => setEditing(true)} />
            ) : (
              <Markdown text={post.content} lines />
            )}
          </article>
          <section aria-labelledby={`comments-${post._id}`} className="border-line border-t pt-5">
            <h3 id={`comments-${post._id}`} className="mb-4 font-semibold">
              {t.discussions.comments(post.comments.length)}
            </h3>
            <Comments post={post} to={to} unsent={own} open={open} />
          </section>
        </div>
      ) : missing && failure ? (
        <ErrorState compact {...failureWords(failure, t.errors)} retryLabel={t.retry} onRetry={retry} />
      ) : title ? (
        <p className="text-ink-soft">{t.discussions.postAbsent}</p>
      ) : (
        <SkeletonGroup label={t.loading}>
          <Skeleton className="w-1/2" />
          <Skeleton />
          <Skeleton className="w-2/3" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}
