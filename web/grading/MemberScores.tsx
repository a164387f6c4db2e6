import { useState } from 'react'
import { pointsOf } from '../../contract/points.ts'
import { reasonMost, type Work } from '../../contract/staff/grading.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { Button } from '../ui/Button.tsx'
import { fieldBox } from '../ui/Field.tsx'
import { TextField } from '../ui/TextField.tsx'
import { memberField, type Sum, whyField } from './grade.ts'
import { nameOf } from './rows.tsx'
import type { GradeForm } from './useGrade.ts'

interface Props {
  work: Work
  form: GradeForm
  sum: Sum
  /** After Enter in a reason. */
  onDone: () => void
}

/** The members of a group with a score of their own, and the reason. */
export function MemberScores({ work, form, sum, onDone }: Props) {
  const t = useAuthoring().grading
  const [opened, setOpened] = useState(false)
  const typedIn = (field: string) => form.values[field] ?? ''
  const open = opened || work.people.some(({ _id }) => typedIn(memberField(_id)) || typedIn(whyField(_id)))
  if (!open)
    return (
      <Button size="sm" variant="bare" className="-ms-2 justify-self-start" onClick={() => setOpened(true)}>
        {t.memberScores}…
      </Button>
    )
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div>
        <h3 className="font-semibold">{t.memberScores}</h3>
        <p className="text-ink-soft text-sm">{t.memberScoresHelp}</p>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {work.people.map((person) => {
          const [field, why] = [memberField(person._id), whyField(person._id)]
          const name = nameOf(person)
          const wrong = form.errors[field]
          return (
            <li key={person._id} className="grid grid-cols-[minmax(0,1fr)_4.5rem] items-center gap-x-3 gap-y-1">
              <span className="min-w-0 break-words text-sm">{name}</span>
              <input
                type="text"
                inputMode="decimal"
                autoComplete="off"
                aria-label={t.ownScore(name)}
                aria-invalid={wrong ? true : undefined}
                value={typedIn(field)}
                placeholder={sum.score === null ? '–' : pointsOf(sum.score)}
                onChange={(event) => form.set({ [field]: event.target.value })}
                className={`${fieldBox} h-9 text-end tabular-nums pointer-coarse:h-11`}
              />
              {wrong && <span className="col-span-2 font-medium text-sm text-wrong">{t.needNumber}</span>}
              {(typedIn(field) || typedIn(why)) && (
                <TextField
                  label={t.ownReason(name)}
                  hideLabel
                  placeholder={t.reason}
                  value={typedIn(why)}
                  onChange={(text) => form.set({ [why]: text })}
                  error={form.errors[why] && t.needReason}
                  maxLength={reasonMost}
                  className="col-span-2"
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                    event.preventDefault()
                    onDone()
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
