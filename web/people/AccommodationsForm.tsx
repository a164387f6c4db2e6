import { type FormEvent, useEffect, useState } from 'react'
import {
  type Accommodations,
  accommodationNoteMost,
  extraDaysMost,
  type PersonPage,
  people,
  timeMost,
} from '../../contract/staff/people.ts'
import { changeOfHeaders, toastWithUndo } from '../changes/undo.ts'
import { useCourseId } from '../courses/queries.ts'
import { FormNotes } from '../forms/FormNotes.tsx'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { type Start, useForm } from '../forms/useForm.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { callWithHeaders } from '../loading/call.ts'
import { showAnswer } from '../loading/showAnswer.ts'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { OpenedAgain } from './OpenedAgain.tsx'
import { personOf } from './queries.ts'
import { renewPeople } from './usePeopleWrites.ts'

interface Props {
  id: string
  granted: Accommodations
  /** A note for other staff. */
  may: boolean
}

interface Fields {
  time: string
  days: string
  note: string
}

const startOf = ({ time_percent, extra_days, note, revision }: Accommodations): Start<Fields> => ({
  values: { time: String(time_percent), days: String(extra_days), note },
  revision,
})

/** The accommodation of a student in the whole course; without one, as after an Undo of the first, it begins anew. */
export function AccommodationsForm(props: Props) {
  const { revision } = props.granted
  const [read, setRead] = useState({ revision, begun: 0 })
  if (revision !== read.revision) setRead({ revision, begun: read.begun + Number(revision < read.revision) })
  return <Form key={read.begun} {...props} />
}

function Form({ id, granted, may }: Props) {
  const authoring = useAuthoring()
  const t = authoring.people
  const course_id = useCourseId()
  const form = useForm<Fields, { data: Accommodations; headers: Headers }>({
    start: startOf(granted),
    texts: ['note'],
    what: 'accommodations',
    place: `${course_id} ${id}`,
    check: ({ time, days }) => ({
      ...(whole(time, 100, timeMost) === undefined && { time: t.timeWrong(timeMost) }),
      ...(whole(days, 0, extraDaysMost) === undefined && { days: t.daysWrong(extraDaysMost) }),
    }),
    send: ({ time, days, note }, { revision = 0 }) =>
      callWithHeaders(people.accommodate, {
        params: { course_id, person_id: id },
        body: { time_percent: Number(time), extra_days: Number(days), note },
        revision,
      }),
    readCurrent: (current) => startOf(current as Accommodations),
    readSaved: ({ data }) => startOf(data),
  })
  const { values, errors, set } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is made anew with each drawing, and does the same
  useEffect(() => form.renew(startOf(granted)), [granted])

  async function save(event: FormEvent) {
    event.preventDefault()
    const answer = await form.submit()
    if (!answer) return
    // An Undo before the page is read again is seen by its revision, too.
    showAnswer<PersonPage>(personOf(course_id, id).queryKey, (page) => page && { ...page, accommodations: answer.data })
    toastWithUndo(t.accommodated, course_id, changeOfHeaders(answer.headers), authoring.writes)
    await renewPeople(course_id)
  }
  const { time, days, note } = form.conflicts
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
      <p className="text-ink-soft text-sm">{t.accommodationsText}</p>
      <FormNotes form={form} theirs={[time, days]} bothStand={note !== undefined} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.timePercent}
          inputMode="numeric"
          value={values.time}
          onChange={(time) => set({ time })}
          readOnly={!may}
          error={errors.time}
        />
        <TextField
          label={t.extraDays}
          inputMode="numeric"
          value={values.days}
          onChange={(days) => set({ days })}
          readOnly={!may}
          error={errors.days}
        />
      </div>
      <OpenedAgain before={granted.extra_days} days={whole(values.days, 0, extraDaysMost) ?? 0} />
      <TextArea
        label={t.note}
        help={t.noteHelp}
        value={values.note}
        onChange={(note) => set({ note })}
        readOnly={!may}
        rows={2}
        maxLength={accommodationNoteMost}
      />
      {may && (
        <p>
          <Button type="submit" pending={form.sending} disabled={!form.dirty}>
            {t.save}
          </Button>
        </p>
      )}
      <LeaveGuard when={form.dirty && !form.kept} />
    </form>
  )
}

/** A whole number within bounds, or undefined. */
function whole(text: string, least: number, most: number): number | undefined {
  const value = Number(text)
  return /^\d{1,4}$/.test(text.trim()) && value >= least && value <= most ? value : undefined
}
