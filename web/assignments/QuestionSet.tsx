import { memo, useId } from 'react'
import { kindOf, type Question } from '../../contract/questions.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { plainText } from '../markdown/plainText.ts'
import { Badge } from '../ui/Badge.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { AlertIcon } from '../ui/icons.tsx'
import { RadioOption } from '../ui/RadioOption.tsx'
import type { Draft } from './draft.ts'
import { chosenOf, itemOf } from './form.ts'
import { InlineText } from './InlineText.tsx'
import { fetchedKinds } from './kinds/fetchKinds.ts'
import { type FieldProps, TypedField } from './TextResponse.tsx'
import { useField } from './useDraft.ts'

interface Props {
  questions: Question[]
  draft: Draft
  disabled: boolean
  /** Values by field name. */
  errors: Record<string, string>
}

/** From this many questions on, the browser skips the layout of questions out of sight. */
const MANY = 20

/** The questions of a worksheet, in order. */
export const QuestionSet = memo(function QuestionSet({ questions, draft, disabled, errors }: Props) {
  return (
    <ol className="grid gap-4">
      {questions.map((question, index) => (
        <li key={question._id}>
          <OneQuestion
            question={question}
            n={index + 1}
            skippable={questions.length > MANY}
            draft={draft}
            disabled={disabled}
            error={errors[itemOf(question._id)]}
          />
        </li>
      ))}
    </ol>
  )
})

const OneQuestion = memo(function OneQuestion({
  question,
  n,
  skippable,
  ...field
}: FieldProps & { question: Question; n: number; skippable: boolean }) {
  const t = useText().assignments
  const id = useId()
  const kinds = fetchedKinds()
  const further = kindOf(question) === 'open' ? undefined : kinds
  const label = `${t.question(n)}: ${plainText(question.question)}`
  return (
    <Card pad="none">
      <div
        className={cx(
          'grid gap-4 p-5 sm:p-6',
          skippable && '[contain-intrinsic-size:auto_18rem] [content-visibility:auto]',
        )}
      >
        <div className="grid gap-1.5">
          <h3 id={`${id}-n`} className="flex justify-between gap-3 text-ink-soft text-sm">
            <span className="font-semibold">{t.question(n)}</span>
            {question.score > 0 && <span>{t.points(question.score, number(question.score))}</span>}
          </h3>
          <div id={`${id}-text`} className="font-medium">
            <Markdown text={question.question} />
          </div>
        </div>
        {question.options ? (
          <Options {...field} question={question} labelledBy={`${id}-n ${id}-text`} />
        ) : further ? (
          <further.KindAnswer {...field} question={question} labelledBy={`${id}-n ${id}-text`} label={label} />
        ) : (
          <TypedField {...field} name={itemOf(question._id)} label={label} rows={3} />
        )}
        {kinds && <kinds.Solution question={question} />}
      </div>
    </Card>
  )
})

function Options({
  question,
  labelledBy,
  draft,
  disabled,
  error,
}: FieldProps & { question: Question; labelledBy: string }) {
  const t = useText().assignments
  const id = useId()
  const name = itemOf(question._id)
  const { options = [] } = question
  const chosen = chosenOf(options, useField(draft, name))
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} aria-describedby={error && id} className="grid gap-2">
      {options.map(({ _id, text, correct }, index) => (
        <RadioOption
          key={_id}
          name={name}
          value={_id}
          index={index}
          checked={chosen?._id === _id}
          disabled={disabled}
          onChange={(value) => draft.type(name, value ?? '')}
        >
          <span className="flex flex-wrap items-center justify-between gap-2">
            <InlineText text={text} />
            {correct && <Badge tone="done">{t.correct}</Badge>}
          </span>
        </RadioOption>
      ))}
      {error && (
        <p id={id} className="flex items-center gap-1.5 font-medium text-sm text-wrong">
          <AlertIcon size={16} />
          {error}
        </p>
      )}
    </div>
  )
}
