import { cx } from './cx.ts'
import { Logo } from './Logo.tsx'
import { TopBar } from './TopBar.tsx'

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

/**
 * What the window shows until the first screen is there: the bar and the tree where they will stay, and a turning ring
 * when it takes longer. It is written into the page (vite.config.ts), so that it comes before any script; `data-opened` of
 * the document says what is opened (index.html). It asks for no font of ours: one that is not there yet for the first text
 * is not used by the whole page (fonts.css).
 */
export function FirstPicture() {
  return (
    <div aria-hidden="true" className="fixed inset-0 grid place-items-center bg-paper [font-family:sans-serif]">
      <div className="absolute inset-x-0 top-0 in-data-[opened=login]:hidden in-data-[opened=receipt]:hidden">
        <TopBar start={<Logo mark />} />
      </div>
      {/* Beside it there is room for the name. */}
      <div className="absolute top-[max(2.5rem,14dvh)] hidden pe-20.5 in-data-[opened=login]:block">
        <Logo mark />
      </div>
      <div className="grid animate-appear-late place-items-center text-accent">
        <Spinner size={28} />
      </div>
    </div>
  )
}
