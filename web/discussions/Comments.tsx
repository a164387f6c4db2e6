import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { Comment, Post } from '../../contract/discussions.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { takeLostFocus } from '../ui/focus.ts'
import { ReplyIcon } from '../ui/icons.tsx'
import { Byline, firstNameOf, useWriter } from './Byline.tsx'
import { Composer } from './Composer.tsx'
import { LazyMarkdown } from './LazyMarkdown.tsx'
import { isThere, Moderation, WithTextMenu, writerOf } from './Moderation.tsx'
import { EditText, OwnTools, wasEditing } from './OwnText.tsx'
import type { Destination, Unsent } from './outbox.ts'
import { keepEndInView } from './scroll.ts'
import { UnsentNote } from './UnsentNote.tsx'

/** About as many as are in view when the post opens. */
const FIRST = 6

/** The comments of a post with their replies, then the unsent ones. */
interface Props {
  post: Post
  to: Destination
  unsent: Unsent[]
  /** Whether it can be answered. */
  open: boolean
}

export function Comments({ post, to, unsent, open }: Props) {
  const t = useText().discussions
  const own = unsent.filter((e) => !e.comment_id)
  if (post.comments.length + own.length === 0) return <p className="text-ink-soft">{t.noComments}</p>
  return (
    <ul aria-label={t.commentsTitle} className="grid gap-5">
      {post.comments.map((comment, i) => (
        <li key={comment._id}>
          <CommentView comment={comment} to={to} unsent={unsent} eager={i < FIRST} open={open} />
        </li>
      ))}
      {own.map((entry) => (
        <Own key={entry.key} entry={entry} />
      ))}
    </ul>
  )
}

/** A comment of the reader, from the moment they send it: in view, also after a failure. */
function Own({ entry, onEdit }: { entry: Unsent; onEdit?: () => void }) {
  const me = useWriter()
  const place = useRef<HTMLLIElement>(null)
  // An unsent comment from an earlier visit does not scroll into view.
  const [isJustSent] = useState(entry.reason === undefined)
  useEffect(() => {
    const list = place.current?.parentElement
    if (isJustSent && list) keepEndInView(list, entry)
  }, [isJustSent, entry])
  return (
    <li ref={place} className="grid gap-2">
      <Byline user={me} datetime={entry.datetime} small />
      <div className="grid gap-2 ps-11">
        <LazyMarkdown text={entry.content} eager />
        <UnsentNote entry={entry} onEdit={onEdit} />
      </div>
    </li>
  )
}

interface CommentProps {
  comment: Comment
  to: Destination
  unsent: Unsent[]
  eager: boolean
  open: boolean
}

const CommentView = memo(function CommentView({ comment, to, unsent, eager, open }: CommentProps) {
  const t = useText().discussions
  // Undefined: not yet.
  const [replying, setReplying] = useState<boolean>()
  const own = useMemo(() => unsent.filter((e) => e.comment_id === comment._id), [unsent, comment._id])
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Said text={comment} to={to} eager={eager} open={open} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 ps-11">
        {open && !comment.noreply && isThere(comment) && !replying && (
          <Button
            ref={replying === false ? takeLostFocus : undefined}
            size="sm"
            variant="bare"
            icon={<ReplyIcon size={16} />}
            className="-ms-3 justify-self-start"
            onClick={() => setReplying(true)}
          >
            {t.reply}
          </Button>
        )}
        {comment.replies.length + own.length > 0 && (
          <ul
            aria-label={t.repliesTo(isThere(comment) ? firstNameOf(comment.user, t) : writerOf(comment, t))}
            className="grid gap-4 border-line border-s-2 ps-4"
          >
            {comment.replies.map((reply, i) => (
              <li key={reply._id} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
                <Said text={reply} to={to} eager={eager && i < FIRST} open={open} />
              </li>
            ))}
            {own.map((entry) => (
              <Own key={entry.key} entry={entry} onEdit={() => setReplying(true)} />
            ))}
          </ul>
        )}
        {replying && (
          <Composer
            to={{ ...to, comment_id: comment._id }}
            words={t.replyTo(firstNameOf(comment.user, t))}
            onClose={() => setReplying(false)}
          />
        )}
      </div>
    </article>
  )
})

/** A comment or a reply: who said what. Its author may change it while the topic is open. */
function Said({
  text,
  to,
  eager,
  open,
}: {
  text: Omit<Post, 'comments'>
  to: Destination
  eager: boolean
  open: boolean
}) {
  const isOwn = open && isThere(text) && text.user._id === to.person_id
  // Undefined: not yet.
  const [editing, setEditing] = useState<boolean | undefined>(() => (isOwn && wasEditing(to, text._id)) || undefined)
  return (
    <>
      <WithTextMenu
        text={text}
        own={
          isOwn &&
          !editing && <OwnTools text={text} to={to} isBack={editing === false} onEdit={() => setEditing(true)} />
        }
      >
        <Byline user={text.user} datetime={text.datetime} edited={text.edited} small />
      </WithTextMenu>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 ps-11">
        <Moderation {...text} />
        {editing ? (
          <EditText text={text} to={to} onClose={() => setEditing(false)} onReturn={() => setEditing(true)} />
        ) : (
          <LazyMarkdown text={text.content} eager={eager} />
        )}
      </div>
    </>
  )
}
