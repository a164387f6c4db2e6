import type { ReactNode } from 'react'

/** The footer of every page. */
export function Footer({ start, end }: { start: ReactNode; end?: ReactNode }) {
  return (
    <footer className="border-line border-t text-ink-soft text-sm print:hidden">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-6 sm:px-6 lg:px-8">
        <div className="min-w-0">{start}</div>
        {end && <div className="flex flex-wrap gap-x-6 gap-y-2 pointer-coarse:gap-y-6">{end}</div>}
      </div>
    </footer>
  )
}
