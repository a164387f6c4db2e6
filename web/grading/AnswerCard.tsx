import { type ReactNode, useId } from 'react'
import { answerOfChoices, idsIn, kindOf, linesOf, type Question } from '../../contract/questions.ts'
import { chosenOf } from '../assignments/form.ts'
import { InlineText } from '../assignments/InlineText.tsx'
import { fetchedKinds } from '../assignments/kinds/fetchKinds.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { useText } from '../i18n/index.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Badge } from '../ui/Badge.tsx'
import { cx } from '../ui/cx.ts'
import { optionLetter } from '../ui/optionLetter.ts'

interface Props {
  part: string
  title: string
  /** The points, and other things at the end of the line. */
  side: ReactNode
  /** The part to which the rubric's keys apply. */
  current: boolean
  onPick: () => void
  /** The id of the element that distinguishes it from a part of the same title in another attempt. */
  within?: string | undefined
  children: ReactNode
}

/** One part of a work. A press makes it the current part. */
export function AnswerCard({ part, title, side, current, onPick, within, children }: Props) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard goes through the fields of the score
    <section
      aria-labelledby={within ? `${within} ${id}` : id}
      data-part={part}
      onClick={onPick}
      className={cx(
        'grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border bg-card p-5 shadow-card sm:p-6',
        current ? 'border-accent' : 'border-line',
      )}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-3 text-ink-soft text-sm">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {side}
      </div>
      {children}
    </section>
  )
}

interface QuestionProps {
  question: Question
  answer: string
  /** The element for an answer that is a long text, in place of its words. */
  children?: ReactNode
}

/** A question with the student's answer and the right one. */
export function QuestionAnswer({ question, answer, children }: QuestionProps) {
  const Solution = fetchedKinds()?.Solution
  const options = question.options ?? (kindOf(question) === 'several' ? question.choices : undefined)
  return (
    <>
      <div className="font-medium">
        <Markdown text={question.question} />
      </div>
      {options ? (
        <Options options={options} chosen={chosenIn(question, answer)} />
      ) : (
        children || <TextAnswer text={answer} lines={linesOf(question, answer)} unit={question.unit} />
      )}
      {Solution && <Solution question={question} />}
    </>
  )
}

const chosenIn = (question: Question, answer: string): string[] =>
  question.options
    ? [chosenOf(question.options, answer)?._id ?? ''].filter(Boolean)
    : (idsIn(answer) ?? [answerOfChoices([])].filter(Boolean))

function Options({ options, chosen }: { options: NonNullable<Question['options']>; chosen: string[] }) {
  const t = useAuthoring().grading
  const { correct: right } = useText().assignments
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {options.map(({ _id, text, correct }, index) => {
        const is = chosen.includes(_id)
        return (
          <li
            key={_id}
            className={cx(
              'flex min-h-11 items-center gap-3.5 rounded-md border px-3 py-1.5',
              is ? 'border-accent bg-accent-soft/60' : 'border-line',
            )}
          >
            <span
              aria-hidden="true"
              className={cx(
                'grid size-7 shrink-0 place-items-center rounded-full border font-semibold text-sm',
                is ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-ink-soft',
              )}
            >
              {optionLetter(index)}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-2">
              <InlineText text={text} />
              <span className="flex flex-wrap gap-1.5">
                {is && <Badge tone={correct ? 'done' : 'wrong'}>{t.chosen}</Badge>}
                {correct && <Badge tone="done">{right}</Badge>}
              </span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

interface TextProps {
  text: string
  /** The words for the ids in it. */
  lines?: string[] | undefined
  unit?: string | undefined
}

export function TextAnswer({ text, lines, unit }: TextProps) {
  const t = useAuthoring().grading
  if (text.trim() === '') return <p className="text-ink-soft">{t.noAnswer}</p>
  return (
    <p className="whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-4 py-3">
      {lines ? <InlineText text={lines.join('\n')} /> : text}
      {unit && !text.endsWith(unit) && ` ${unit}`}
    </p>
  )
}
