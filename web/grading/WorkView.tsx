import type { ReactNode } from 'react'
import { type PartSum, pointsOf } from '../../contract/points.ts'
import { kindOf } from '../../contract/questions.ts'
import type { Work } from '../../contract/staff/grading.ts'
import { filesOf, itemOf, textbox } from '../assignments/form.ts'
import { NewTab } from '../common/NewTab.tsx'
import { sizeOf } from '../contents/kinds.tsx'
import { useAuthoring } from '../i18n/authoring.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { textLink } from '../ui/Link.tsx'
import { MarkedWork } from '../works/staff/MarkedWork.tsx'
import { AnswerCard, QuestionAnswer, TextAnswer } from './AnswerCard.tsx'
import { FileLinks } from './FileLinks.tsx'
import { FILE } from './parts.ts'

interface Props {
  work: Work
  byPart: Map<string, PartSum> | undefined
  current: string
  onPick: (part: string) => void
  /** The id of the heading that distinguishes two attempts. */
  within?: string
  /** The element below the answer of a part. */
  below?: (part: string) => ReactNode
}

/** The submitted answers in the sheet of that time, with the right ones. */
export function WorkView({ work, byPart, current, onPick, within, below }: Props) {
  const { assignments: t } = useText()
  const { grading } = useAuthoring()
  const { sheet, response, chosen, files } = work
  const sideOf = (part: string, most: number) => {
    const points = byPart?.get(part)?.points
    return (
      <span className="tabular-nums">
        {points == null ? t.points(most, number(most)) : `${pointsOf(points)} / ${number(most)}`}
      </span>
    )
  }
  function card(part: string, title: string, asked: number) {
    const sum = byPart?.get(part)
    // The points count out of what the part has by now, which may be more than the sheet of that time says.
    const most = sum ? sum.most / 100 : asked
    return {
      ...{ part, title, within, current: current === part, onPick: () => onPick(part) },
      side: (most > 0 || sum?.points != null) && sideOf(part, most),
    }
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
      {sheet.assignment_text && (
        <AnswerCard {...card(textbox, t.text, sheet.assignment_score_essay)}>
          <MarkedAnswer submissionId={work._id} field={textbox} text={response[textbox] ?? ''} label={t.text} />
          {below?.(textbox)}
        </AnswerCard>
      )}
      {sheet.assignment_questionset.map((question, index) => {
        const part = itemOf(question._id)
        const title = t.question(index + 1)
        const answer = chosen[part] ?? response[part] ?? ''
        return (
          <AnswerCard key={part} {...card(part, title, question.score)}>
            <QuestionAnswer question={question} answer={answer}>
              {kindOf(question) === 'open' && (
                <MarkedAnswer submissionId={work._id} field={part} text={answer} label={title} />
              )}
            </QuestionAnswer>
            {below?.(part)}
          </AnswerCard>
        )
      })}
      {sheet.assignment_file.length > 0 && (
        <AnswerCard {...card(FILE, t.files, sheet.assignment_score_file)}>
          <FileLinks
            files={sheet.assignment_file.flatMap((slot) =>
              filesOf(slot).flatMap((name) => {
                const file = files[name]
                return file ? [{ id: idOf(work._id, name), name: file.filename }] : []
              }),
            )}
          />
          <ul className="grid gap-3">
            {sheet.assignment_file.map((slot) => {
              const names = filesOf(slot).filter((name) => files[name])
              return (
                <li key={slot._id} className="grid gap-4">
                  <h3 className="break-words font-medium">{slot.slotname}</h3>
                  {names.length === 0 && <p className="text-ink-soft">{grading.noFile}</p>}
                  {names.map((name) => (
                    <OneFile key={name} submissionId={work._id} field={name} file={files[name]} />
                  ))}
                </li>
              )
            })}
          </ul>
          {below?.(FILE)}
        </AnswerCard>
      )}
    </div>
  )
}

interface FileProps {
  submissionId: string
  field: string
  file: Work['files'][string] | undefined
}

/** Two attempts may stand beside each other, so ids need the attempt. */
const idOf = (submissionId: string, field: string) => `${submissionId}-${field}`

/** A submitted file, which opens in place or in a tab of its own. */
function OneFile({ submissionId, field, file }: FileProps) {
  const { contents } = useText()
  if (!file) return null
  const { filename: name, address, bytes, type } = file
  return (
    <div id={idOf(submissionId, field)} className="grid scroll-mt-20 grid-cols-[minmax(0,1fr)] gap-2">
      <p className="flex flex-wrap gap-x-3 text-sm">
        <a href={address} target="_blank" rel="noopener" className={`touch-target min-w-0 break-words ${textLink}`}>
          {name}
          <NewTab />
        </a>
        <span className="text-ink-soft">{sizeOf(bytes, contents)}</span>
      </p>
      <MarkedWork {...{ submissionId, field }} subject={{ file: { name, address, bytes, type } }} />
    </div>
  )
}

interface AnswerProps {
  submissionId: string
  field: string
  text: string
  label: string
}

/** A typed text, which graders can mark. */
function MarkedAnswer({ submissionId, field, text, label }: AnswerProps) {
  if (text.trim() === '') return <TextAnswer text={text} />
  return <MarkedWork {...{ submissionId, field }} subject={{ text, label }} />
}
