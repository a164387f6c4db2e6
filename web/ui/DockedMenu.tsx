import { useId, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { MenuIcon, XIcon } from './icons.tsx'
import { Link } from './Link.tsx'
import type { TabItem } from './TabPills.tsx'
import { useDismiss } from './useDismiss.ts'

export type DockedMenuProps = {
  /** Names the navigation. */
  label: string
  openLabel: string
  closeLabel: string
  items: TabItem[]
}

/**
 * The tabs on a small screen, within reach of the thumb: a bar at the bottom edge shows the current one and opens them
 * above itself. `data-dock` keeps the end of the page and the focused element clear of it (styles.css).
 */
export function DockedMenu({ label, openLabel, closeLabel, items }: DockedMenuProps) {
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
      data-dock
      className="fixed inset-x-0 bottom-0 z-30 h-[calc(var(--dock)+env(safe-area-inset-bottom))] border-line border-t bg-card pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <button
        ref={trigger}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        // The visible name comes first in the accessible one.
        aria-label={[current?.label ?? label, open ? closeLabel : openLabel].join(', ')}
        onClick={() => setOpen(!open)}
        className="flex h-full w-full items-center gap-3 px-4 font-semibold text-accent focus-visible:outline-offset-[-4px] active:bg-hover"
      >
        {current?.icon}
        <span aria-hidden="true" className="min-w-0 flex-1 truncate text-start">
          {current?.label ?? label}
        </span>
        {open ? <XIcon /> : <MenuIcon />}
      </button>
      <ul
        id={id}
        hidden={!open}
        className="absolute right-2 bottom-full left-2 mb-2 max-h-[calc(100dvh-10rem)] animate-rise grid-cols-2 gap-1 overflow-y-auto rounded-xl border border-line bg-raised p-2 shadow-lifted not-[[hidden]]:grid"
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
