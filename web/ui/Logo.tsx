import { cx } from './cx.ts'

export type LogoProps = {
  /** The tree without the name. */
  mark?: boolean
  /** Height of the tree in pixels. */
  size?: number
  className?: string
}

/** A rain tree: one wide canopy, room for all beneath. The name is text, so it is read out; the tree is not. */
export function Logo({ mark, size = 34, className }: LogoProps) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" className="shrink-0">
        <path
          className="fill-ink"
          d="M19.800 43c1.900-3.400 2.300-6.800 1.800-10.200L12.500 25.500h5.200l6.300 4.700 6.300-4.700h5.200l-9.100 7.300c-.500 3.400-.1 6.800 1.800 10.200-2.400.900-6 .900-8.400 0Z"
        />
        <path
          className="fill-accent"
          d="M5.200 28C2 28 .6 24.900 2.200 22.200c1.800-3 4.700-4.700 8-5C11.800 11.200 17.300 7 24 7s12.200 4.200 13.800 10.200c3.300.300 6.200 2 8 5C47.400 24.900 46 28 42.800 28Z"
        />
        <g className="fill-on-accent" opacity="0.22">
          <circle cx="24" cy="16" r="7.500" />
          <circle cx="13.500" cy="21.500" r="5" />
          <circle cx="34.500" cy="21.500" r="5" />
        </g>
      </svg>
      {!mark && <span className="font-semibold text-ink text-lg tracking-tight">Raintree</span>}
    </span>
  )
}
