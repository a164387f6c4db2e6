import { memo } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { Section } from '../ui/Section.tsx'
import type { Draft } from './draft.ts'
import { FileSlot } from './FileSlot.tsx'
import { fieldNames, slotOf, textbox } from './form.ts'
import { QuestionSet } from './QuestionSet.tsx'
import { TextResponse } from './TextResponse.tsx'

interface Props {
  assignment: Assignment
  draft: Draft
  disabled: boolean
  /** The errors of the server, by field name. */
  errors: Record<string, string>
}

/** All fields of a worksheet: text, questions and files. */
export const Fields = memo(function Fields({ assignment, draft, disabled, errors }: Props) {
  const t = useText().assignments
  const { assignment_text, assignment_questionset, assignment_file, my } = assignment
  const points = (n: number) => n > 0 && <span className="text-ink-soft text-sm">{t.points(n, number(n))}</span>
  return (
    <>
      {assignment_text && (
        <Section title={t.text} action={points(assignment.assignment_score_essay)}>
          <Card>
            <TextResponse draft={draft} disabled={disabled} error={errors[textbox]} />
          </Card>
        </Section>
      )}
      {assignment_questionset.length > 0 && (
        <Section title={t.questions} action={points(assignment.assignment_score_questionset)}>
          <QuestionSet questions={assignment_questionset} draft={draft} disabled={disabled} errors={errors} />
        </Section>
      )}
      {assignment_file.length > 0 && (
        <Section title={t.files} action={points(assignment.assignment_score_file)}>
          <div className="grid gap-4">
            {assignment_file.map((slot) => {
              const name = slotOf(slot._id)
              const address = my?.response[name]
              return (
                <FileSlot
                  key={slot._id}
                  asgnId={assignment._id}
                  slot={slot}
                  draft={draft}
                  disabled={disabled}
                  error={errors[name] && t.file.gone}
                  submitted={address ? { address, filename: my?.filenames[name] ?? address } : undefined}
                />
              )
            })}
          </div>
        </Section>
      )}
      {fieldNames(assignment).length === 0 && <p className="text-ink-soft">{t.nothingToFill}</p>}
    </>
  )
})
