import type { Question } from '../../contract/questions.ts'
import { kindOf } from '../../contract/questions.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { cx } from '../ui/cx.ts'
import { optionLetter } from '../ui/optionLetter.ts'
import { InlineText } from './InlineText.tsx'
import { fetchedKinds } from './kinds/fetchKinds.ts'

interface Props {
  question: Question
  /** The id of the element that names the question. */
  labelledBy: string
}

/** The choices of a question with the right ones marked; for a question without choices, the right answer. */
export function RightOptions({ question, labelledBy }: Props) {
  const { assignments: t, staff } = useText()
  const Solution = fetchedKinds()?.Solution
  const options = question.options ?? (kindOf(question) === 'several' ? question.choices : undefined)
  return (
    <>
      {options ? (
        <ol aria-labelledby={labelledBy} className="grid gap-2">
          {options.map(({ _id, text, correct }, index) => (
            <li
              key={_id}
              className={cx(
                'flex min-h-12 items-center gap-3.5 rounded-md border px-3 py-2',
                correct ? 'border-done bg-done-soft' : 'border-line',
              )}
            >
              <span
                className={cx(
                  'grid size-8 shrink-0 place-items-center rounded-full border font-semibold text-sm',
                  correct ? 'border-done text-done' : 'border-line-strong text-ink-soft',
                )}
              >
                {optionLetter(index)}
              </span>
              <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-2">
                <InlineText text={text} />
                {correct && <Badge tone="done">{t.correct}</Badge>}
              </span>
            </li>
          ))}
        </ol>
      ) : (
        <p className="text-ink-soft">{staff.sheet.kinds[kindOf(question)]}</p>
      )}
      {Solution && <Solution question={question} />}
    </>
  )
}
