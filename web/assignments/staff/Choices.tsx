import { type KeyboardEvent, useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { choiceMost, choicesMost } from '../../../contract/staff/questions.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { Button } from '../../ui/Button.tsx'
import { fieldBox } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { optionLetter } from '../../ui/optionLetter.ts'
import { ArrowUpIcon } from '../../ui/staff/icons.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { newChoice, type QuestionFields } from './fields.ts'

interface Props {
  fields: QuestionFields
  change: (part: Partial<QuestionFields>) => void
}

/**
 * The choices of a question. Enter adds one below, Backspace removes an empty one, Alt with an arrow moves one, and a *
 * in front marks it as right.
 */
export function Choices({ fields, change }: Props) {
  const t = useAuthoring().sheet
  const group = useId()
  const list = useRef<HTMLOListElement>(null)
  const { kind, choices, decoys } = fields
  const isTicked = kind === 'one' || kind === 'several'

  /** At once, or the next keystroke would go to the previous field. */
  function changeAndFocus(next: QuestionFields['choices'], n: number) {
    flushSync(() => change({ choices: next }))
    list.current?.querySelectorAll<HTMLInputElement>('[data-choice]')[n]?.focus()
  }
  function edit(n: number, part: Partial<QuestionFields['choices'][number]>) {
    const isOnly = part.correct === true && kind === 'one'
    change({
      choices: choices.map((choice, i) =>
        i === n ? { ...choice, ...part } : isOnly ? { ...choice, correct: false } : choice,
      ),
    })
  }
  function add(n: number) {
    // Enter may find an empty choice below already.
    if (choices[n]?.text === '') return changeAndFocus(choices, n)
    if (choices.length < choicesMost) changeAndFocus(choices.toSpliced(n, 0, newChoice()), n)
  }
  const remove = (n: number) => changeAndFocus(choices.toSpliced(n, 1), Math.max(0, n - 1))
  function move(n: number, by: -1 | 1) {
    const [choice, to] = [choices[n], n + by]
    if (choice && to in choices) changeAndFocus(choices.toSpliced(n, 1).toSpliced(to, 0, choice), to)
  }
  function type(n: number, text: string) {
    if (isTicked && text.startsWith('*')) edit(n, { text: text.slice(1).trimStart(), correct: true })
    else edit(n, { text })
  }
  function onMoveKey(n: number, event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    // The same keys move the question.
    event.stopPropagation()
    move(n, event.key === 'ArrowUp' ? -1 : 1)
  }
  function onKeyDown(n: number, event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter') {
      event.preventDefault()
      add(n + 1)
    }
    if (event.key === 'Backspace' && event.currentTarget.value === '' && choices.length > 1) {
      event.preventDefault()
      remove(n)
    }
  }

  return (
    <>
      {kind === 'ordering' && <p className="text-ink-soft text-sm">{t.inOrder}</p>}
      <ol ref={list} className="grid gap-2">
        {choices.map(({ _id, text, correct, match }, i) => (
          <li key={_id} className="flex items-center gap-2" onKeyDown={(event) => onMoveKey(i, event)}>
            {isTicked ? (
              <label className="grid size-11 shrink-0 cursor-pointer place-items-center" title={t.right(i + 1)}>
                <input
                  type={kind === 'one' ? 'radio' : 'checkbox'}
                  name={`${group}-right`}
                  aria-label={t.right(i + 1)}
                  checked={correct}
                  onChange={(event) => edit(i, { correct: event.target.checked })}
                  className="size-5 cursor-[inherit] accent-(--color-done)"
                />
              </label>
            ) : (
              <span aria-hidden="true" className="w-6 shrink-0 text-center text-ink-soft text-sm">
                {kind === 'ordering' ? i + 1 : optionLetter(i)}
              </span>
            )}
            <input
              type="text"
              data-choice=""
              aria-label={t.choice(i + 1)}
              placeholder={t.choice(i + 1)}
              maxLength={choiceMost}
              value={text}
              onChange={(event) => type(i, event.target.value)}
              onKeyDown={(event) => onKeyDown(i, event)}
              className={`${fieldBox} h-11 min-w-0 flex-1`}
            />
            {kind === 'matching' && (
              <input
                type="text"
                aria-label={t.match(i + 1)}
                placeholder={t.match(i + 1)}
                maxLength={choiceMost}
                value={match}
                onChange={(event) => edit(i, { match: event.target.value })}
                className={`${fieldBox} h-11 min-w-0 flex-1`}
              />
            )}
            {kind === 'ordering' && (
              <IconButton
                label={t.choiceUp(i + 1)}
                icon={<ArrowUpIcon size={18} />}
                disabled={i === 0}
                onClick={() => move(i, -1)}
                className="-me-2"
              />
            )}
            <IconButton
              label={t.removeChoice(i + 1)}
              icon={<TrashIcon size={18} />}
              disabled={choices.length < 2}
              onClick={() => remove(i)}
            />
          </li>
        ))}
      </ol>
      <p>
        <Button size="sm" variant="bare" icon={<PlusIcon size={16} />} onClick={() => add(choices.length)}>
          {t.addChoice}
        </Button>
      </p>
      {kind === 'matching' && (
        <TextArea label={t.decoys} rows={1} value={decoys} onChange={(text) => change({ decoys: text })} />
      )}
    </>
  )
}
