import { memo } from 'react'
import type { Assignment, Slot } from '../../contract/assignments.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Card } from '../ui/Card.tsx'
import { Section } from '../ui/Section.tsx'
import type { Draft } from './draft.ts'
import { FileSlot } from './FileSlot.tsx'
import { fieldNames, filesOf, textbox } from './form.ts'
import { QuestionSet } from './QuestionSet.tsx'
import { TextResponse } from './TextResponse.tsx'
import { useFilled } from './useDraft.ts'

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
  const { assignment_text, assignment_questionset, assignment_file } = assignment
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
            {assignment_file.map((slot) => (
              <Slots key={slot._id} {...{ assignment, slot, draft, disabled, errors }} />
            ))}
          </div>
        </Section>
      )}
      {fieldNames(assignment).length === 0 && <p className="text-ink-soft">{t.nothingToFill}</p>}
    </>
  )
})

/** The files of a slot, and room for one more. */
function Slots({ assignment, slot, draft, disabled, errors }: Props & { slot: Slot }) {
  const t = useText().assignments
  const names = filesOf(slot)
  const my = assignment.my
  // As one text, for comparison with the last render.
  const filled = useFilled(draft, names)
  const shown = names.filter((_, i) => i === 0 || filled[i] === '1' || (!disabled && filled[i - 1] === '1'))
  return shown.map((name) => {
    const address = my?.response[name]
    return (
      <FileSlot
        key={name}
        asgnId={assignment._id}
        slot={slot}
        name={name}
        nth={names.length > 1 ? names.indexOf(name) + 1 : undefined}
        draft={draft}
        disabled={disabled}
        error={errors[name] && t.file.gone}
        submitted={address ? { address, filename: my?.filenames[name] ?? address } : undefined}
      />
    )
  })
}
