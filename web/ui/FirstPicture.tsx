import { Logo } from './Logo.tsx'
import { Spinner } from './Spinner.tsx'
import { TopBar } from './TopBar.tsx'

/**
 * The window before the first screen: the bar and the tree in their final places, and a spinner after a while. The
 * build writes it into the page (vite.config.ts), so that it shows before any script; `data-opened` of the document
 * says which screen opens (index.html). It loads no font of ours: a font that misses the first text is not used on the
 * whole page (fonts.css).
 */
export function FirstPicture() {
  return (
    <div aria-hidden="true" className="fixed inset-0 grid place-items-center bg-paper [font-family:sans-serif]">
      <div className="absolute inset-x-0 top-0 in-data-[opened=login]:hidden in-data-[opened=receipt]:hidden">
        <TopBar start={<Logo mark />} />
      </div>
      {/* There is room for the name beside it. */}
      <div className="absolute top-[max(2.5rem,14dvh)] hidden pe-20.5 in-data-[opened=login]:block">
        <Logo mark />
      </div>
      <div className="grid animate-appear-late place-items-center text-accent">
        <Spinner size={28} />
      </div>
    </div>
  )
}
