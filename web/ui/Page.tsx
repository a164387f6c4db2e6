import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type PageProps = {
  /** How far below the bar it begins: `compact` where what is first is not a title, `tight` where bars above it leave the room. */
  top?: 'roomy' | 'compact' | 'tight'
  /** `reading`: a narrower column, for words. */
  width?: 'page' | 'reading'
  /** Between its parts; without it they stand as they come. */
  gap?: 'sm' | 'md' | 'lg'
  children: ReactNode
}

const tops = { roomy: 'pt-6 sm:pt-8 lg:pt-10', compact: 'pt-4 lg:pt-6', tight: 'pt-3 md:pt-2' }
const widths = { page: 'max-w-page', reading: 'max-w-3xl' }
const gaps = { sm: 'gap-4', md: 'gap-6', lg: 'gap-8' }

/** The column that every page stands in: at most 1200 px, with air at the sides. */
export function Page({ top = 'roomy', width = 'page', gap, children }: PageProps) {
  const column = gap && cx('grid grid-cols-[minmax(0,1fr)]', gaps[gap])
  return (
    <div className={cx('mx-auto w-full px-4 pb-16 sm:px-6 lg:px-8 print:p-0', tops[top], widths[width], column)}>
      {children}
    </div>
  )
}
