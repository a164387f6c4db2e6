import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { Post } from '../../../contract/discussions.ts'
import { discussionWrites, reasonMost } from '../../../contract/staff/discussions.ts'
import { useWrite } from '../../changes/useWrite.ts'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { useKept } from '../../typed/useKept.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { CheckCircleIcon, EyeIcon, HistoryIcon, LockIcon, XIcon } from '../../ui/icons.tsx'
import { type Action, ActionMenu } from '../../ui/staff/ActionMenu.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { nameOf } from '../Byline.tsx'
import { renewTopics } from './fields.ts'
import { TextVersions } from './TextVersions.tsx'

/** Staff's menu of a post, a comment or a reply: endorse it, hide it, and undo either. */
export default function TextMenu({
  text,
}: {
  text: Pick<Post, '_id' | 'user' | 'hidden' | 'endorsed' | 'deleted' | 'edited'>
}) {
  const words = useText().discussions
  const t = useAuthoring().discussions
  const course_id = useCourseId()
  const { discussion_id = '' } = useParams()
  const { busy, write } = useWrite('discussions')
  const [hiding, setHiding] = useState(false)
  const [looking, setLooking] = useState(false)
  const params = { course_id, discussion_id, text_id: text._id }

  async function send(what: () => Promise<{ data: unknown; headers: Headers }>, done: string) {
    if (!(await write(what, done))) return false
    await renewTopics(course_id)
    return true
  }
  const hide = (reason: string) =>
    send(() => callWithHeaders(discussionWrites.hide, { params, body: { reason } }), t.hiddenToast)
  const endorse = text.endorsed
    ? {
        ...{ id: 'unendorse', label: t.unendorse, icon: <XIcon /> },
        run: () => void send(() => callWithHeaders(discussionWrites.unendorse, { params }), t.unendorsedToast),
      }
    : {
        ...{ id: 'endorse', label: t.endorse, icon: <CheckCircleIcon /> },
        run: () => {
          const query = { edited: text.edited ?? '' }
          void send(() => callWithHeaders(discussionWrites.endorse, { params, query }), t.endorsedToast)
        },
      }
  const versions: Action[] =
    text.edited || text.deleted
      ? [{ id: 'versions', label: t.versions, icon: <HistoryIcon />, run: () => setLooking(true) }]
      : []
  const moderation: Action[] = text.hidden
    ? [
        {
          ...{ id: 'restore', label: t.restore, icon: <EyeIcon /> },
          run: () => void send(() => callWithHeaders(discussionWrites.restore, { params }), t.restoredToast),
        },
      ]
    : [endorse, { id: 'hide', label: t.hide, icon: <LockIcon />, run: () => setHiding(true) }]
  const actions = [...versions, ...(text.deleted ? [] : moderation)]
  return (
    <>
      <ActionMenu label={t.textMenu(nameOf(text.user, words))} actions={actions} />
      {looking && <TextVersions params={params} onClose={() => setLooking(false)} />}
      {hiding && <HideDialog id={text._id} busy={busy} onHide={hide} onClose={() => setHiding(false)} />}
    </>
  )
}

interface HideProps {
  /** The text's. */
  id: string
  busy: boolean
  /** Whether it is hidden. */
  onHide: (reason: string) => Promise<boolean>
  onClose: () => void
}

function HideDialog({ id, busy, onHide, onClose }: HideProps) {
  const { close } = useText()
  const { discussions: t, publishing } = useAuthoring()
  const { values, set, forget, forgetSent } = useKept('hide', id, { reason: '' })
  const { reason } = values
  const field = useRef<HTMLTextAreaElement>(null)
  /** Stays open with the reason when it failed. */
  async function hide(leave: (how: 'button') => void) {
    if (!(await onHide(reason))) return
    if (forgetSent(values) && field.current) leave('button')
  }
  return (
    <Dialog
      title={t.hideTitle}
      closeLabel={close}
      onClose={onClose}
      size="sm"
      footer={(leave) => (
        <>
          <Button
            onClick={() => {
              forget()
              leave('button')
            }}
          >
            {publishing.cancel}
          </Button>
          <Button variant="primary" pending={busy} onClick={() => void hide(leave)}>
            {t.hideIt}
          </Button>
        </>
      )}
    >
      <TextArea
        ref={field}
        label={t.reason}
        help={t.reasonHelp}
        value={reason}
        onChange={(reason) => set({ reason })}
        rows={2}
        maxLength={reasonMost}
        data-autofocus=""
      />
    </Dialog>
  )
}
