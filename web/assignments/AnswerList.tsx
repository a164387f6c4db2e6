import type { Assignment, Submission } from '../../contract/assignments.ts'
import type { Question } from '../../contract/questions.ts'
import { plainText } from '../announcements/plainText.ts'
import { NewTab } from '../common/NewTab.tsx'
import { useText } from '../i18n/index.ts'
import { textLink } from '../ui/Link.tsx'
import { chosenOf, fieldNames, isFilled, isSlot, itemOf, slotOf, textbox } from './form.ts'
import { InlineCode } from './InlineCode.tsx'

/** A text, the id of an option, or a file. */
export type Answer = string | { filename: string; address?: string }

interface Props {
  assignment: Assignment
  /** Values by field name; other fields are left out. */
  answers: ReadonlyMap<string, Answer>
}

/** Answers to read, each under its question. */
export function AnswerList({ assignment, answers }: Props) {
  const t = useText().assignments
  const asked = [
    ...(assignment.assignment_text ? [{ name: textbox, title: t.text, options: undefined }] : []),
    ...assignment.assignment_questionset.map(({ _id, question, options }, index) => {
      return { name: itemOf(_id), title: `${t.question(index + 1)}: ${plainText(question)}`, options }
    }),
    ...assignment.assignment_file.map(({ _id, slotname }) => ({
      name: slotOf(_id),
      title: slotname,
      options: undefined,
    })),
  ]
  const names = new Set(asked.map(({ name }) => name))
  for (const name of answers.keys()) if (!names.has(name)) asked.push({ name, title: t.gone.field, options: undefined })
  return (
    <dl className="grid gap-3">
      {asked.map(({ name, title, options }) => {
        const answer = answers.get(name)
        if (answer === undefined) return null
        return (
          <div key={name} className="min-w-0">
            <dt className="break-words text-ink-soft text-sm">{title}</dt>
            <dd className="whitespace-pre-wrap break-words">
              <One answer={answer} options={options} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function One({ answer, options }: { answer: Answer; options: Question['options'] }) {
  const t = useText().assignments
  if (typeof answer === 'string' && !isFilled(answer)) return <span className="text-ink-soft">{t.attempts.empty}</span>
  if (typeof answer !== 'string') {
    if (!answer.address) return answer.filename
    return (
      <a href={answer.address} target="_blank" rel="noopener" className={`touch-target ${textLink}`}>
        {answer.filename}
        <NewTab />
      </a>
    )
  }
  if (!options) return answer
  const chosen = chosenOf(options, answer)
  return chosen ? <InlineCode text={chosen.text} /> : <span className="text-ink-soft">{t.gone.option}</span>
}

/** The answers of a submission, by field name, of the sheet as it was then. */
export function answersOf(asked: Assignment, { response, chosen, filenames }: Submission): Map<string, Answer> {
  return new Map(
    fieldNames(asked).map((name) => {
      const answer = chosen[name] ?? response[name] ?? ''
      return [name, isSlot(name) && answer ? { filename: filenames[name] ?? answer, address: answer } : answer]
    }),
  )
}
