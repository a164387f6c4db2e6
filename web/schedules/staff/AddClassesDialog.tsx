import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { scheduleWrites } from '../../../contract/staff/schedules.ts'
import { ThingDialog } from '../../changes/ThingDialog.tsx'
import { useThingForm } from '../../changes/useThingForm.ts'
import { useLeave } from '../../common/useLeave.ts'
import { useCan } from '../../courses/membership.ts'
import { courseOf, useCourseId } from '../../courses/queries.ts'
import type { Start } from '../../forms/useForm.ts'
import { HolidayList } from '../../holidays/HolidayList.tsx'
import { holidaysOf } from '../../holidays/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { useLanguage } from '../../i18n/index.ts'
import { callWithHeaders, serverNow } from '../../loading/call.ts'
import { Load } from '../../loading/Load.tsx'
import { queries } from '../../loading/queryClient.ts'
import { Switch } from '../../ui/Switch.tsx'
import { DayField } from '../../ui/staff/DateTimeField.tsx'
import { mySchedules } from '../queries.ts'
import { ClassFields } from './ClassFields.tsx'
import { newClassOf, wrongInPattern } from './fields.ts'
import { localOf, zoneOf } from './local.ts'
import { Preview } from './Preview.tsx'
import { type Pattern, plan, weekdayOf } from './pattern.ts'
import { Weekdays } from './Weekdays.tsx'

/** Adds one class, or the classes of a weekly pattern, over the schedule. */
export default function AddClassesDialog() {
  const courseId = useCourseId()
  const leave = useLeave()
  const schedule = `/course/${courseId}/schedule`
  if (!useCan().author) return <Navigate to={schedule} replace />
  return (
    <Load fallback={null}>
      <Form onLeave={() => leave(schedule)} />
    </Load>
  )
}

function Form({ onLeave }: { onLeave: () => void }) {
  const { classes: t, dateTime } = useAuthoring()
  const language = useLanguage()
  const course_id = useCourseId()
  const zone = zoneOf(useSuspenseQuery(courseOf(course_id)).data)
  const classes = useSuspenseQuery(mySchedules(course_id))
  const { data: holidays } = useSuspenseQuery(holidaysOf(course_id))
  const { day: today } = localOf(new Date(serverNow()).toISOString(), zone)
  const start: Start<Pattern> = {
    values: {
      ...{ name: '', room: '', day: today, from: '', until: '', lastDay: '', corrected: {}, leftOut: [] },
      // For a course without classes it suggests a whole term.
      ...{ weekly: classes.data.length === 0, days: [weekdayOf(today)] },
    },
  }
  const form = useThingForm<Pattern, object>({
    ...{ what: 'classes', id: undefined, start, texts: [] },
    check: (values) => wrongInPattern(values, holidays, t),
    async create(values, idempotencyKey) {
      const kept = plan(values, holidays).filter(({ isLeftOut }) => !isLeftOut)
      const items = kept.map((one) => newClassOf(one, zone))
      const [first] = items
      const call = { params: { course_id }, idempotencyKey }
      const { headers } =
        items.length === 1 && first
          ? await callWithHeaders(scheduleWrites.create, { ...call, body: first })
          : await callWithHeaders(scheduleWrites.create, { ...call, body: { items } })
      return { data: {}, headers }
    },
    edit: () => Promise.reject(new Error('A pattern is not edited.')),
    startOf: () => start,
    onSaved: () => void queries.invalidateQueries({ queryKey: mySchedules(course_id).queryKey }),
    onLeave,
  })
  const { values, errors, set } = form
  return (
    <ThingDialog title={t.add} form={form} onLeave={onLeave}>
      <ClassFields
        values={values}
        // Until somebody chooses days, they follow the first day.
        set={(change) =>
          set({
            ...change,
            ...(change.day && values.days.length <= 1 && { days: [weekdayOf(change.day)] }),
          })
        }
        errors={errors}
        dayLabel={values.weekly ? t.firstDay : t.day}
        {...(values.weekly && { nameHelp: t.nameHelp })}
        placeholder={t.namePlaceholder}
        autoFocus
      />
      <Switch label={t.weekly} checked={values.weekly} onChange={(weekly) => set({ weekly })} help={t.zone(zone)} />
      {values.weekly && (
        <>
          <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Weekdays days={values.days} onChange={(days) => set({ days })} error={errors.days} />
            <DayField
              label={t.lastDay}
              language={language}
              words={dateTime}
              value={values.lastDay}
              onChange={(lastDay) => set({ lastDay })}
              error={errors.lastDay}
            />
          </div>
          <HolidayList />
          <Preview pattern={values} holidays={holidays} set={set} />
        </>
      )}
    </ThingDialog>
  )
}
