import type { TopicAbout } from '../../../contract/discussions.ts'
import { discussionTitleMost, discussionWrites } from '../../../contract/staff/discussions.ts'
import { AudienceField } from '../../announcements/AudienceField.tsx'
import { FieldConflicts } from '../../changes/FieldConflicts.tsx'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useThingForm } from '../../changes/useThingForm.ts'
import { WhenFields } from '../../changes/WhenFields.tsx'
import { useCourseId } from '../../courses/queries.ts'
import MarkdownEditor from '../../editor/MarkdownEditor.tsx'
import type { Start } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime, number } from '../../i18n/dates.ts'
import { useText } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type Fields, renewTopics, startOf, wrongIn } from './fields.ts'

interface Props {
  title: string
  /** Absent: a new one. */
  id: string | undefined
  start: Start<Fields>
  onLeave: () => void
}

export function TopicForm({ title, id, start, onLeave }: Props) {
  const authoring = useAuthoring()
  const { announcements: words, discussions: t, publishing, history } = authoring
  const { section } = useText().staff.announcements
  const course_id = useCourseId()
  const form = useThingForm<Fields, TopicAbout>({
    ...{ what: 'discussion', id, start, isSingle: true, texts: ['discussion_description'] },
    check: (values) => wrongIn(values, authoring),
    create: (body, idempotencyKey) =>
      callWithHeaders(discussionWrites.create, { params: { course_id }, body, idempotencyKey }),
    edit: (discussion_id, body, revision) =>
      callWithHeaders(discussionWrites.edit, { params: { course_id, discussion_id }, body, revision }),
    startOf,
    onSaved: () => void renewTopics(course_id),
    onLeave,
  })
  const { values, errors, conflicts, set } = form
  const yes = (value: boolean) => (value ? history.yes : history.no)
  const switches = {
    pinned: { label: t.pinned, help: t.pinnedHelp },
    locked: { label: t.locked, help: t.lockedHelp },
    post_first: { label: t.postFirst, help: t.postFirstHelp },
  }
  const names = Object.keys(switches) as (keyof typeof switches)[]
  const theirs = {
    publish_at: {
      label: publishing.when,
      say: (value: string | null) => (value ? dateTime(value) : publishing.never),
    },
    ...{ pinned: { label: t.pinned, say: yes }, locked: { label: t.locked, say: yes } },
    post_first: { label: t.postFirst, say: yes },
    audience: {
      label: words.audience,
      say: (value: Fields['audience']) => (value ? section(value.section) : words.everyone),
    },
    discussion_score: {
      label: t.score,
      say: (value: number | null) => (value === null ? history.none : number(value)),
    },
  }
  return (
    <ThingDialog
      title={title}
      form={form}
      theirs={conflicts.discussion_title}
      bothStand={conflicts.discussion_description !== undefined}
      onLeave={onLeave}
    >
      <TextField
        label={t.title}
        placeholder={t.titlePlaceholder}
        value={values.discussion_title}
        onChange={(discussion_title) => set({ discussion_title })}
        error={errors.discussion_title}
        maxLength={discussionTitleMost}
        data-autofocus=""
      />
      <MarkdownEditor
        label={t.description}
        placeholder={t.descriptionPlaceholder}
        value={values.discussion_description}
        saved={form.from.values.discussion_description}
        onChange={(discussion_description) => set({ discussion_description })}
        error={errors.discussion_description}
        onSubmit={() => void form.submit()}
      />
      <div className="grid gap-4 lg:grid-cols-2">
        {!form.isOut && <WhenFields at={values.publish_at} set={set} error={errors.publish_at} />}
        <NumberField
          label={t.score}
          help={t.scoreHelp}
          step="any"
          min={0}
          value={values.discussion_score}
          onChange={(discussion_score) => set({ discussion_score })}
          error={errors.discussion_score}
        />
        <AudienceField label={words.audience} audience={values.audience} set={(audience) => set({ audience })} />
      </div>
      <div className="grid gap-1">
        {names.map((name) => (
          <Switch key={name} {...switches[name]} checked={values[name]} onChange={(on) => set({ [name]: on })} />
        ))}
      </div>
      <FieldConflicts conflicts={conflicts} fields={theirs} set={set} />
    </ThingDialog>
  )
}
