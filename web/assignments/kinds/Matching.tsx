import { useId } from 'react'
import { answerOfPairs, pairsIn } from '../../../contract/questions.ts'
import { useText } from '../../i18n/index.ts'
import { Select } from '../../ui/Select.tsx'
import { itemOf } from '../form.ts'
import { useField } from '../useDraft.ts'
import type { AnswerProps } from './fetchKinds.ts'
import { Hint, Wrong } from './notes.tsx'

/** A target for each choice, from a list. */
export function Matching({ question, labelledBy, draft, disabled, error }: AnswerProps) {
  const t = useText().assignments.kinds
  const id = useId()
  const name = itemOf(question._id)
  const answer = useField(draft, name)
  const pairs = pairsIn(answer) ?? new Map<string, string>()
  const { choices = [], targets = [] } = question
  const match = (choice: string, target: string) => {
    const all = new Map(pairs).set(choice, target)
    draft.type(name, answerOfPairs([...all].filter(([, target]) => target !== '')))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the question is named by its heading
    <div role="group" aria-labelledby={labelledBy} aria-describedby={id} className="grid gap-3">
      <Hint id={id} question={question} answer={answer}>
        {!disabled && t.matching}
      </Hint>
      <ul className="grid gap-3 sm:grid-cols-2">
        {choices.map(({ _id, text }) => (
          <li key={_id} className="rounded-md border border-line px-3 py-2.5">
            <Select
              label={plain(text)}
              value={pairs.get(_id) ?? ''}
              disabled={disabled}
              onChange={(target) => match(_id, target)}
              options={[
                { value: '', label: t.unmatched },
                ...targets.map((target) => ({ value: target._id, label: plain(target.text) })),
              ]}
            />
          </li>
        ))}
      </ul>
      <Wrong error={error} />
    </div>
  )
}

/** A native select cannot show code. */
const plain = (text: string) => text.replaceAll('`', '')
