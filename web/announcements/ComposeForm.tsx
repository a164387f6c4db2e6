import type { Announcement } from '../../contract/announcements.ts'
import { announcementTitleMost, announcementWrites } from '../../contract/staff/announcements.ts'
import { ThingDialog } from '../changes/ThingDialog.tsx'
import { useThingForm } from '../changes/useThingForm.ts'
import { useCourseId } from '../courses/queries.ts'
import MarkdownEditor from '../editor/MarkdownEditor.tsx'
import type { Start } from '../forms/useForm.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { callWithHeaders } from '../loading/call.ts'
import { TextField } from '../ui/TextField.tsx'
import { type Fields, showSaved, startOf, wrongIn } from './fields.ts'
import { Publishing } from './Publishing.tsx'

interface Props {
  title: string
  /** Absent: a new one. */
  id: string | undefined
  start: Start<Fields>
  onLeave: () => void
}

export function ComposeForm({ title, id, start, onLeave }: Props) {
  const authoring = useAuthoring()
  const t = authoring.announcements
  const course_id = useCourseId()
  const form = useThingForm<Fields, Announcement>({
    ...{ what: 'announcement', id, start, isSingle: true, texts: ['announcement_content'] },
    check: (values) => wrongIn(values, authoring),
    create: (body, idempotencyKey) =>
      callWithHeaders(announcementWrites.create, { params: { course_id }, body, idempotencyKey }),
    edit: (announcement_id, body, revision) =>
      callWithHeaders(announcementWrites.edit, { params: { course_id, announcement_id }, body, revision }),
    startOf,
    onSaved: (saved) => void showSaved(course_id, saved),
    onLeave,
  })
  const { values, errors, conflicts, set } = form
  return (
    <ThingDialog
      title={title}
      form={form}
      theirs={conflicts.announcement_title}
      bothStand={conflicts.announcement_content !== undefined}
      onLeave={onLeave}
    >
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
        saved={form.from.values.announcement_content}
        onChange={(announcement_content) => set({ announcement_content })}
        error={errors.announcement_content}
        onSubmit={() => void form.submit()}
      />
      <Publishing values={values} set={set} errors={errors} conflicts={conflicts} isOut={form.isOut} />
    </ThingDialog>
  )
}
