import type { ReactNode } from 'react'

/** The quiet end of every page. The space below it keeps clear of a floating menu on a phone. */
export function Footer({ start, end }: { start: ReactNode; end?: ReactNode }) {
  return (
    <footer className="border-line border-t text-ink-soft text-sm">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 pt-6 pb-24 sm:px-6 md:pb-6 lg:px-8">
        <div className="min-w-0">{start}</div>
        {end && <div className="flex flex-wrap gap-x-6 gap-y-2 pointer-coarse:gap-y-6">{end}</div>}
      </div>
    </footer>
  )
}
