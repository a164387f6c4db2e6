import type { Meeting } from '../../../contract/meetings.ts'
import { addressMost, meetingHostMost, meetingTitleMost, meetingWrites } from '../../../contract/staff/meetings.ts'
import { FieldConflicts } from '../../changes/FieldConflicts.tsx'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useThingForm } from '../../changes/useThingForm.ts'
import { WhenFields } from '../../changes/WhenFields.tsx'
import { useCourse } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import type { Start } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { dateTime } from '../../i18n/dates.ts'
import { useLanguage } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { zoneOf } from '../../schedules/staff/local.ts'
import { Select } from '../../ui/Select.tsx'
import { DateTimeField } from '../../ui/staff/DateTimeField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { meetingOf, meetingsOf } from '../queries.ts'
import { editBody, type Fields, newBody, startOf, wrongIn } from './fields.ts'
import { RecordingPart } from './RecordingPart.tsx'
import { RepeatPart } from './RepeatPart.tsx'

interface Props {
  /** Absent: a new one. */
  id: string | undefined
  start: Start<Fields>
  isSeries: boolean
  onLeave: () => void
}

/** In minutes. */
const lengths = [15, 30, 45, 60, 90, 120, 180, 240]

export function MeetingForm({ id, start, isSeries, onLeave }: Props) {
  const authoring = useAuthoring()
  const t = authoring.meetings
  const language = useLanguage()
  const course_id = useCourseId()
  const zone = zoneOf(useCourse())
  const form = useThingForm<Fields, Meeting>({
    ...{ what: 'meeting', id, start, texts: [], startOf, onLeave },
    check: (values) => wrongIn(values, authoring, zone),
    create: (values, idempotencyKey) =>
      callWithHeaders(meetingWrites.create, { params: { course_id }, body: newBody(values, zone), idempotencyKey }),
    edit: (meeting_id, changed, revision) =>
      callWithHeaders(meetingWrites.edit, {
        params: { course_id, meeting_id },
        query: { following: changed.following ? 'true' : 'false' },
        body: editBody(changed),
        revision,
      }),
    onSaved(saved) {
      queries.setQueryData(meetingOf(course_id, saved._id).queryKey, saved)
      void queries.invalidateQueries({ queryKey: meetingsOf(course_id).queryKey })
    },
  })
  const { values, errors, conflicts, set } = form
  const { when } = values
  const offered = when.minutes === null || lengths.includes(when.minutes) ? lengths : [when.minutes, ...lengths]
  const { publishing, history } = authoring
  const typed = (label: string) => ({ label, say: (value: string) => value || history.none })
  const at = (label: string, never: string) => ({
    label,
    say: (value: string | null) => (value ? dateTime(value) : never),
  })
  const theirs = {
    when: {
      label: t.start,
      say: ({ start, minutes }: Fields['when']) =>
        `${dateTime(start)}, ${minutes === null ? t.noEnd : t.minutes(minutes)}`,
    },
    ...{ recording_video: typed(t.video), recording_audio: typed(t.audio), recording_password: typed(t.password) },
    recording_expire: at(t.expire, history.none),
    recording_show: { label: t.show, say: (value: boolean) => (value ? history.yes : history.no) },
    publish_at: at(publishing.when, publishing.never),
  }
  return (
    <ThingDialog
      title={id ? t.edit : t.add}
      form={form}
      theirs={[conflicts.meeting_title, conflicts.meeting_host, conflicts.meeting_link]}
      onLeave={onLeave}
    >
      <TextField
        label={t.title}
        placeholder={t.titlePlaceholder}
        value={values.meeting_title}
        onChange={(meeting_title) => set({ meeting_title })}
        error={errors.meeting_title}
        maxLength={meetingTitleMost}
        data-autofocus=""
      />
      <div className="grid gap-4 lg:grid-cols-2">
        <DateTimeField
          label={t.start}
          language={language}
          words={authoring.dateTime}
          value={when.start || null}
          onChange={(iso) => set({ when: { ...when, start: iso ?? '' } })}
          error={errors.when}
        />
        <Select
          label={t.length}
          value={String(when.minutes ?? '')}
          onChange={(minutes) => set({ when: { ...when, minutes: minutes === '' ? null : Number(minutes) } })}
          options={[
            ...offered.map((minutes) => ({ value: String(minutes), label: t.minutes(minutes) })),
            { value: '', label: t.noEnd },
          ]}
        />
      </div>
      {!id && (
        <RepeatPart
          {...{ start: when.start, repeat: values.repeat, zone, error: errors.repeat }}
          set={(repeat) => set({ repeat })}
        />
      )}
      <TextField
        label={t.link}
        type="url"
        inputMode="url"
        placeholder="https://"
        help={t.linkHelp}
        value={values.meeting_link}
        onChange={(meeting_link) => set({ meeting_link })}
        error={errors.meeting_link}
        maxLength={addressMost}
      />
      <TextField
        label={t.host}
        value={values.meeting_host}
        onChange={(meeting_host) => set({ meeting_host })}
        error={errors.meeting_host}
        maxLength={meetingHostMost}
      />
      {id && <RecordingPart recording={values} set={set} errors={errors} />}
      <FieldConflicts conflicts={conflicts} fields={theirs} set={set} />
      {isSeries && (
        <Select
          label={t.appliesTo}
          value={values.following ? 'following' : 'this'}
          onChange={(chosen) => set({ following: chosen === 'following' })}
          help={values.following ? t.followingHelp : undefined}
          options={[
            { value: 'this', label: t.thisOne },
            { value: 'following', label: t.thisAndFollowing },
          ]}
        />
      )}
      {!form.isOut && (
        <div className="grid gap-4 lg:grid-cols-2">
          <WhenFields at={values.publish_at} set={set} error={errors.publish_at} />
        </div>
      )}
    </ThingDialog>
  )
}
