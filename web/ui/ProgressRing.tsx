import type { ReactNode } from 'react'

export type ProgressRingProps = {
  /** The completed part, 0 to 1. */
  value: number
  /** The name and the value, for screen readers: "Progress, 2 of 5". */
  label: string
  size?: number
  /** Shown in the middle. */
  children?: ReactNode
}

export function ProgressRing({ value, label, size = 56, children }: ProgressRingProps) {
  const part = Math.min(1, Math.max(0, value))
  const stroke = Math.max(4, size / 11)
  const r = (size - stroke) / 2
  const around = 2 * Math.PI * r
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(part * 100)}
      className="relative inline-grid shrink-0 place-items-center"
      style={{ width: size, height: size }}
    >
      <svg width={size} height={size} fill="none" aria-hidden="true" className="-rotate-90">
        <circle cx={size / 2} cy={size / 2} r={r} strokeWidth={stroke} className="stroke-line" />
        {part > 0 && (
          <circle
            cx={size / 2}
            cy={size / 2}
            r={r}
            strokeWidth={stroke}
            strokeLinecap="round"
            strokeDasharray={around}
            strokeDashoffset={around * (1 - part)}
            className={`transition-[stroke-dashoffset] duration-200 ease-out ${part === 1 ? 'stroke-done' : 'stroke-accent'}`}
          />
        )}
      </svg>
      <span className="absolute inset-0 grid place-items-center font-semibold text-xs tabular-nums">{children}</span>
    </span>
  )
}
