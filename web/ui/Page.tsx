import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type PageProps = {
  /**
   * The space below the bar: `compact` where the page does not start with a title, `tight` where bars above it leave
   * room.
   */
  top?: 'roomy' | 'compact' | 'tight'
  /** `reading`: a narrower column, for text. */
  width?: 'page' | 'reading'
  /** The gap between its parts; none by default. */
  gap?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

const tops = { roomy: 'pt-6 sm:pt-8 lg:pt-10', compact: 'pt-4 lg:pt-6', tight: 'pt-3 md:pt-2' }
const widths = { page: 'max-w-page', reading: 'max-w-3xl' }
const gaps = { sm: 'gap-4', md: 'gap-6', lg: 'gap-8' }

/** The column of every page: at most 1200 px, with margins. */
export function Page({ top = 'roomy', width = 'page', gap, children }: PageProps) {
  const column = gap && cx('grid grid-cols-[minmax(0,1fr)]', gaps[gap])
  return (
    <div className={cx('mx-auto w-full px-4 pb-16 sm:px-6 lg:px-8 print:p-0', tops[top], widths[width], column)}>
      {children}
    </div>
  )
}
