import type { ComponentProps, ElementType } from 'react'
import { cx } from './cx.ts'

export type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'article' | 'section' | 'li' | 'aside'
  pad?: 'none' | 'sm' | 'md' | 'lg'
  /** Lifts on hover; for a card whose one link has `look="cover"`. */
  linked?: boolean
}

const pads = { none: '', sm: 'p-4', md: 'p-5 sm:p-6', lg: 'p-6 sm:p-8' }

export function Card({ as = 'div', pad = 'md', linked, className, ...rest }: CardProps) {
  const Tag = as as ElementType
  return (
    <Tag
      {...rest}
      className={cx(
        'relative min-w-0 rounded-lg border border-line bg-card shadow-card print:shadow-none',
        pads[pad],
        linked &&
          'transition-[box-shadow,border-color,translate] duration-200 ease-out hover:border-line-strong/60 hover:shadow-lifted motion-safe:hover:-translate-y-0.5',
        className,
      )}
    />
  )
}
