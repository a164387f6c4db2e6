import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef } from 'react'
import { cx } from './cx.ts'
import { Link } from './Link.tsx'
import { useDismiss } from './useDismiss.ts'

const Close = createContext<(toButton: boolean) => void>(() => {})

export type MenuProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The name of the button and of the menu. */
  label: string
  /** The content of the button, usually a picture. */
  button: ReactNode
  /** Above the items, such as the name of the signed-in person. */
  header?: ReactNode
  children: ReactNode
}

/** A menu button: arrows, Home, End and first letters move; Escape closes and returns the focus; Tab leaves. */
export function Menu({ open, onOpenChange, label, button, header, children }: MenuProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const from = useRef<'first' | 'last'>('first')

  const close = (toButton: boolean) => {
    if (toButton) trigger.current?.focus()
    onOpenChange(false)
  }
  useDismiss(open, box, close)

  const items = () => [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening moves the focus
  useEffect(() => {
    if (open)
      items()
        .at(from.current === 'first' ? 0 : -1)
        ?.focus()
  }, [open])

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at <= 0 ? -1 : at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key]
    const typed =
      event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && event.key.toLowerCase()
    const named =
      typed && [...all.slice(at + 1), ...all].find((item) => item.textContent?.toLowerCase().startsWith(typed))
    const target = next ?? (named || undefined)
    if (target) {
      event.preventDefault()
      target.focus()
    } else if (event.key === 'Tab') close(true)
  }

  return (
    <div ref={box} className="sm:relative">
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={label}
        title={label}
        onClick={(event) => {
          // A press by keyboard or voice has no pointer position, and still opens at the first item.
          from.current = 'first'
          event.preventDefault()
          onOpenChange(!open)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          from.current = event.key === 'ArrowDown' ? 'first' : 'last'
          onOpenChange(true)
        }}
        className="grid size-11 place-items-center rounded-full hover:bg-hover aria-expanded:bg-hover"
      >
        {button}
      </button>
      {open && (
        <Close value={close}>
          <div className="absolute top-full right-2 z-50 w-68 max-w-[calc(100vw-1rem)] animate-drop overflow-hidden rounded-lg border border-line bg-raised p-1.5 shadow-lifted sm:right-0 sm:mt-1.5">
            {header && <div className="mb-1.5 border-line border-b px-3 pt-2 pb-3">{header}</div>}
            <div ref={list} id={id} role="menu" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
              {children}
            </div>
          </div>
        </Close>
      )}
    </div>
  )
}

export type MenuItemProps = {
  children: ReactNode
  icon?: ReactNode
  /** The shortcut of the same action; touch screens hide it. */
  keys?: string
} & ({ to: string; onIntent?: () => void; onAction?: never } | { onAction: () => void; to?: never })

export function MenuItem({ children, icon, keys, ...rest }: MenuItemProps) {
  const close = use(Close)
  const look = cx(
    'flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-2 text-start font-medium text-ink text-sm',
    'hover:bg-hover focus-visible:bg-hover focus-visible:outline-offset-[-2px]',
  )
  const inner = (
    <>
      {icon && <span className="text-ink-soft">{icon}</span>}
      <span className="min-w-0 flex-1">{children}</span>
      {keys && (
        <span aria-hidden="true" className="pointer-coarse:hidden text-ink-soft text-xs">
          {keys}
        </span>
      )}
    </>
  )
  return rest.to !== undefined ? (
    <Link
      to={rest.to}
      onIntent={rest.onIntent}
      role="menuitem"
      tabIndex={-1}
      className={look}
      onClick={() => close(false)}
    >
      {inner}
    </Link>
  ) : (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className={look}
      onClick={() => {
        close(true)
        rest.onAction()
      }}
    >
      {inner}
    </button>
  )
}

export function MenuSeparator() {
  return <hr className="-mx-1.5 my-1.5 border-line" />
}
