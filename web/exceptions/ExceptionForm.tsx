import { useState } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import { exceptionReasonMost, extraAttemptsMost, extraMinutesMost } from '../../contract/staff/exceptions.ts'
import { useCourse } from '../courses/membership.ts'
import { FormNotes } from '../forms/FormNotes.tsx'
import { LeaveGuard } from '../forms/LeaveGuard.tsx'
import { useKeySeen } from '../grading/useKeyShown.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { dateTime } from '../i18n/dates.ts'
import { useLanguage } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Button } from '../ui/Button.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { DateTimeField } from '../ui/staff/DateTimeField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { daysLater, type Gift, gifts, giftsOf, isShut, isTakenAt } from './fields.ts'
import type { ExceptionForm as Form } from './useExceptionForm.ts'
import { WhomField } from './WhomField.tsx'

const steps = [1, 3, 7] as const

interface Props {
  assignment: Assignment
  form: Form
}

/** The receivers of an exception and its terms: those that this assignment has, and what else the exception holds. */
export function ExceptionForm({ assignment, form }: Props) {
  const authoring = useAuthoring()
  const t = authoring.exceptions
  const time = { language: useLanguage(), words: authoring.dateTime }
  const { values, errors, set } = form
  const { assignment_due: due, assignment_closes: closes } = assignment
  /** What was given before the assignment lost its own: its field stays also when it is emptied. */
  const [held, setHeld] = useState<Gift[]>([])
  const more = gifts.filter((gift) => values[gift] !== null && !held.includes(gift))
  if (more.length > 0) setHeld([...held, ...more])
  const shown = [...giftsOf(assignment), ...held]
  const zone = useCourse()?.zone ?? 'UTC'
  const seen = useKeySeen(assignment._id)
  const conflict = Object.values(form.conflicts)[0]
  return (
    <form
      id="exception"
      noValidate
      aria-label={t.menu}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void form.save()
      }}
    >
      <FormNotes form={form} theirs={conflict === undefined ? undefined : String(conflict)} bothStand={false} />
      <WhomField assignment={assignment} chosen={values.whom} onChange={(whom) => set({ whom })} error={errors.whom} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {shown.includes('due') && (
          <div className="grid gap-2">
            <DateTimeField
              {...time}
              label={t.due}
              value={values.due}
              onChange={(at) => set({ due: at })}
              error={errors.due}
            />
            {due && (
              <div className="flex flex-wrap gap-2">
                {steps.map((days) => (
                  <Button key={days} size="sm" onClick={() => set({ due: daysLater(due, days, zone, serverNow()) })}>
                    {t.later[days]}
                  </Button>
                ))}
              </div>
            )}
          </div>
        )}
        {shown.includes('closes') && (
          <DateTimeField
            {...time}
            label={t.closes}
            value={values.closes}
            onChange={(at) => set({ closes: at })}
            error={errors.closes}
          />
        )}
        {shown.includes('attempts') && (
          <NumberField
            {...{ label: t.attempts, min: 0, max: extraAttemptsMost, value: values.attempts }}
            onChange={(attempts) => set({ attempts })}
            error={errors.attempts}
          />
        )}
        {shown.includes('minutes') && (
          <NumberField
            {...{ label: t.minutes, help: t.minutesHelp, min: 0, max: extraMinutesMost, value: values.minutes }}
            onChange={(minutes) => set({ minutes })}
            error={errors.minutes}
          />
        )}
      </div>
      <p role="status" className="text-soon text-sm empty:hidden">
        {closes && isShut(values, Date.parse(closes), serverNow()) && t.shut}
      </p>
      <p role="status" className="font-medium text-late text-sm empty:hidden">
        {seen &&
          isTakenAt(values, assignment, seen.from ? Date.parse(seen.from) : serverNow()) &&
          (seen.from ? t.keyPlanned(dateTime(seen.from)) : t.keyOut)}
      </p>
      <TextField
        label={t.reason}
        value={values.reason}
        onChange={(reason) => set({ reason })}
        maxLength={exceptionReasonMost}
      />
      <LeaveGuard when={form.dirty && !form.kept} />
    </form>
  )
}
