import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useCourseId } from '../../courses/queries.ts'
import { useAuthoring } from '../../i18n/authoring.ts'
import { cx } from '../../ui/cx.ts'
import { Field, fieldBox } from '../../ui/Field.tsx'
import { bankFiltersOf } from './bank.ts'
import { tagAt, tagsFor, withTag } from './tags.ts'

interface Props {
  value: string
  onChange: (tags: string) => void
}

/** Tags separated by commas. The field suggests the bank's tags for the one at the caret, and takes any other. */
export function TagsField({ value, onChange }: Props) {
  const t = useAuthoring().sheet
  const course_id = useCourseId()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState(0)
  /** The caret's place after a choice: React would leave it at the end. */
  const caretTo = useRef<number>(undefined)
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const [isUsed, setUsed] = useState(false)
  const { data } = useQuery({ ...bankFiltersOf(course_id), enabled: isUsed })
  const offered = isOpen ? tagsFor(data?.tags ?? [], value, caret) : []
  const idOf = (index: number) => `${id}-${index}`

  useLayoutEffect(() => {
    const to = caretTo.current
    caretTo.current = undefined
    if (to !== undefined) input.current?.setSelectionRange(to, to)
  })

  function look(open: boolean, where: number) {
    setOpen(open)
    setCaret(where)
    setAt(-1)
  }
  function choose(tag: string) {
    const next = withTag(value, caret, tag)
    caretTo.current = next.caret
    onChange(next.text)
    look(false, next.caret)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = offered[at]
    if (step && offered.length > 0) setAt((Math.max(at, step > 0 ? -1 : 0) + step + offered.length) % offered.length)
    else if (event.key === 'ArrowDown') look(true, event.currentTarget.selectionStart ?? value.length)
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen)
    else if (event.key === 'Escape' && offered.length > 0) setOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Field label={t.tags}>
      {(ids) => (
        <div className="relative">
          <input
            {...ids}
            ref={input}
            type="text"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={offered.length > 0}
            aria-controls={offered.length > 0 ? id : undefined}
            aria-activedescendant={offered[at] === undefined ? undefined : idOf(at)}
            autoComplete="off"
            value={value}
            onFocus={() => setUsed(true)}
            onBlur={() => setOpen(false)}
            onChange={({ target }) => {
              const where = target.selectionStart ?? target.value.length
              onChange(target.value)
              look(tagAt(target.value, where) !== '', where)
            }}
            onKeyDown={onKeyDown}
            className={cx(fieldBox, 'h-11')}
          />
          {offered.length > 0 && (
            <div
              id={id}
              role="listbox"
              aria-label={t.knownTags}
              // The focus stays in the field.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              className="absolute inset-x-0 top-full z-20 mt-1.5 grid rounded-lg border border-line bg-raised p-1.5 shadow-lifted"
            >
              {offered.map((tag, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
                // biome-ignore lint/a11y/useFocusableInteractive: as above
                <div
                  key={tag}
                  id={idOf(index)}
                  role="option"
                  aria-selected={index === at}
                  onClick={() => choose(tag)}
                  className={cx(
                    'flex min-h-11 items-center break-words rounded-md px-3 text-sm',
                    index === at ? 'bg-accent-soft text-accent-strong' : 'hover:bg-hover',
                  )}
                >
                  <span className="min-w-0 break-words">{tag}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </Field>
  )
}
