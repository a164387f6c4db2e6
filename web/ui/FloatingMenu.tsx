import { useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { MenuIcon, XIcon } from './icons.tsx'
import { Link } from './Link.tsx'
import type { TabItem } from './TabPills.tsx'
import { useDismiss } from './useDismiss.ts'

export type FloatingMenuProps = {
  /** Names the navigation. */
  label: string
  openLabel: string
  closeLabel: string
  items: TabItem[]
}

/** The tabs of a small screen, within reach of the thumb: a floating button that opens them above itself. */
export function FloatingMenu({ label, openLabel, closeLabel, items }: FloatingMenuProps) {
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const current = items.find((item) => item.current)

  useDismiss(open, box, (toButton) => {
    if (toButton) trigger.current?.focus()
    setOpen(false)
  })

  return (
    <nav
      ref={box}
      aria-label={label}
      className="fixed right-4 bottom-[max(1rem,env(safe-area-inset-bottom))] left-4 z-30 flex flex-col items-end gap-3 pointer-events-none md:hidden"
    >
      <button
        ref={trigger}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        // Also by what stands on it.
        aria-label={[current?.label, open ? closeLabel : openLabel].filter(Boolean).join(', ')}
        onClick={() => setOpen(!open)}
        className="pointer-events-auto order-last inline-flex min-h-14 min-w-14 items-center justify-center gap-2.5 rounded-full bg-accent px-5 font-semibold text-on-accent shadow-lifted active:bg-accent-strong"
      >
        {open ? <XIcon /> : <MenuIcon />}
        {/* Without a name where no tab is the current one: it covers as little as it can. */}
        {current && <span aria-hidden="true">{current.label}</span>}
      </button>
      <ul
        id={id}
        hidden={!open}
        className="pointer-events-auto w-full max-w-sm animate-rise grid-cols-2 gap-1 rounded-xl border border-line bg-raised p-2 shadow-lifted not-[[hidden]]:grid"
      >
        {items.map(({ to, label, icon, current, onIntent }) => (
          <li key={to}>
            <Link
              to={to}
              onIntent={onIntent}
              aria-current={current ? 'page' : undefined}
              onClick={() => setOpen(false)}
              className={cx(
                'flex min-h-13 items-center gap-2.5 rounded-lg px-3 py-2 font-medium text-sm focus-visible:outline-offset-[-2px]',
                current ? 'bg-accent-soft text-accent-strong' : 'text-ink hover:bg-hover',
              )}
            >
              {icon && <span className={current ? '' : 'text-ink-soft'}>{icon}</span>}
              <span className="min-w-0 flex-1 break-words">{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
