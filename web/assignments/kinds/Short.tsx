import { decimalIn, kindOf } from '../../../contract/questions.ts'
import { useText } from '../../i18n/index.ts'
import { TextField } from '../../ui/TextField.tsx'
import { isFilled, itemOf } from '../form.ts'
import { useField } from '../useDraft.ts'
import type { AnswerProps } from './fetchKinds.ts'

/** A number, or a text of one line. */
export function Short({ question, label, draft, disabled, error }: AnswerProps) {
  const t = useText().assignments.kinds
  const name = itemOf(question._id)
  const value = useField(draft, name)
  const { unit = '' } = question
  const isNumber = kindOf(question) === 'number'
  const number = unit !== '' && value.trim().endsWith(unit) ? value.trim().slice(0, -unit.length) : value
  const isOther = isNumber && isFilled(value) && decimalIn(number) === undefined
  return (
    <div className="flex max-w-md items-start gap-3">
      <TextField
        className="min-w-0 flex-1"
        label={unit ? `${label} (${unit})` : label}
        hideLabel
        inputMode={isNumber ? 'decimal' : undefined}
        autoComplete="off"
        maxLength={1_000}
        placeholder={disabled ? undefined : isNumber ? t.number : t.short}
        help={isOther ? t.noNumber : undefined}
        disabled={disabled}
        error={error}
        value={value}
        onChange={(typed) => draft.type(name, typed)}
      />
      {unit && (
        <span aria-hidden="true" className="py-2.5 text-ink-soft">
          {unit}
        </span>
      )}
    </div>
  )
}
