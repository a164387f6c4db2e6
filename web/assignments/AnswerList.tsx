import type { Assignment, Submission } from '../../contract/assignments.ts'
import { linesOf, type Question } from '../../contract/questions.ts'
import { useText } from '../i18n/index.ts'
import { plainText } from '../markdown/plainText.ts'
import type { ShownOf } from '../works/ShownWork.tsx'
import { chosenOf, fieldNames, filesOf, isBeforeBegin, isFilled, isSlot, isStep, itemOf, textbox } from './form.ts'
import { InlineText } from './InlineText.tsx'
import { ShownFile, ShownText } from './ShownFile.tsx'

/** A text, the id of an option, or a file. */
export type Answer = string | { filename: string; address?: string }

interface Props {
  assignment: Assignment
  /** Values by field name; other fields are left out. */
  answers: ReadonlyMap<string, Answer>
  /** A submission with released feedback, whose marks to show. */
  of?: ShownOf | undefined
}

/** Answers to read, each under its question. */
export function AnswerList({ assignment, answers, of }: Props) {
  const t = useText().assignments
  const asked = [
    ...(assignment.assignment_text ? [{ name: textbox, title: t.text, question: undefined }] : []),
    ...assignment.assignment_questionset.map((question, index) => {
      const title = `${t.question(index + 1)}: ${plainText(question.question)}`
      return { name: itemOf(question._id), title, question }
    }),
    ...assignment.assignment_file.flatMap((slot) =>
      filesOf(slot).map((name) => ({ name, title: slot.slotname, question: undefined })),
    ),
  ]
  const names = new Set(asked.map(({ name }) => name))
  const hides = isBeforeBegin(assignment) && assignment.assignment_questionset.length === 0
  for (const name of answers.keys())
    if (!names.has(name)) asked.push({ name, title: hides ? t.gone.hidden : t.gone.field, question: undefined })
  return (
    <dl className="grid gap-3">
      {asked.map(({ name, title, question }) => {
        const answer = answers.get(name)
        if (answer === undefined || (answer === '' && !isStep(name))) return null
        return (
          <div key={name} className="min-w-0">
            <dt className="break-words text-ink-soft text-sm">{title}</dt>
            <dd className="whitespace-pre-wrap break-words">
              <One {...{ answer, question, of, field: name, label: title }} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface OneProps {
  answer: Answer
  question: Question | undefined
  field: string
  label: string
  of: ShownOf | undefined
}

function One({ answer, question, field, label, of }: OneProps) {
  const t = useText().assignments
  if (typeof answer === 'string' && !isFilled(answer)) return <span className="text-ink-soft">{t.attempts.empty}</span>
  if (typeof answer !== 'string') {
    if (!answer.address) return answer.filename
    return <ShownFile filename={answer.filename} address={answer.address} field={field} of={of} />
  }
  const gone = <span className="text-ink-soft">{t.gone.option}</span>
  const lines = question && linesOf(question, answer)
  if (lines) return lines.length > 0 ? <InlineText text={lines.join('\n')} /> : gone
  if (of && !question?.options && !question?.unit) return <ShownText text={answer} {...{ label, field, of }} />
  if (!question?.options)
    return question?.unit && !answer.endsWith(question.unit) ? `${answer} ${question.unit}` : answer
  const chosen = chosenOf(question.options, answer)
  return chosen ? <InlineText text={chosen.text} /> : gone
}

/** The answers of a submission, by field name, and its sheet at that time. */
export function answersOf(asked: Assignment, { response, chosen, filenames }: Submission): Map<string, Answer> {
  return new Map(
    fieldNames(asked).map((name) => {
      const answer = chosen[name] ?? response[name] ?? ''
      return [name, isSlot(name) && answer ? { filename: filenames[name] ?? answer, address: answer } : answer]
    }),
  )
}
