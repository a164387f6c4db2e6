import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import type { ScheduleItem } from '../../../contract/schedules.ts'
import { scheduleWrites } from '../../../contract/staff/schedules.ts'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useListed } from '../../changes/useEdited.ts'
import { useThingForm } from '../../changes/useThingForm.ts'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { courseOf, useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { callWithHeaders } from '../../loading/call.ts'
import { Load } from '../../loading/Load.tsx'
import { queries } from '../../loading/queryClient.ts'
import { Select } from '../../ui/Select.tsx'
import { mySchedules } from '../queries.ts'
import { ClassFields } from './ClassFields.tsx'
import { type EditValues, newClassOf, startOfEdit, wrongInClass } from './fields.ts'
import { zoneOf } from './local.ts'

/** Edits a class, or also the later ones of its series, over the schedule. */
export default function EditClassDialog() {
  const courseId = useCourseId()
  const leave = useLeave()
  const schedule = `/course/${courseId}/schedule`
  if (!useCan().author) return <Navigate to={schedule} replace />
  return (
    <Load fallback={null}>
      <Found schedule={schedule} onLeave={() => leave(schedule)} />
    </Load>
  )
}

function Found({ schedule, onLeave }: { schedule: string; onLeave: () => void }) {
  const { schedule_id } = useParams()
  const classes = useSuspenseQuery(mySchedules(useCourseId()))
  const { thing: item, gone } = useListed(schedule_id, classes)
  if (item === undefined) return null
  if (!item) return <Navigate to={schedule} replace />
  const { schedule_series, schedule_start } = item
  const isFollowed = classes.data.some(
    (other) => schedule_series && other.schedule_series === schedule_series && other.schedule_start > schedule_start,
  )
  return <Form {...{ item, gone, isFollowed, onLeave }} />
}

interface Props {
  item: ScheduleItem
  /** Somebody has removed it meanwhile. */
  gone: boolean
  /** Later classes are of the same series. */
  isFollowed: boolean
  onLeave: () => void
}

function Form({ item, gone, isFollowed, onLeave }: Props) {
  const t = useAuthoring().classes
  const course_id = useCourseId()
  const zone = zoneOf(useSuspenseQuery(courseOf(course_id)).data)
  const form = useThingForm<EditValues, ScheduleItem>({
    ...{ what: 'class', id: item._id, start: { ...startOfEdit(item, zone), gone }, texts: [] },
    check: (values) => wrongInClass(values, t),
    create: () => Promise.reject(new Error('It is there already.')),
    edit(schedule_id, changed, revision, _key, values) {
      // Not what is on screen: somebody else's change of the day may just have been merged.
      const { schedule_start, schedule_end } = newClassOf(values, zone)
      const isMoved = changed.day !== undefined || changed.from !== undefined || changed.until !== undefined
      const body = {
        ...(changed.name !== undefined && { schedule_name: changed.name }),
        ...(changed.room !== undefined && { schedule_location: changed.room }),
        ...(isMoved && { schedule_start, schedule_end }),
        ...(changed.following && { following: true }),
      }
      return callWithHeaders(scheduleWrites.edit, { params: { course_id, schedule_id }, body, revision })
    },
    startOf: (current) => startOfEdit(current, zone),
    onSaved: () => void queries.invalidateQueries({ queryKey: mySchedules(course_id).queryKey }),
    onLeave,
  })
  const { values, errors, set } = form
  return (
    <ThingDialog title={t.edit} form={form} theirs={[form.conflicts.name, form.conflicts.room]} onLeave={onLeave}>
      <ClassFields values={values} set={set} errors={errors} autoFocus />
      <p className="text-ink-soft text-sm">{t.zone(zone)}</p>
      {isFollowed && (
        <Select
          label={t.scope}
          help={values.following ? t.followingText : undefined}
          value={values.following ? 'following' : 'one'}
          onChange={(value) => set({ following: value === 'following' })}
          options={[
            { value: 'one', label: t.onlyThis },
            { value: 'following', label: t.following },
          ]}
        />
      )}
    </ThingDialog>
  )
}
