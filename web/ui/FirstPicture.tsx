import { Logo } from './Logo.tsx'
import { Spinner } from './Spinner.tsx'
import { TopBar } from './TopBar.tsx'

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
