import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './buttonClass.ts'
import { Link, type LinkProps } from './Link.tsx'

type Look = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode; className?: string }
type Inside = Omit<LinkProps, 'className' | 'look'> & { href?: never }
type Outside = Omit<ComponentProps<'a'>, 'className'> & { href: string; to?: never }

/** A link that looks like a button: `to` for a page of the product, `href` for anything else. */
export function ButtonLink({
  variant = 'quiet',
  size = 'md',
  icon,
  className,
  children,
  ...rest
}: Look & (Inside | Outside)) {
  const look = buttonClass(variant, size, className)
  const inner = (
    <>
      {icon}
      {children}
    </>
  )
  return rest.href === undefined ? (
    <Link {...(rest as Inside)} className={look}>
      {inner}
    </Link>
  ) : (
    <a {...(rest as Outside)} className={look}>
      {inner}
    </a>
  )
}
