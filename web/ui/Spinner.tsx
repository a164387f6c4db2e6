import { cx } from './cx.ts'
import { Logo } from './Logo.tsx'

/** A turning ring. Give it a `label` when nothing beside it says what is awaited. */
export function Spinner({ size = 24, label, className }: { size?: number; label?: string; className?: string }) {
  return (
    <span className={cx('inline-grid', className)} role={label ? 'status' : undefined}>
      <svg viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden="true" className="animate-turn">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

/** The first load of the application, and nothing else. */
export function FullScreenSpinner({ label }: { label: string }) {
  return (
    <div className="grid min-h-dvh place-items-center bg-paper" role="status">
      <div className="grid animate-appear-late place-items-center gap-6 text-accent">
        <Logo mark size={56} />
        <Spinner size={28} />
        <span className="sr-only">{label}</span>
      </div>
    </div>
  )
}
