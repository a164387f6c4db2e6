import { type KeyboardEvent, type PointerEvent, useId, useLayoutEffect, useRef } from 'react'
import { answerOfOrder, type Choice, idsIn } from '../../../contract/questions.ts'
import { useText } from '../../i18n/index.ts'
import { announce } from '../../ui/Announcer.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { CheckIcon, ChevronDownIcon, MenuIcon, XIcon } from '../../ui/icons.tsx'
import { itemOf } from '../form.ts'
import { InlineText } from '../InlineText.tsx'
import { useField } from '../useDraft.ts'
import type { AnswerProps } from './fetchKinds.ts'
import { Hint, Wrong } from './notes.tsx'

/** A list that is put in order by its buttons, by arrow keys on them, or by drag. */
export function Ordering({ question, labelledBy, draft, disabled, error }: AnswerProps) {
  const { kinds: t } = useText().assignments
  const id = useId()
  const name = itemOf(question._id)
  const answer = useField(draft, name)
  const { choices = [] } = question
  const order = inOrder(choices, idsIn(answer) ?? [])
  const list = useRef<HTMLOListElement>(null)
  /** The pressed button moves with its item and would lose the focus. */
  const pressed = useRef<HTMLElement>(undefined)
  /** The list captures the pointer: the item moves and would lose it. */
  const dragged = useRef<string>(undefined)
  useLayoutEffect(() => {
    pressed.current?.focus()
    pressed.current = undefined
  })
  const keep = (choices: Choice[]) => draft.type(name, answerOfOrder(choices.map(({ _id }) => _id)))

  function move(item: Choice, to: number) {
    if (disabled || to < 0 || to >= order.length || order[to] === item) return
    keep(order.filter((one) => one !== item).toSpliced(to, 0, item))
    announce(t.moved(item.text, to + 1, order.length))
  }

  /** Puts the item at the pointer, compared with the middles of the others. */
  function drag({ clientY }: PointerEvent) {
    const item = order.find(({ _id }) => _id === dragged.current)
    if (!item) return
    const rows = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect())
    const others = rows.filter((_, place) => order[place] !== item)
    const to = others.filter(({ top, height }) => top + height / 2 < clientY).length
    if (order[to] !== item) keep(order.filter((one) => one !== item).toSpliced(to, 0, item))
  }

  function press(event: KeyboardEvent<HTMLElement>, item: Choice, place: number) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (by === 0) return
    event.preventDefault()
    pressed.current = event.currentTarget
    move(item, place + by)
  }

  const isFirst = answer === ''
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend, and the question is named by its heading
    <div role="group" aria-labelledby={labelledBy} aria-describedby={id} className="grid gap-3">
      <Hint id={id} question={question} answer={answer}>
        {!disabled && (isFirst ? t.orderingFirst : t.ordering)}
      </Hint>
      <ol
        ref={list}
        className="grid gap-2"
        onPointerMove={drag}
        onLostPointerCapture={() => {
          dragged.current = undefined
        }}
      >
        {order.map((item, place) => (
          <li
            key={item._id}
            className={cx(
              'flex min-h-12 items-center gap-2 rounded-md border bg-card ps-3',
              isFirst ? 'border-line border-dashed' : 'border-line',
            )}
          >
            <span aria-hidden="true" className="w-6 shrink-0 font-semibold text-ink-soft text-sm tabular-nums">
              {isFirst ? '–' : `${place + 1}.`}
            </span>
            <span className="min-w-0 flex-1 break-words py-2">
              <InlineText text={item.text} />
            </span>
            {!disabled && (
              <>
                {[-1, 1].map((by) => (
                  <IconButton
                    key={by}
                    label={by < 0 ? t.up(item.text) : t.down(item.text)}
                    icon={<ChevronDownIcon size={20} className={by < 0 ? 'rotate-180' : undefined} />}
                    aria-disabled={place + by < 0 || place + by >= order.length}
                    onKeyDown={(event) => press(event, item, place)}
                    onClick={(event) => {
                      pressed.current = event.currentTarget
                      move(item, place + by)
                    }}
                  />
                ))}
                <span
                  aria-hidden="true"
                  className="grid min-h-11 w-11 cursor-grab touch-none place-items-center text-ink-soft active:cursor-grabbing"
                  onPointerDown={(event) => {
                    dragged.current = item._id
                    list.current?.setPointerCapture(event.pointerId)
                  }}
                >
                  <MenuIcon size={18} />
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
      {!disabled && (
        <div>
          {isFirst ? (
            <Button size="sm" icon={<CheckIcon size={16} />} onClick={() => keep(order)}>
              {t.keepOrder}
            </Button>
          ) : (
            <Button size="sm" variant="bare" icon={<XIcon size={16} />} onClick={() => draft.type(name, '')}>
              {t.clear}
            </Button>
          )}
        </div>
      )}
      <Wrong error={error} />
    </div>
  )
}

/** The choices in the person's order, new ones at the end. */
function inOrder(choices: Choice[], ids: string[]): Choice[] {
  const put = ids.flatMap((id) => choices.find(({ _id }) => _id === id) ?? [])
  return [...put, ...choices.filter((choice) => !put.includes(choice))]
}
