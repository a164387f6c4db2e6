import type { SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'd'> & {
  /** Side in pixels. */
  size?: number
}

/**
 * One stroke drawing on a 24 px grid. Icons are hidden from screen readers: the word beside them, or their button's
 * label, speaks.
 */
export function Icon({ d, size = 20, ...rest }: IconProps & { d: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      {...rest}
      className={`shrink-0 ${rest.className ?? ''}`}
    >
      <path d={d} />
    </svg>
  )
}
