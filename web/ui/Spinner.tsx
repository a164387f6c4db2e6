/** A turning ring. Give it a `label` when no words stand beside it. */
export function Spinner({ size = 24, label }: { size?: number; label?: string }) {
  return (
    <span className="inline-grid" role={label ? 'status' : undefined}>
      <svg viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden="true" className="animate-turn">
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
        <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
