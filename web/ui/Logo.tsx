import { cx } from './cx.ts'

export type LogoProps = {
  /** The tree without the name; `phone`: only on a phone, where room is short. */
  mark?: boolean | 'phone'
  /** Height of the tree in pixels. */
  size?: number
}

/**
 * A rain tree: one wide canopy, room for all beneath. The name is text for screen readers; the tree is hidden from
 * them.
 */
export function Logo({ mark, size = 34 }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" className="shrink-0">
        <path
          className="fill-ink"
          d="M19.8 44c1.8-3.2 2.4-6.4 2-9.6L9.5 26.2l1.7-1.7L22.3 30l.5-6h2.4l.5 6 11.1-5.5 1.7 1.7-12.3 8.2c-.4 3.2.2 6.4 2 9.6-2.4.9-6 .9-8.4 0Z"
        />
        <g className="fill-accent">
          <ellipse cx="24" cy="23.5" rx="23" ry="7.5" opacity="0.62" />
          <ellipse cx="24" cy="19.5" rx="17.5" ry="8.5" opacity="0.62" />
          <ellipse cx="24" cy="15.5" rx="10.5" ry="7.5" opacity="0.72" />
        </g>
      </svg>
      {mark !== true && (
        <span className={cx('font-semibold text-ink text-lg tracking-tight', mark && 'max-sm:hidden')}>Raintree</span>
      )}
    </span>
  )
}
