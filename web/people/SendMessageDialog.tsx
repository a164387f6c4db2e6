import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { messageContentMost, messageTitleMost, messageWrites } from '../../contract/staff/messages.ts'
import { useWrite } from '../changes/useWrite.ts'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders } from '../loading/call.ts'
import { newIdempotencyKey } from '../loading/idempotency.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { nameOf } from './columns.tsx'
import { sentOf } from './queries.ts'

/** Whom a message is for, given by the screen that opened it; absent: everyone. */
export interface Addressees {
  people: { _id: string; name: string }[]
}

/** What was sent before, newest first. */
function Sent() {
  const t = useAuthoring().people
  const { data } = useQuery(sentOf(useCourseId()))
  if (!data?.items.length) return null
  return (
    <section className="mt-6">
      <h3 className="font-semibold">{t.sentBefore}</h3>
      <ul className="mt-2 grid divide-y divide-line text-sm">
        {data.items.map(({ _id, title, count, people, author, sent_at }) => (
          <li key={_id} className="py-2">
            <span className="block font-medium">{title}</span>
            <span className="block text-ink-soft">
              {count === null ? t.messageToAll : t.messageTo(people.map(nameOf), count)} · {author && nameOf(author)} ·{' '}
              {dateTime(sent_at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A message to one, some or all of the course, which they find among their notifications. */
export default function SendMessageDialog() {
  const list = `/course/${useCourseId()}/people`
  const given = useLocation().state as Addressees | null
  if (!useCan().author) return <Navigate to={list} replace />
  return <Message list={list} people={given?.people} />
}

function Message({ list, people }: { list: string; people: Addressees['people'] | undefined }) {
  const { people: t } = useAuthoring()
  const { close } = useText()
  const course_id = useCourseId()
  const leave = useLeave()
  const { busy, write } = useWrite('messages')
  const [title, setTitle] = useState('')
  const [content, setContent] = useState('')
  const [error, setError] = useState<string>()
  const [key] = useState(newIdempotencyKey)
  const formId = useId()
  const to = people
    ? t.messageTo(
        people.map(({ name }) => name),
        people.length,
      )
    : t.messageToAll

  async function send(event: FormEvent) {
    event.preventDefault()
    if (title.trim() === '') return setError(t.needTitle)
    const body = { people: people ? people.map(({ _id }) => _id) : ('all' as const), title, content }
    const done = await write(
      () => callWithHeaders(messageWrites.send, { params: { course_id }, body, idempotencyKey: key }),
      t.messageSent,
    )
    if (done) leave(list)
  }
  return (
    <Dialog
      title={t.message}
      closeLabel={close}
      onClose={() => leave(list)}
      size="lg"
      footer={
        <Button type="submit" form={formId} variant="primary" pending={busy}>
          {t.send}
        </Button>
      }
    >
      <Title over of={t.message} />
      <form id={formId} noValidate className="grid gap-4" onSubmit={(event) => void send(event)}>
        <p className="text-ink-soft">{to}</p>
        <TextField
          label={t.messageTitle}
          value={title}
          onChange={(typed) => {
            setTitle(typed)
            setError(undefined)
          }}
          error={error}
          maxLength={messageTitleMost}
          data-autofocus=""
        />
        <TextArea label={t.messageText} value={content} onChange={setContent} rows={5} maxLength={messageContentMost} />
      </form>
      <Sent />
    </Dialog>
  )
}
