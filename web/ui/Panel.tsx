import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './IconButton.tsx'
import { useDismiss } from './useDismiss.ts'

export type PanelProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Runs when the person points at the button or focuses it. */
  onIntent?: () => void
  /** The name of the button, with its count: "Notifications, 3 unread". */
  label: string
  icon: ReactNode
  /** The small count on the button; hidden when empty. */
  count?: ReactNode
  title: string
  /** Below the scrolling part. */
  footer?: ReactNode
  children: ReactNode
}

/** A button with a panel that drops from it. The focus moves in; Escape returns it; leaving closes the panel. */
export function Panel(props: PanelProps) {
  const { open, onOpenChange, onIntent, label, icon, count, title, footer, children } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  useDismiss(open, box, (toButton) => {
    if (toButton) trigger.current?.focus()
    onOpenChange(false)
  })
  useEffect(() => {
    if (open) panel.current?.focus()
  }, [open])

  return (
    <div ref={box} className="sm:relative">
      <span className="relative block">
        <IconButton
          ref={trigger}
          label={label}
          icon={icon}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onClick={() => onOpenChange(!open)}
        />
        {count != null && count !== 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-0.5 -right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 font-semibold text-on-accent text-xs leading-none ring-2 ring-card tabular-nums"
          >
            {count}
          </span>
        )}
      </span>
      {open && (
        <div
          ref={panel}
          id={id}
          role="dialog"
          aria-label={title}
          tabIndex={-1}
          className="absolute inset-x-2 top-full z-50 flex max-h-[min(34rem,calc(100dvh-5.5rem))] animate-drop flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-lifted outline-none sm:inset-x-auto sm:right-0 sm:mt-1.5 sm:w-100"
        >
          <div className="flex min-h-14 items-center border-line border-b px-5 py-2">
            <h2 className="font-semibold text-lg">{title}</h2>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer && <div className="border-line border-t p-2">{footer}</div>}
        </div>
      )}
    </div>
  )
}
