import { useState } from 'react'
import type { Holiday } from '../../../contract/staff/holidays.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { shortDay } from '../../i18n/dates.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { EditIcon, PlusIcon, XIcon } from '../../ui/icons.tsx'
import { ClassFields } from './ClassFields.tsx'
import { wrongInClass } from './fields.ts'
import { timeIn } from './local.ts'
import { type Pattern, plan } from './pattern.ts'

interface Props {
  pattern: Pattern
  holidays: Holiday[]
  set: (change: Partial<Pattern>) => void
}

/** A day in words, whatever the reader's zone. */
const inWords = (day: string) => (day ? shortDay(new Date(`${day}T12:00`).toISOString()) : '–')

/** All classes of a pattern; each can be corrected or left out. */
export function Preview({ pattern, holidays, set }: Props) {
  const t = useAuthoring().classes
  const [open, setOpen] = useState<string>()
  const planned = plan(pattern, holidays)
  if (planned.length === 0) return null
  const { corrected, leftOut } = pattern
  return (
    <section aria-label={t.preview(planned.length - leftOut.length)} className="grid gap-2">
      <div>
        <h3 className="font-semibold">{t.preview(planned.filter(({ isLeftOut }) => !isLeftOut).length)}</h3>
        <p className="text-ink-soft text-sm">{t.previewText}</p>
      </div>
      <ol className="divide-y divide-line rounded-md border border-line">
        {planned.map((one, i) => {
          const { key, name, day, from, until, room, isLeftOut } = one
          const isOpen = open === key && !isLeftOut
          const errors = wrongInClass(one, t)
          const title = `${name}, ${inWords(day)}`
          return (
            <li key={key} className="px-3 py-1.5">
              <div className="flex items-center gap-1">
                <p className={cx('min-w-0 flex-1 text-sm', isLeftOut && 'text-ink-soft line-through')}>
                  <span className="font-medium tabular-nums">{inWords(day)}</span>
                  <span className="text-ink-soft tabular-nums">
                    {' '}
                    {timeIn(from) ?? from}–{timeIn(until) ?? until}
                  </span>{' '}
                  · {name}
                  {room && <span className="text-ink-soft"> · {room}</span>}
                  {isLeftOut && <span className="sr-only"> ({t.leftOut})</span>}
                </p>
                {!isLeftOut && (
                  <IconButton
                    label={`${t.editIt}: ${title}`}
                    icon={<EditIcon size={18} />}
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? undefined : key)}
                  />
                )}
                <IconButton
                  label={isLeftOut ? t.bringBack(title) : t.leaveOut(title)}
                  icon={isLeftOut ? <PlusIcon size={18} /> : <XIcon size={18} />}
                  onClick={() =>
                    set({ leftOut: isLeftOut ? leftOut.filter((other) => other !== key) : [...leftOut, key] })
                  }
                />
              </div>
              {!isLeftOut && (isOpen || Object.keys(errors).length > 0) && (
                <div className="grid gap-3 pt-1 pb-3">
                  <ClassFields
                    values={one}
                    set={(change) => set({ corrected: { ...corrected, [key]: { ...corrected[key], ...change } } })}
                    errors={errors}
                    labelOf={(label) => t.rowOf(label, i + 1)}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
