import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type CopyPart, copies } from '../../contract/staff/copy.ts'
import { courseCodeMost, courseNameMost, courseSectionMost } from '../../contract/staff/courses.ts'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCourseId } from '../courses/queries.ts'
import { settingsOf } from '../courses/staff/queries.ts'
import { DateDialog } from '../dates/DateDialog.tsx'
import { keyOf } from '../dates/moves.ts'
import { FormNotes } from '../forms/FormNotes.tsx'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { useForm } from '../forms/useForm.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { callWithHeaders, query } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { readKept } from '../typed/useKept.ts'
import { useTyped } from '../typed/useTyped.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TextField } from '../ui/TextField.tsx'
import { holidaysIn } from './holidays.ts'
import { nextSemester, type Semester, useCopyJob } from './useCopyJob.ts'

/** Copies a course to another semester: shows first what the copy has, and where each date goes. */
export default function CopyDialog() {
  const { close, loading } = useText()
  const t = useAuthoring().copy
  const settings = `/course/${useCourseId()}/settings`
  const leave = useLeave()
  const form = useId()
  return (
    <Dialog title={t.title} closeLabel={close} onClose={() => leave(settings)} size="lg">
      <Title over of={t.title} />
      <Load
        fallback={
          <SkeletonGroup label={loading} className="grid gap-4">
            <Skeleton shape="block" className="h-40" />
            <Skeleton shape="block" className="h-40" />
          </SkeletonGroup>
        }
      >
        <Copy formId={form} />
      </Load>
    </Dialog>
  )
}

interface Fields extends Semester {
  course_code: string
  course_name: string
  course_section: string
  parts: CopyPart[]
  first_day: string
  new_first_day: string
  holidays: string
  keep_publishing: boolean
  /** New dates, by the keys of the old ones. */
  corrected: Record<string, string>
}

/** A copy that was ordered: the device keeps it until it is made, because a copy that failed is ordered again. */
interface Ordered {
  job: string
  isEarlier?: boolean
  values: Fields
}

const datesIn = (corrected: Fields['corrected']) =>
  Object.entries(corrected).map(([key, at]) => {
    const [_id = '', field] = key.split(' ')
    return { _id, field: field as 'due_at', at }
  })

