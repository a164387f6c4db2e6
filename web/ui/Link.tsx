import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'
import { cx } from './cx.ts'

export type LinkProps = RouterLinkProps & {
  /** Fired when the person is about to follow the link (hover, focus, touch): the moment to prefetch. */
  onIntent?: (() => void) | undefined
  /** `text` looks like a link in a line; `cover` makes the nearest positioned box clickable; `plain` adds nothing. */
  look?: 'plain' | 'text' | 'cover'
}

export const textLink =
  'rounded-sm font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:text-accent-strong hover:decoration-current'

/** The only use of the router's link: every link of the product goes through here. */
export function Link({ onIntent, look = 'plain', className, ...rest }: LinkProps) {
  return (
    <RouterLink
      {...rest}
      className={cx(
        look === 'text' && textLink,
        look === 'cover' &&
          'after:absolute after:inset-0 after:rounded-[inherit] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent',
        className,
      )}
      onClick={(event) => {
        rest.onClick?.(event)
        // The second click of a double click, after the first has navigated: it would add a step to the history.
        if (event.detail > 1 && event.currentTarget.href === location.href) event.preventDefault()
      }}
      onMouseEnter={(event) => {
        rest.onMouseEnter?.(event)
        onIntent?.()
      }}
      onFocus={(event) => {
        rest.onFocus?.(event)
        onIntent?.()
      }}
      onTouchStart={(event) => {
        rest.onTouchStart?.(event)
        onIntent?.()
      }}
    />
  )
}
