import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { messageContentMost, messageTitleMost, messageWrites } from '../../contract/staff/messages.ts'
import { changeOfHeaders, toastWithUndo, undoEarlier } from '../changes/undo.ts'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { FormNotes } from '../forms/FormNotes.tsx'
import { FormSkeleton } from '../forms/FormSkeleton.tsx'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { useForm } from '../forms/useForm.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders } from '../loading/call.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { nameOf } from './columns.tsx'
import { personOf, sentOf } from './queries.ts'
import { type Addressee, keyOf, useAddressees } from './useAddressees.ts'

/** Earlier messages, newest first. */
function Sent() {
  const t = useAuthoring().people
  const { data } = useQuery(sentOf(useCourseId()))
  if (!data?.items.length) return null
  return (
    <section className="mt-6">
      <h3 className="font-semibold">{t.sentBefore}</h3>
      <ul className="mt-2 grid divide-y divide-line text-sm">
        {data.items.map(({ _id, title, content, count, people, author, sent_at }) => (
          <li key={_id} className="py-2">
            <details>
              <summary className="wrap-anywhere cursor-pointer py-1 font-medium pointer-coarse:min-h-11 pointer-coarse:content-center">
                {title}
              </summary>
              <div className="py-2">
                <Markdown text={content} />
              </div>
            </details>
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

/** A message to one, some or all people of the course, which reaches them as a notification. */
export default function SendMessageDialog() {
  const courseId = useCourseId()
  const { person_id } = useParams()
  const [search] = useSearchParams()
  const to = search.get('to')
  const chosen = useAddressees(to)
  const { data: one } = useQuery({ ...personOf(courseId, person_id ?? ''), enabled: person_id !== undefined })
  const list = `/course/${courseId}/people`
  const back = person_id ? `${list}/${person_id}` : list
  if (!useCan().author || one?.removed_at || (to !== null && !chosen)) return <Navigate to={back} replace />
  if (!person_id) return <Message list={back} people={chosen} />
  return one && <Message list={back} people={[{ _id: one.person._id, name: nameOf(one.person) }]} />
}

const start = { values: { title: '', content: '' } }

function Message({ list, people }: { list: string; people: Addressee[] | undefined }) {
  const authoring = useAuthoring()
  const { people: t } = authoring
  const { close } = useText()
  const course_id = useCourseId()
  const leave = useLeave()
  const form = useForm<typeof start.values, { headers: Headers }>({
    ...{ start, texts: [], what: 'message' },
    place: `${course_id}:${people ? keyOf(people) : 'all'}`,
    isNew: true,
    check: ({ title }) => (title.trim() === '' ? { title: t.needTitle } : {}),
    send(values, _from, idempotencyKey) {
      const body = { people: people ? people.map(({ _id }) => _id) : ('all' as const), ...values }
      return callWithHeaders(messageWrites.send, { params: { course_id }, body, idempotencyKey })
    },
    settle: (answer) => undoEarlier(course_id, answer),
    readCurrent: () => start,
  })
  const { values, set } = form
  const formId = useId()
  const to = people
    ? t.messageTo(
        people.map(({ name }) => name),
        people.length,
      )
    : t.messageToAll

  async function send(event: FormEvent) {
    event.preventDefault()
    const answer = await form.submit()
    if (!answer) return
    toastWithUndo(t.messageSent, course_id, changeOfHeaders(answer.headers), authoring.writes)
    leave(list)
  }
  return (
    <Dialog
      title={t.message}
      closeLabel={close}
      onClose={() => leave(list)}
      size="lg"
      footer={
        <Button type="submit" form={formId} variant="primary" pending={form.sending}>
          {t.send}
        </Button>
      }
    >
      <Title over of={t.message} />
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void send(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send(event)
        }}
      >
        {form.waits ? (
          <FormSkeleton />
        ) : (
          <>
            <FormNotes form={form} theirs={undefined} bothStand={false} />
            <p className="wrap-anywhere text-ink-soft">{to}</p>
            <TextField
              label={t.messageTitle}
              value={values.title}
              onChange={(title) => set({ title })}
              error={form.errors.title}
              maxLength={messageTitleMost}
              data-autofocus=""
            />
            <TextArea
              label={t.messageText}
              value={values.content}
              onChange={(content) => set({ content })}
              rows={5}
              maxLength={messageContentMost}
            />
            <LeaveGuard when={form.dirty && !form.kept} />
          </>
        )}
      </form>
      <Sent />
    </Dialog>
  )
}