function Copy({ formId }: { formId: string }) {
  const { copy: t, dates: words } = useAuthoring()
  const course_id = useCourseId()
  const navigate = useNavigate()
  const { data: source } = useSuspenseQuery(settingsOf(course_id))
  const { data: there } = useSuspenseQuery(query(copies.start, { course_id }))
  const device = useTyped('copied')
  const [ordered, setOrdered] = useState(() => readKept<Ordered>(device.read(course_id)))
  const { job, isEarlier } = ordered ?? {}
  const state = useCopyJob(job)
  const [start] = useState<{ values: Fields }>(() => ({
    values: {
      ...{ course_code: source.course_code, course_name: source.course_name, course_section: source.course_section },
      ...nextSemester(source),
      parts: there.parts.filter(({ count }) => count > 0).map(({ part }) => part),
      ...{ first_day: there.first_day ?? '', new_first_day: '', holidays: '', keep_publishing: false, corrected: {} },
      ...ordered?.values,
    },
  }))
  const form = useForm<Fields, { job: string; isAgain: boolean; isEarlier?: boolean }>({
    ...{ start, texts: [], what: 'copy', place: course_id, readCurrent: () => start },
    check({ holidays }): Partial<Record<keyof Fields, string>> {
      const { wrong } = holidaysIn(holidays)
      return wrong ? { holidays: t.noDay(wrong) } : {}
    },
    async send({ corrected, holidays, ...body }, _from, idempotencyKey) {
      const whole = { ...body, holidays: holidaysIn(holidays).days, dates: datesIn(corrected) }
      const asked = { params: { course_id }, body: whole, idempotencyKey }
      const { data, headers } = await callWithHeaders(copies.make, asked)
      return { ...data, isAgain: headers.has('idempotent-replayed') }
    },
    // A copy that an earlier try made cannot be taken back: the person reads that it is that one.
    settle: async (answer) => ({ ...answer, isEarlier: answer.isAgain }),
  })
  const { values, errors, set } = form
  const [left, setLeft] = useState(false)
  const [editing, setEditing] = useState<{ key: string; title: string; at: string }>()
  useEffect(() => {
    if (state === 'done' || state === 'unseen') device.drop(course_id)
  }, [state, device, course_id])

  const { days: off, wrong: noDay } = holidaysIn(values.holidays)
  const { parts, first_day, new_first_day, corrected } = values
  const forSections = there.parts
    .filter(({ part }) => parts.includes(part))
    .reduce((sum, { for_sections }) => sum + for_sections, 0)
  const isReady = first_day !== '' && new_first_day !== ''
  const asked = {
    ...{ parts: parts.join(), first_day, new_first_day, holidays: off.join() },
    keep_publishing: values.keep_publishing ? 'true' : 'false',
  } as const
  const plan = useQuery({
    ...query(copies.dates, { course_id }, asked as never),
    enabled: isReady && parts.length > 0,
    placeholderData: (before) => before,
  }).data

  // A thing may have several dates.
  const whatOf = ({ thing, field }: NonNullable<typeof plan>[number]) =>
    `${words.things[thing]} · ${words.fields[field]}`

  async function make() {
    const answer = await form.submit()
    if (!answer) return
    const next = { ...answer, values }
    device.keep(course_id, JSON.stringify(next))
    setOrdered(next)
  }

  if (job && state === 'done')
    return (
      <Alert
        tone="done"
        live
        title={t.done}
        action={
          <AppLink to={`/course/${job}/settings`} className={buttonClass('primary', 'md')} data-autofocus="">
            {t.open}
          </AppLink>
        }
      >
        {isEarlier ? t.earlierText : t.doneText}
      </Alert>
    )
  if (job && state === 'unseen')
    return (
      <Alert tone="wrong" live>
        {t.unseen}
      </Alert>
    )
  if (job && state !== 'failed') return <Alert live>{t.copying}</Alert>

  const field = (name: 'course_code' | 'course_name' | 'course_section' | keyof Semester) => ({
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
    error: errors[name] && (name === 'course_code' ? t.taken : t.wrong),
  })
  const day = (name: 'first_day' | 'new_first_day') => ({
    type: 'date',
    error: errors[name] && t.wrong,
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <form
      id={formId}
      noValidate
      aria-label={t.title}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void make()
      }}
    >
      <FormNotes form={form} theirs={undefined} bothStand={false} />
      <p className="text-ink-soft">{t.text}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t.code} {...field('course_code')} maxLength={courseCodeMost} />
        <TextField label={t.name} {...field('course_name')} maxLength={courseNameMost} />
        <TextField label={t.year} inputMode="numeric" {...field('course_academic_year')} maxLength={4} />
        <Select
          label={t.semester}
          {...field('course_semester')}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
        />
        <TextField label={t.section} {...field('course_section')} maxLength={courseSectionMost} />
      </div>
      <fieldset className="min-w-0">
        <legend className="font-medium text-sm">{t.parts}</legend>
        <div className="grid sm:grid-cols-2">
          {there.parts.map(({ part, count }) => (
            <Checkbox
              key={part}
              checked={parts.includes(part)}
              disabled={count === 0}
              onChange={(on) => set({ parts: on ? [...parts, part] : parts.filter((one) => one !== part) })}
            >
              {t.part[part]} <span className="text-ink-soft tabular-nums">({count})</span>
            </Checkbox>
          ))}
        </div>
        {forSections > 0 && <p className="text-ink-soft text-sm">{t.forSections(forSections)}</p>}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t.firstDay} help={t.zone(there.zone)} {...day('first_day')} />
        <TextField label={t.newFirstDay} {...day('new_first_day')} />
      </div>
      <TextField
        label={t.holidays}
        help={t.holidaysHelp}
        value={values.holidays}
        onChange={(holidays) => set({ holidays })}
        // A day that is still being typed is no day yet.
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        error={noDay ? (left || errors.holidays) && t.noDay(noDay) : errors.holidays && t.wrong}
      />
      <Switch
        {...{ label: t.keep, help: t.keepHelp, checked: values.keep_publishing }}
        onChange={(keep_publishing) => set({ keep_publishing })}
      />
      {plan && plan.length > 0 && (
        <section aria-label={t.dates} className="grid gap-2">
          <h3 className="font-semibold">{t.datesOf(plan.length)}</h3>
          <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line">
            {plan.map((one) => {
              const at = corrected[keyOf(one)] ?? one.new_at
              return (
                <li key={keyOf(one)} className="flex flex-wrap items-center gap-x-3 px-3 py-1">
                  <span className="min-w-0 flex-1 basis-56">
                    <span className="wrap-anywhere">{one.title}</span>{' '}
                    <span className="text-ink-soft text-sm">{whatOf(one)}</span>
                  </span>
                  <span className="text-ink-soft text-sm tabular-nums">{dateTime(one.at)} →</span>
                  <button
                    type="button"
                    aria-label={t.change(`${one.title}, ${whatOf(one)}`, dateTime(at))}
                    className="min-h-11 rounded-md px-2 font-medium text-sm tabular-nums hover:bg-hover"
                    onClick={() => setEditing({ key: keyOf(one), title: `${one.title}, ${whatOf(one)}`, at })}
                  >
                    {dateTime(at)}
                  </button>
                  {one.holiday && <span className="text-soon text-sm">{t.afterHoliday}</span>}
                </li>
              )
            })}
          </ul>
        </section>
      )}
      {state === 'failed' && (
        <Alert tone="wrong" live>
          {t.failed}
        </Alert>
      )}
      <div className="sticky bottom-0 -mx-5 -mb-6 flex justify-end gap-3 border-line border-t bg-card px-5 py-4 sm:-mx-7 sm:-mb-7 sm:px-7">
        <Button onClick={() => void navigate(`/course/${course_id}/settings`, { preventScrollReset: true })}>
          {t.cancel}
        </Button>
        <Button type="submit" variant="primary" pending={form.sending} disabled={!isReady}>
          {t.make}
        </Button>
      </div>
      {editing && (
        <DateDialog
          title={editing.title}
          start={editing.at}
          onSet={(at) => set({ corrected: { ...corrected, [editing.key]: at } })}
          onClose={() => setEditing(undefined)}
        />
      )}
      <LeaveGuard when={form.dirty && !form.kept} />
    </form>
  )
}
