import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { ChevronDownIcon } from './icons.tsx'
import { Link } from './Link.tsx'
import { SearchField } from './SearchField.tsx'
import { useDismiss } from './useDismiss.ts'

export type PickerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The current choice, on the button. */
  name: string
  /** The name of the panel, and the second part of the button's name. */
  label: string
  /** Fired when the person is about to open it (hover, focus, touch): the moment to prefetch. */
  onIntent: () => void
  search: string
  onSearch: (search: string) => void
  searchLabel: string
  clearLabel: string
  /** The number of results; a screen reader says each change. */
  status: string
  /** A list of `PickerLink`, or its placeholder. */
  children: ReactNode
}

/**
 * A button with a searchable list of links: the arrow keys move in it, Enter follows the first result, a letter
 * continues the search, Escape returns the focus.
 */
export function Picker({
  open,
  onOpenChange,
  name,
  label,
  onIntent,
  search,
  onSearch,
  searchLabel,
  clearLabel,
  status,
  children,
}: PickerProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  useDismiss(open, box, (toButton) => {
    if (toButton) trigger.current?.focus()
    onOpenChange(false)
  })
  const input = () => panel.current?.querySelector('input')
  useEffect(() => {
    if (!open) return
    // A touch does not ask for the on-screen keyboard.
    const isFinger = matchMedia('(pointer: coarse)').matches
    const to = isFinger ? panel.current : panel.current?.querySelector('input')
    to?.focus()
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const links = [...(panel.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const { key } = event
    const isTyping = document.activeElement === input()
    if (key === 'Enter' && isTyping) {
      event.preventDefault()
      if (search.trim()) links[0]?.click()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      const next = links[at + (key === 'ArrowDown' ? 1 : -1)]
      if (next) next.focus()
      else if (key === 'ArrowUp') input()?.focus()
    } else if (at >= 0 && (key === 'Home' || key === 'End')) {
      event.preventDefault()
      links.at(key === 'Home' ? 0 : -1)?.focus()
    } else if (!isTyping && (key === 'Backspace' || (key.length === 1 && key !== ' '))) input()?.focus()
  }

  return (
    <div ref={box} className="min-w-0 sm:relative">
      <button
        ref={trigger}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={`${name}, ${label}`}
        title={label}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={() => onOpenChange(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          onOpenChange(true)
        }}
        className="flex min-h-11 max-w-full items-center gap-1.5 rounded-full px-3 font-semibold text-ink hover:bg-hover aria-expanded:bg-hover"
      >
        <span className="min-w-0 truncate">{name}</span>
        <ChevronDownIcon size={18} className="text-ink-soft" />
      </button>
      {open && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onClick={(event) => {
            if (!(event.target as Element).closest('a[href]')) return
            // The next page takes the focus from here.
            trigger.current?.focus()
            onOpenChange(false)
          }}
          className="absolute inset-x-2 top-full z-50 flex max-h-[min(30rem,calc(100dvh-5.5rem))] animate-drop flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-lifted outline-none sm:inset-x-auto sm:left-[calc(50%-12rem)] sm:mt-1.5 sm:w-96"
        >
          <div className="border-line border-b p-2">
            <SearchField
              label={searchLabel}
              placeholder={searchLabel}
              clearLabel={clearLabel}
              value={search}
              onChange={onSearch}
              autoComplete="off"
            />
          </div>
          <p role="status" className="sr-only">
            {status}
          </p>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">{children}</div>
        </div>
      )}
    </div>
  )
}

export type PickerLinkProps = {
  to: string
  onIntent: () => void
  /** Whether it is the current choice. */
  current: boolean
  picture: ReactNode
  detail: string
  children: string
}

export function PickerLink({ to, onIntent, current, picture, detail, children }: PickerLinkProps) {
  return (
    <Link
      to={to}
      onIntent={onIntent}
      aria-current={current || undefined}
      className={cx(
        'flex min-h-14 items-center gap-3 rounded-md px-2.5 py-2 text-start focus-visible:outline-offset-[-2px]',
        current ? 'bg-accent-soft text-accent-strong' : 'text-ink hover:bg-hover focus-visible:bg-hover',
      )}
    >
      <span className="w-14 shrink-0 overflow-hidden rounded-sm">{picture}</span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 break-words font-medium text-sm">{children}</span>
        <span className={cx('block truncate text-xs tabular-nums', !current && 'text-ink-soft')}>{detail}</span>
      </span>
    </Link>
  )
}
