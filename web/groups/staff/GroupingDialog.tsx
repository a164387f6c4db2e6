import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { type Grouping, groupMembersMost } from '../../../contract/groups.ts'
import { groupingNameMost, groupWrites } from '../../../contract/staff/groups.ts'
import { NOW, type PublishField } from '../../changes/publishing.ts'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useListed } from '../../changes/useEdited.ts'
import { useThingForm } from '../../changes/useThingForm.ts'
import { WhenFields } from '../../changes/WhenFields.tsx'
import { useHasLeft } from '../../common/useHasLeft.ts'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { useCourseId } from '../../courses/queries.ts'
import type { Start } from '../../forms/useForm.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useLanguage } from '../../i18n/index.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { queries } from '../../loading/queryClient.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DateTimeField } from '../../ui/staff/DateTimeField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { groupingsOf } from '../queries.ts'

interface Fields extends PublishField {
  grouping_name: string
  min_size: number | null
  max_size: number | null
  students_make: boolean
  made_until: string | null
}

const empty: Start<Fields> = {
  values: {
    ...{ grouping_name: '', min_size: null, max_size: null, students_make: true, made_until: null },
    publish_at: NOW,
  },
}
const startOf = ({ grouping_name, rules, revision, publish_at = null }: Grouping): Start<Fields> => ({
  values: { ...empty.values, ...rules, grouping_name, publish_at },
  revision,
})

/** Makes or edits a grouping, over the groups. */
export default function GroupingDialog() {
  const courseId = useCourseId()
  const list = `/course/${courseId}/group`
  const { grouping_id: id } = useParams()
  const { author } = useCan()
  const { thing, gone } = useListed(id, useQuery(groupingsOf(courseId)))
  if (!author || (id && thing === null)) return <Navigate to={list} replace />
  const start = id ? thing && { ...startOf(thing), gone } : empty
  return start && <GroupingForm id={id} start={start} list={list} />
}

function GroupingForm({ id, start, list }: { id: string | undefined; start: Start<Fields>; list: string }) {
  const authoring = useAuthoring()
  const t = authoring.groups
  const language = useLanguage()
  const course_id = useCourseId()
  const leave = useLeave()
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  const made = useRef(id)
  /** Leads to the new grouping, which differs from that of the page below. */
  const onLeave = () => {
    if (!made.current) leave(list)
    else if (!hasLeft()) void navigate(`${list}?grouping=${made.current}`, { replace: true, preventScrollReset: true })
  }
  const form = useThingForm<Fields, Grouping>({
    ...{ what: 'grouping', id, start, isSingle: true, texts: [], startOf, onLeave },
    check: ({ grouping_name, min_size, max_size }) => ({
      ...(grouping_name.trim() === '' && { grouping_name: t.needName }),
      ...(min_size !== null && max_size !== null && min_size > max_size && { max_size: t.needOrder }),
    }),
    create: (body, idempotencyKey) =>
      callWithHeaders(groupWrites.createGrouping, { params: { course_id }, body, idempotencyKey }),
    edit: (grouping_id, body, revision) =>
      callWithHeaders(groupWrites.editGrouping, { params: { course_id, grouping_id }, body, revision }),
    onSaved({ _id }) {
      made.current = _id
      void queries.invalidateQueries({ queryKey: groupingsOf(course_id).queryKey })
    },
  })
  const { values, errors, conflicts, set } = form
  return (
    <ThingDialog title={id ? t.edit : t.add} form={form} theirs={conflicts.grouping_name} onLeave={onLeave}>
      <TextField
        label={t.groupingName}
        placeholder={t.groupingPlaceholder}
        value={values.grouping_name}
        onChange={(grouping_name) => set({ grouping_name })}
        error={errors.grouping_name}
        maxLength={groupingNameMost}
        data-autofocus=""
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t.least}
          value={values.min_size}
          min={1}
          max={groupMembersMost}
          onChange={(min_size) => set({ min_size })}
          error={errors.min_size}
        />
        <NumberField
          label={t.most}
          value={values.max_size}
          min={1}
          max={groupMembersMost}
          onChange={(max_size) => set({ max_size })}
          error={errors.max_size}
        />
      </div>
      <Switch
        label={t.studentsMake}
        help={t.studentsMakeHelp}
        checked={values.students_make}
        onChange={(students_make) => set({ students_make })}
      />
      {values.students_make && (
        <DateTimeField
          label={t.until}
          language={language}
          words={authoring.dateTime}
          value={values.made_until}
          onChange={(made_until) => set({ made_until })}
        />
      )}
      {!form.isOut && (
        <div className="grid gap-4 lg:grid-cols-2">
          <WhenFields at={values.publish_at} set={set} error={errors.publish_at} />
          <p className="text-ink-soft text-sm lg:col-span-2">{t.shownWithWork}</p>
        </div>
      )}
    </ThingDialog>
  )
}
