import { useSuspenseQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Holiday, holidayNameMost, holidays } from '../../contract/staff/holidays.ts'
import { revisionOf } from '../changes/revisions.ts'
import { useWrite } from '../changes/useWrite.ts'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { shortDay } from '../i18n/dates.ts'
import { useLanguage } from '../i18n/index.ts'
import { callWithHeaders } from '../loading/call.ts'
import { queries } from '../loading/queryClient.ts'
import { useKept } from '../typed/useKept.ts'
import { Button } from '../ui/Button.tsx'
import { returnFocus, takeLostFocus } from '../ui/focus.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { PlusIcon, XIcon } from '../ui/icons.tsx'
import { DayField } from '../ui/staff/DateTimeField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { holidaysOf } from './queries.ts'

/** A day in words, whatever the reader's zone. */
const inWords = (day: string) => shortDay(new Date(`${day}T12:00`).toISOString())

const empty = { holiday_name: '', holiday_first: '', holiday_last: '' }

/**
 * The holidays of the course, wherever dates are planned: each is added and removed at once, and that can be undone.
 */
export function HolidayList() {
  const { holidays: t, dateTime } = useAuthoring()
  const common = { language: useLanguage(), words: dateTime }
  const course_id = useCourseId()
  const { data } = useSuspenseQuery(holidaysOf(course_id))
  const { busy, write } = useWrite('holidays', { too_many: t.tooMany })
  const { values, cameBack, set, forgetSent } = useKept('holiday', course_id, empty)
  /** Undefined: not yet. */
  const [adding, setAdding] = useState<boolean | undefined>(cameBack || undefined)
  const fields = useRef<HTMLDivElement>(null)
  const wrong = values.holiday_last && values.holiday_last < values.holiday_first ? t.wrongOrder : undefined
  const renew = () => queries.invalidateQueries({ queryKey: ['courses', course_id] })

  function begin() {
    // The button gives way to the fields, and so does its focus.
    flushSync(() => setAdding(true))
    fields.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
  }
  async function add() {
    if (busy || !values.holiday_first || wrong) return
    const { holiday_last, ...rest } = values
    const body = { ...rest, ...(holiday_last && { holiday_last }) }
    const call = () => callWithHeaders(holidays.create, { params: { course_id }, body, makes: true })
    if (!(await write(call, t.added))) return
    if (forgetSent(values)) {
      set(empty)
      setAdding(false)
    }
    await renew()
  }
  async function remove(one: Holiday) {
    const input = () => ({ params: { course_id, holiday_id: one._id }, revision: revisionOf(one) })
    if (await write(() => callWithHeaders(holidays.remove, input()), t.removed)) await renew()
  }
  /** The list may stand within another form, which Enter must not send. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    void add()
  }
  const field = (name: keyof typeof empty) => ({
    value: values[name],
    onChange: (value: string) => set({ [name]: value }),
  })
  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <legend className="mb-1 font-medium text-sm">{t.title}</legend>
      {data.length === 0 && <p className="text-ink-soft text-sm">{t.none}</p>}
      <ul aria-label={t.title} className="flex flex-wrap gap-2">
        {data.map((one) => {
          const { _id, holiday_name, holiday_first, holiday_last } = one
          const days = inWords(holiday_first) + (holiday_last === holiday_first ? '' : ` – ${inWords(holiday_last)}`)
          return (
            <li
              key={_id}
              ref={returnFocus}
              className="flex min-w-0 max-w-full items-center rounded-md border border-line ps-3 text-sm"
            >
              <span className="min-w-0 break-words py-1">
                <span className="tabular-nums">{days}</span>
                {holiday_name && <span className="text-ink-soft"> {holiday_name}</span>}
              </span>
              <IconButton
                label={t.remove(holiday_name || days)}
                icon={<XIcon size={18} />}
                onClick={() => void remove(one)}
              />
            </li>
          )
        })}
      </ul>
      {adding ? (
        <div ref={fields} className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]">
          <DayField label={t.first} {...common} {...field('holiday_first')} />
          <DayField label={t.last} {...common} {...field('holiday_last')} error={wrong} />
          <TextField label={t.name} {...field('holiday_name')} onKeyDown={onKeyDown} maxLength={holidayNameMost} />
          <Button pending={busy} disabled={!values.holiday_first} onClick={() => void add()}>
            {t.addNow}
          </Button>
        </div>
      ) : (
        <p>
          <Button
            ref={adding === false ? takeLostFocus : undefined}
            size="sm"
            icon={<PlusIcon size={18} />}
            onClick={begin}
          >
            {t.add}
          </Button>
        </p>
      )}
    </fieldset>
  )
}
