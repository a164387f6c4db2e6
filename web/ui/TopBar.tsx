import type { ReactNode } from 'react'

/** The 64 px bar that stays at the top: a logo at the start, controls at the end. */
export function TopBar({ start, end }: { start: ReactNode; end?: ReactNode }) {
  return (
    <header className="sticky top-0 z-40 border-line border-b bg-card/92 backdrop-blur-md">
      <div className="relative mx-auto flex h-16 max-w-page items-center justify-between gap-3 px-4 sm:px-6 lg:px-8">
        <div className="flex min-w-0 items-center gap-3">{start}</div>
        <div className="flex shrink-0 items-center gap-1 sm:gap-2">{end}</div>
      </div>
    </header>
  )
}
