import { type KeyboardEvent, memo, type RefObject } from 'react'
import { questionMost } from '../../../contract/staff/questions.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { Markdown } from '../../markdown/Markdown.tsx'
import { plainText } from '../../markdown/plainText.ts'
import { mayHaveMath } from '../../markdown/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { AlertIcon, TrashIcon } from '../../ui/icons.tsx'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { ActionMenu } from '../../ui/staff/ActionMenu.tsx'
import { ArrowDownIcon, ArrowUpIcon, CopyIcon, GripIcon } from '../../ui/staff/icons.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Choices } from './Choices.tsx'
import { hasChoices, type QuestionFields, type SetFields } from './fields.ts'
import { TagsField } from './TagsField.tsx'

/** The actions on a question besides typing. The object stays the same, so that typing renders only one question. */
export interface QuestionTools {
  change: (id: string, change: Partial<QuestionFields>) => void
  move: (id: string, by: -1 | 1) => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  /** Adds a question of the same kind after it. */
  next: (id: string) => void
  takeTheirs: (id: string) => void
}

interface Props {
  id: string
  n: number
  fields: QuestionFields
  sets: SetFields[]
  error: string | undefined
  /** Other people's values of this question, changed at the same time. */
  isContested: boolean
  tools: RefObject<QuestionTools>
  /** Opens the outline. */
  onOrder: () => void
}

/** A question as students see it, with each part editable in place. */
export const QuestionEditor = memo(function QuestionEditor(props: Props) {
  const { id, n, fields, sets, error, isContested, tools, onOrder } = props
  const t = useAuthoring().sheet
  const { kind, question, score, set } = fields
  const change = (part: Partial<QuestionFields>) => tools.current.change(id, part)
  const drawnFrom = sets.find(({ _id }) => _id === set)

  function onKeyDown(event: KeyboardEvent) {
    const isMove = event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')
    const isNext = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isMove && !isNext) return
    event.preventDefault()
    event.stopPropagation()
    if (isNext) tools.current.next(id)
    else tools.current.move(id, event.key === 'ArrowUp' ? -1 : 1)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the fields in it
    <div onKeyDown={onKeyDown}>
      <Card className="grid gap-4">
        <div className="flex items-center justify-between gap-3">
          <h3 className="wrap-anywhere font-semibold text-ink-soft text-sm">
            {t.question(n)}{' '}
            <span className="font-normal">
              · {[t.kindOf[kind], ...(drawnFrom ? [drawnFrom.name || t.setName] : [])].join(' · ')}
            </span>
          </h3>
          <div className="flex items-center gap-1">
            {!drawnFrom && (
              <NumberField
                label={t.points}
                hideLabel
                title={t.points}
                className="w-24"
                min={0}
                step="any"
                value={score}
                onChange={(points) => change({ score: points })}
              />
            )}
            <ActionMenu
              label={t.menu(n)}
              actions={[
                { id: 'up', label: t.up, icon: <ArrowUpIcon />, run: () => tools.current.move(id, -1) },
                { id: 'down', label: t.down, icon: <ArrowDownIcon />, run: () => tools.current.move(id, 1) },
                { id: 'order', label: t.order, icon: <GripIcon />, run: onOrder },
                { id: 'copy', label: t.duplicate, icon: <CopyIcon />, run: () => tools.current.duplicate(id) },
                {
                  ...{ id: 'remove', label: t.remove, icon: <TrashIcon />, danger: true },
                  run: () => tools.current.remove(id),
                },
              ]}
            />
          </div>
        </div>
        {isContested && (
          <p className="flex flex-wrap items-center gap-3 text-sm">
            <span>{t.theirs}</span>
            <Button size="sm" onClick={() => tools.current.takeTheirs(id)}>
              {t.useTheirs}
            </Button>
          </p>
        )}
        <TextArea
          label={t.question(n)}
          hideLabel
          rows={1}
          placeholder={t.questionPlaceholder}
          maxLength={questionMost}
          value={question}
          onChange={(text) => change({ question: text })}
          data-question={id}
          data-wrong={error && ''}
        />
        {(plainText(question) !== question.trim() || mayHaveMath(question)) && (
          <div className="rounded-md bg-sunken px-3 py-2">
            <Markdown text={question} />
          </div>
        )}
        {hasChoices(kind) && <Choices fields={fields} change={change} />}
        <Right fields={fields} change={change} />
        {error && (
          <p className="flex items-center gap-1.5 font-medium text-sm text-wrong" role="alert">
            <AlertIcon size={16} />
            {error}
          </p>
        )}
        <details className="group">
          <summary className="cursor-pointer py-3 text-ink-soft text-sm">{t.more}</summary>
          <div className="mt-3 grid gap-4">
            {(kind === 'several' || kind === 'matching' || kind === 'ordering') && (
              <Checkbox
                checked={fields.credit === 'parts'}
                onChange={(on) => change({ credit: on ? 'parts' : 'all' })}
                className="-mx-2"
              >
                {t.credit}
              </Checkbox>
            )}
            <TextArea
              label={t.explanation}
              rows={2}
              value={fields.explanation}
              onChange={(explanation) => change({ explanation })}
            />
            <TagsField value={fields.tags} onChange={(tags) => change({ tags })} />
            {sets.length > 0 && (
              <Select
                label={t.set}
                value={drawnFrom?._id ?? ''}
                onChange={(chosen) => change({ set: chosen })}
                options={[
                  { value: '', label: t.everyone },
                  ...sets.map(({ _id, name }) => ({ value: _id, label: name || t.setName })),
                ]}
              />
            )}
          </div>
        </details>
      </Card>
    </div>
  )
})

/** The right answer of a question without choices. */
function Right({ fields, change }: { fields: QuestionFields; change: (part: Partial<QuestionFields>) => void }) {
  const t = useAuthoring().sheet
  const { kind, value, tolerance, unit, accepted, match_case } = fields
  if (kind === 'number') {
    return (
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField label={t.value} inputMode="decimal" value={value} onChange={(text) => change({ value: text })} />
        <TextField
          label={t.tolerance}
          inputMode="decimal"
          value={tolerance}
          onChange={(text) => change({ tolerance: text })}
        />
        <TextField label={t.unit} maxLength={40} value={unit} onChange={(text) => change({ unit: text })} />
      </div>
    )
  }
  if (kind !== 'short') return null
  return (
    <>
      <TextArea label={t.accepted} rows={2} value={accepted} onChange={(text) => change({ accepted: text })} />
      <Checkbox checked={match_case} onChange={(on) => change({ match_case: on })} className="-mx-2">
        {t.matchCase}
      </Checkbox>
    </>
  )
}
