import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { fieldBox } from './Field.tsx'
import { SearchIcon } from './icons.tsx'
import { Link } from './Link.tsx'

export interface FinderGroup {
  label: string
  items: { to: string; icon: ReactNode; name: string; detail: string }[]
}

export type FinderProps = {
  label: string
  /** The name of the list of results. */
  listLabel: string
  value: string
  onChange: (value: string) => void
  groups: FinderGroup[]
  /** The number of results; a screen reader says each change. */
  status: string
  /** Fired when the person follows an item, or chooses it. */
  onGo: (to: string) => void
  /** An item is chosen for something else, and not followed. */
  picks?: boolean | undefined
  /** Fired when the person is about to follow an item: the moment to prefetch. */
  onIntent: (to: string) => void
  /** Below the list: a skeleton, an error, or the empty state. */
  children?: ReactNode
}

/** A combobox that filters places while a person types. The focus stays in the field: arrow keys choose, Enter goes. */
export function Finder(props: FinderProps) {
  const { label, listLabel, value, onChange, groups, status, onGo, picks, onIntent, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string>()
  const all = groups.flatMap(({ items }) => items)
  const at = Math.max(
    0,
    all.findIndex(({ to }) => to === chosen),
  )
  const idOf = (index: number) => `${id}-${index}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice scrolls the list
  useEffect(() => {
    // The name of the first group above stays in sight.
    if (at === 0) list.current?.scrollTo(0, 0)
    else document.getElementById(idOf(at))?.scrollIntoView({ block: 'nearest' })
  }, [at, value])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || all.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setChosen(all.at((at + step) % all.length)?.to)
    else if (event.key === 'Enter') document.getElementById(idOf(at))?.click()
    else return
    event.preventDefault()
  }

  let index = 0
  return (
    <div className="grid gap-2">
      <div className="relative">
        <SearchIcon className="pointer-events-none absolute top-3 left-3.5 text-ink-soft" />
        <input
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls={all.length > 0 ? id : undefined}
          aria-activedescendant={all.length > 0 ? idOf(at) : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          placeholder={label}
          value={value}
          onChange={(event) => {
            setChosen(undefined)
            onChange(event.target.value)
          }}
          onKeyDown={onKeyDown}
          className={cx(fieldBox, 'h-11 pl-11')}
        />
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
      {/* A fixed height: nothing jumps while a person types. */}
      <div className="-mx-2 flex h-[min(24rem,50dvh)] flex-col">
        {all.length > 0 && (
          <div
            ref={list}
            id={id}
            role="listbox"
            aria-label={listLabel}
            className="min-h-0 overflow-y-auto overscroll-contain px-2"
          >
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
              <div key={group.label} role="group" aria-label={group.label}>
                <p aria-hidden="true" className="px-2.5 pt-3 pb-1 font-medium text-ink-soft text-xs">
                  {group.label}
                </p>
                {group.items.map((item) => {
                  const own = index++
                  return (
                    <Link
                      key={item.to}
                      id={idOf(own)}
                      to={item.to}
                      role="option"
                      aria-selected={own === at}
                      tabIndex={-1}
                      onIntent={() => onIntent(item.to)}
                      onClick={(event) => {
                        if (picks) event.preventDefault()
                        onGo(item.to)
                      }}
                      className={cx(
                        'flex min-h-11 items-center gap-3 rounded-md px-2.5 py-1.5 text-start',
                        own === at ? 'bg-accent-soft text-accent-strong' : 'text-ink hover:bg-hover',
                      )}
                    >
                      <span className={cx('shrink-0', own !== at && 'text-ink-soft')}>{item.icon}</span>
                      <span className="min-w-0 flex-1 items-baseline gap-4 sm:flex">
                        <span className="line-clamp-2 flex-1 break-words font-medium text-sm">{item.name}</span>
                        {item.detail && (
                          <span
                            className={cx(
                              'block truncate text-xs tabular-nums sm:max-w-[45%]',
                              own !== at && 'text-ink-soft',
                            )}
                          >
                            {item.detail}
                          </span>
                        )}
                      </span>
                    </Link>
                  )
                })}
              </div>
            ))}
          </div>
        )}
        {children && <div className="shrink-0 px-2">{children}</div>}
      </div>
    </div>
  )
}
