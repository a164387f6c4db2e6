import { ChevronRightIcon } from './icons.tsx'
import { Link } from './Link.tsx'

export type Crumb = { label: string; to?: string }

/** The path to the current page, which is the last item. */
export function Breadcrumb({ label, items }: { label: string; items: Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1 text-ink-soft text-sm">
        {items.map(({ label, to }, index) => {
          const last = index === items.length - 1
          return (
            <li key={to ?? label} className="flex min-w-0 items-center gap-1">
              {to && !last ? (
                <Link
                  to={to}
                  title={label}
                  className="touch-target min-w-0 rounded-sm underline-offset-4 hover:text-ink hover:underline"
                >
                  <span className="block max-w-72 truncate">{label}</span>
                </Link>
              ) : (
                <span aria-current={last ? 'page' : undefined} className="break-words font-medium text-ink">
                  {label}
                </span>
              )}
              {!last && <ChevronRightIcon size={16} />}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
