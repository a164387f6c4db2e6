import type { ReactNode } from 'react'

export type TopBarProps = {
  start: ReactNode
  /** Takes the room between the two others. */
  middle?: ReactNode
  end?: ReactNode
}

/** The 64 px bar that stays at the top: a logo at the start, controls at the end. */
export function TopBar({ start, middle, end }: TopBarProps) {
  return (
    <header className="sticky top-0 z-40 h-(--bar) border-line border-b bg-card/92 backdrop-blur-md print:hidden">
      <div className="relative mx-auto flex h-full max-w-page items-center gap-1 px-4 sm:gap-3 sm:px-6 lg:px-8">
        <div className="flex shrink-0 items-center sm:min-w-28">{start}</div>
        <div className="flex min-w-0 flex-1 sm:justify-center">{middle}</div>
        <div className="flex shrink-0 items-center gap-1 sm:gap-2">{end}</div>
      </div>
    </header>
  )
}
