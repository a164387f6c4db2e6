import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './cx.ts'
import { Link } from './Link.tsx'

export type TabItem = {
  to: string
  label: string
  icon?: ReactNode
  current: boolean
  onIntent?: () => void
}

/** From this many tabs on they stand closer, and without pictures where the window is not wide. */
const MANY = 10

/** Tabs that are links, each with its own address. A row that is too long scrolls to the current one. */
export function TabPills({ label, items, className }: { label: string; items: TabItem[]; className?: string }) {
  const row = useRef<HTMLUListElement>(null)
  const current = items.find((item) => item.current)?.to

  // biome-ignore lint/correctness/useExhaustiveDependencies: the row scrolls when another tab becomes the current one
  useEffect(() => {
    const list = row.current
    const pill = list?.querySelector<HTMLElement>('[aria-current]')
    if (list && pill) list.scrollLeft = pill.offsetLeft - (list.clientWidth - pill.offsetWidth) / 2
  }, [current])

  return (
    <nav aria-label={label} className={cx('min-w-0', className)}>
      <ul
        ref={row}
        className="relative flex w-fit max-w-full gap-1 overflow-x-auto rounded-full border border-line bg-card p-0.5 shadow-card scrollbar-none"
      >
        {items.map(({ to, label, icon, current, onIntent }) => (
          <li key={to} className="shrink-0">
            <Link
              to={to}
              onIntent={onIntent}
              aria-current={current ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-10 items-center rounded-full font-medium text-sm transition-colors duration-150 focus-visible:outline-offset-[-2px] pointer-coarse:min-h-11',
                items.length < MANY ? 'gap-2 px-3.5' : 'gap-1.5 px-2.5 max-xl:[&_svg]:hidden',
                current ? 'bg-accent-soft text-accent-strong' : 'text-ink-soft hover:bg-hover hover:text-ink',
              )}
            >
              {icon}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
