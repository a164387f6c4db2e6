import type { ComponentProps } from 'react'
import { cx } from './cx.ts'

/** The column that every page stands in: at most 1200 px, with air at the sides. */
export function Page({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cx('mx-auto w-full max-w-page px-4 pt-6 pb-16 sm:px-6 sm:pt-8 lg:px-8 lg:pt-10', className)}
    />
  )
}
