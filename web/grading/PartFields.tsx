import { centsOf, type PartSum, pointsOf } from '../../contract/points.ts'
import type { Work } from '../../contract/staff/grading.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { cx } from '../ui/cx.ts'
import { fieldBox } from '../ui/Field.tsx'
import { itemField, pointsField } from './grade.ts'
import { namesOf } from './parts.ts'
import type { GradeForm } from './useGrade.ts'

interface Props {
  work: Work
  form: GradeForm
  byPart: Map<string, PartSum>
  /** Whether there is an open regrade request about it. */
  asked: Set<string>
  current: string
  onPick: (part: string) => void
  /** After Enter in the last field. */
  onDone: () => void
}

/** Points for each part; an empty field shows the points from the automatic scoring or the rubric. */
export function PartFields({ work, form, byPart, asked, current, onPick, onDone }: Props) {
  const t = useAuthoring().grading
  const { assignments } = useText()
  const names = namesOf(work, assignments)
  const { parts } = work.feedback
  const ofItems = new Set(work.rubric.flatMap(({ _id, part }) => (form.values[itemField(_id)] ? [part] : [])))
  return (
    <ul className="grid gap-1">
      {parts.map(({ part, most }, index) => {
        const field = pointsField(part)
        const { points, by } = byPart.get(part) ?? {}
        const name = names.get(part) ?? part
        const error = form.errors[field]
        const isMore = by === 'hand' && (points ?? 0) > centsOf(most)
        return (
          <li
            key={part}
            className={cx(
              'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-md px-2 py-1',
              current === part && 'bg-accent-soft',
            )}
          >
            <button
              type="button"
              onClick={() => onPick(part)}
              className="min-h-9 min-w-0 text-start pointer-coarse:min-h-11"
            >
              <span className="block break-words font-medium text-sm">{name}</span>
              {asked.has(part) && <span className="block font-medium text-late text-xs">{t.states.asked}</span>}
              {by && by !== 'hand' && <span className="block text-ink-soft text-xs">{t.by[by]}</span>}
            </button>
            <span className="flex items-center gap-2">
              <span className="block w-18">
                <input
                  type="text"
                  inputMode="decimal"
                  aria-label={t.pointsOf(name, most)}
                  aria-invalid={error ? true : undefined}
                  data-score={index}
                  autoComplete="off"
                  value={form.values[field] ?? ''}
                  placeholder={points == null ? '–' : pointsOf(points)}
                  onFocus={(event) => {
                    onPick(part)
                    event.target.select()
                  }}
                  onChange={(event) => form.set({ [field]: event.target.value })}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                    event.preventDefault()
                    const next = document.querySelector<HTMLInputElement>(`[data-score="${index + 1}"]`)
                    if (next) next.focus()
                    else onDone()
                  }}
                  className={`${fieldBox} h-9 text-end tabular-nums pointer-coarse:h-11`}
                />
              </span>
              <span className="min-w-10 text-ink-soft text-sm tabular-nums">/ {most}</span>
            </span>
            {by === 'hand' && ofItems.has(part) && (
              <span className="col-span-2 text-ink-soft text-sm">{t.typedCount}</span>
            )}
            {error && <span className="col-span-2 font-medium text-sm text-wrong">{t.needNumber}</span>}
            {isMore && <span className="col-span-2 font-medium text-late text-sm">{t.moreThan(most)}</span>}
          </li>
        )
      })}
    </ul>
  )
}
