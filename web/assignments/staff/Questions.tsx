import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { questionKinds } from '../../../contract/questions.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { Button } from '../../ui/Button.tsx'
import { PlusIcon, SearchIcon } from '../../ui/icons.tsx'
import { Section } from '../../ui/Section.tsx'
import { type Fields, nameOf } from './fields.ts'
import { Sets } from './Lists.tsx'
import { Outline } from './Outline.tsx'
import { QuestionEditor } from './QuestionEditor.tsx'
import { focusQuestion, type useQuestions } from './useQuestions.ts'

interface Props extends ReturnType<typeof useQuestions> {
  values: Fields
  set: (change: Partial<Fields>) => void
  errors: Partial<Record<string, string>>
  conflicts: Partial<Record<string, unknown>>
  onBank: () => void
}

/** The questions of a sheet with their sets: each as students see it, or as an outline to reorder. */
export function Questions({ values, set, errors, conflicts, questions, tools, add, onBank }: Props) {
  const t = useAuthoring().sheet
  const [ordering, setOrdering] = useState(false)
  const startOrder = useCallback(() => setOrdering(true), [])
  const isOrdering = ordering && questions.length > 0

  const order = (
    <Button size="sm" aria-pressed={isOrdering} onClick={() => setOrdering(!isOrdering)}>
      {isOrdering ? t.ordered : t.order}
    </Button>
  )
  /** Opens a question in full and focuses it. */
  function open(id: string) {
    flushSync(() => setOrdering(false))
    focusQuestion(id)
  }
  return (
    <Section title={t.questions} action={questions.length > 1 && order}>
      <div className="grid gap-4">
        {isOrdering && <Outline values={values} set={set} onOpen={open} />}
        {!isOrdering && questions.length > 0 && (
          <ol className="grid gap-4">
            {questions.map(({ id, question: fields }, i) => (
              <li key={id}>
                <QuestionEditor
                  {...{ id, n: i + 1, fields, sets: values.sets, tools }}
                  error={errors[nameOf(id)]}
                  isContested={nameOf(id) in conflicts}
                  onOrder={startOrder}
                />
              </li>
            ))}
          </ol>
        )}
        {!isOrdering && (
          <fieldset className="grid gap-2">
            <legend className="sr-only">{t.kindsLabel}</legend>
            <div className="flex flex-wrap gap-2">
              {questionKinds.map((kind, i) => (
                <Button
                  key={kind}
                  size="sm"
                  icon={<PlusIcon size={16} />}
                  title={String(i + 1)}
                  onClick={() => add(kind)}
                >
                  {t.kindOf[kind]}
                </Button>
              ))}
              <Button size="sm" icon={<SearchIcon size={16} />} title="0" onClick={onBank}>
                {t.bank.open}
              </Button>
            </div>
            <p className="text-ink-soft text-sm max-sm:hidden">{t.keys}</p>
          </fieldset>
        )}
        <Sets values={values} set={set} error={errors.sets} />
      </div>
    </Section>
  )
}
