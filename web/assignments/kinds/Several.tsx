import { useId } from 'react'
import { answerOfChoices, idsIn } from '../../../contract/questions.ts'
import { useText } from '../../i18n/index.ts'
import { Badge } from '../../ui/Badge.tsx'
import { RadioOption } from '../../ui/RadioOption.tsx'
import { itemOf } from '../form.ts'
import { InlineText } from '../InlineText.tsx'
import { useField } from '../useDraft.ts'
import type { AnswerProps } from './fetchKinds.ts'
import { Hint, Wrong } from './notes.tsx'

/** Any number of the choices. */
export function Several({ question, labelledBy, draft, disabled, error }: AnswerProps) {
  const t = useText().assignments
  const id = useId()
  const name = itemOf(question._id)
  const answer = useField(draft, name)
  const chosen = idsIn(answer) ?? []
  const { choices = [] } = question
  const choose = (one: string, isChosen: boolean) => {
    const all = choices.map(({ _id }) => _id).filter((each) => (each === one ? isChosen : chosen.includes(each)))
    draft.type(name, answerOfChoices(all))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the question is named by its heading
    <div role="group" aria-labelledby={labelledBy} aria-describedby={id} className="grid gap-2">
      <Hint id={id} question={question} answer={answer}>
        {!disabled && t.kinds.several}
      </Hint>
      {choices.map(({ _id, text, correct }, index) => (
        <RadioOption
          key={_id}
          several
          name={name}
          value={_id}
          index={index}
          checked={chosen.includes(_id)}
          disabled={disabled}
          onChange={(value) => choose(_id, value !== null)}
        >
          <span className="flex flex-wrap items-center justify-between gap-2">
            <InlineText text={text} />
            {correct && <Badge tone="done">{t.correct}</Badge>}
          </span>
        </RadioOption>
      ))}
      <Wrong error={error} />
    </div>
  )
}
