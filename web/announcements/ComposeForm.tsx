import { type FormEvent, useId, useRef, useState } from 'react'
import type { Announcement } from '../../contract/announcements.ts'
import { announcementTitleMost, announcementWrites } from '../../contract/staff/announcements.ts'
import { Present } from '../changes/Present.tsx'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { asNow } from '../changes/useWrite.ts'
import { Title } from '../common/Title.tsx'
import { useCourseId } from '../courses/queries.ts'
import MarkdownEditor from '../editor/MarkdownEditor.tsx'
import { FormNotes } from '../forms/FormNotes.tsx'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { changedFields } from '../forms/mergeFields.ts'
import { type Start, useForm } from '../forms/useForm.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders, serverNow } from '../loading/call.ts'
import { useMe } from '../session/queries.ts'
import { thisBrowser } from '../typed/entries.ts'
import { typedOf } from '../typed/typed.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/TextField.tsx'
import { type Fields, NOW, showSaved, startOf, wrongIn } from './fields.ts'
import { Publishing } from './Publishing.tsx'

interface Props {
  title: string
  /** Absent: a new one. */
  id: string | undefined
  start: Start<Fields>
  onLeave: () => void
}

const texts = ['announcement_title', 'announcement_content'] as const

export function ComposeForm({ title, id, start, onLeave }: Props) {
  const { close } = useText()
  const authoring = useAuthoring()
  const t = authoring.announcements
  const course_id = useCourseId()
  /** Its button stands outside: with one, Enter in a field sends, however many fields there are. */
  const formId = useId()
  const me = useMe()
  const [typed] = useState(() => typedOf(thisBrowser, me._id, 'announcement'))
  /** The key and time of the first try: a retry under the same key must send the same body. */
  const sent = useRef({ key: '', at: '' })

  const form = useForm<Fields, { data: Announcement; headers: Headers }>({
    start,
    texts,
    typed,
    place: `${course_id}:${id ?? 'new'}`,
    check: (values) => wrongIn(values, t),
    send(values, from, idempotencyKey) {
      if (sent.current.key !== idempotencyKey) sent.current = { key: idempotencyKey, at: asNow() }
      const at = (publish_at: string | null) => (publish_at === NOW ? sent.current.at : publish_at)
      if (id === undefined) {
        const body = { ...values, publish_at: at(values.publish_at) }
        return callWithHeaders(announcementWrites.create, { params: { course_id }, body, idempotencyKey })
      }
      const changed = changedFields(from.values, values)
      const body = { ...changed, ...(changed.publish_at && { publish_at: at(changed.publish_at) }) }
      const params = { course_id, announcement_id: id }
      return callWithHeaders(announcementWrites.edit, { params, body, revision: from.revision })
    },
    readCurrent: (current) => startOf(current as Announcement),
  })
  const { values, from, errors, set } = form
  const isOut = from.values.publish_at !== null && id !== undefined && Date.parse(from.values.publish_at) <= serverNow()

  async function submit(event?: FormEvent) {
    event?.preventDefault()
    const answer = await form.submit()
    if (!answer) return
    const { data, headers } = answer
    void showSaved(course_id, data)
    toastWithUndo(
      isOut ? t.savedToast : t[`${stateOf(data.publish_at ?? null)}Toast`],
      course_id,
      changeOfHeaders(headers),
      authoring.writes,
    )
    onLeave()
  }

  const action = isOut
    ? t.save
    : { published: t.publish, scheduled: t.schedule, draft: t.saveDraft }[stateOf(values.publish_at)]
  return (
    <Dialog
      title={title}
      closeLabel={close}
      onClose={onLeave}
      size="lg"
      footer={
        <>
          {id && <Present thing={id} doing="editing" />}
          <Button type="submit" form={formId} variant="primary" pending={form.sending}>
            {action}
          </Button>
        </>
      }
    >
      <Title over of={title} />
      <form
        id={formId}
        noValidate
        aria-label={title}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
        onSubmit={(event) => void submit(event)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented) void submit(event)
        }}
      >
        <FormNotes
          form={form}
          theirs={form.conflicts.announcement_title}
          bothStand={form.conflicts.announcement_content !== undefined}
        />
        <TextField
          label={t.title}
          placeholder={t.titlePlaceholder}
          value={values.announcement_title}
          onChange={(announcement_title) => set({ announcement_title })}
          error={errors.announcement_title}
          maxLength={announcementTitleMost}
          data-autofocus=""
        />
        <MarkdownEditor
          label={t.content}
          placeholder={t.contentPlaceholder}
          value={values.announcement_content}
          onChange={(announcement_content) => set({ announcement_content })}
          error={errors.announcement_content}
          onSubmit={() => void submit()}
        />
        <Publishing values={values} set={set} errors={errors} conflicts={form.conflicts} isOut={isOut} />
        <LeaveGuard when={form.dirty && !form.kept} />
      </form>
    </Dialog>
  )
}

const stateOf = (at: string | null) =>
  at === null ? 'draft' : at === NOW || (at !== '' && Date.parse(at) <= serverNow()) ? 'published' : 'scheduled'
