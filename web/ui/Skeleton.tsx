import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type SkeletonProps = {
  shape?: 'line' | 'circle' | 'block'
  /** Width and height; a line is as high as a line of text. */
  className?: string
}

const shapes = { line: 'my-[0.3em] h-[0.95em] rounded-sm', circle: 'rounded-full', block: 'rounded-md' }

/** The shape of loading content, in its final place. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span aria-hidden="true" className={cx('shimmer block bg-line/70', shapes[shape], className)} />
}

/** Announces once that its shapes stand for loading content. */
export function SkeletonGroup({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
