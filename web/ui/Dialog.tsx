import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Announcer, announce } from './Announcer.tsx'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { XIcon } from './icons.tsx'
import { enterModal } from './modals.ts'

/** How the dialog was closed: its close button, a press on the backdrop, or the Escape key. */
export type DialogCloseReason = 'button' | 'backdrop' | 'escape'

/** Plays the exit, then calls `onClose`; by a key it does so at once. */
export type DialogClose = (reason?: DialogCloseReason) => void

type Part = ReactNode | ((close: DialogClose) => ReactNode)

export type DialogProps = {
  title: ReactNode
  /** Its content is still loading, and so is its title. */
  loading?: boolean
  closeLabel: string
  onClose: (reason: DialogCloseReason) => void
  size?: 'sm' | 'md' | 'lg'
  /** Stays visible below the scrolling part. */
  footer?: Part
  children: Part
  role?: 'dialog' | 'alertdialog'
  /** A picture or badge above the title. */
  header?: ReactNode
}

// A question stands in the middle; a dialog that may still load hangs from the top and grows downwards. On a phone each
// is a sheet at the lower edge, as high as its content, and rises when it grows.
const sizes = {
  sm: 'sm:max-w-md',
  md: 'sm:mt-[8dvh] sm:max-w-xl',
  lg: 'sm:mt-[8dvh] sm:max-w-3xl',
}

/**
 * A modal that is open as long as it is rendered, so that it can be a route. The native `<dialog>` keeps the focus
 * inside and makes the rest inert. The focus starts at `[data-autofocus]`, otherwise at the title.
 */
export function Dialog(props: DialogProps) {
  const { title, loading, closeLabel, onClose, size = 'md', footer, children, role, header } = props
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)
  /** Whether a key was pressed last: what is typed next is for what the dialog covers, and must not be lost to its exit. */
  const byKey = useRef(false)
  const [closing, setClosing] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const opener = openerOf(document.activeElement)
    // Where a scroll bar takes room, keep that room while the page behind does not scroll.
    const { clientWidth, style } = document.documentElement
    const { scrollbarGutter } = style
    if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    element.showModal()
    const leave = enterModal(element)
    const start = element.querySelector<HTMLElement>('[data-autofocus]') ?? element.querySelector<HTMLElement>('h2')
    start?.focus()
    return () => {
      leave()
      // Unmounted before the exit was over, for example by Back: it must not go back again.
      clearTimeout(leaving.current)
      // Closing returns the focus; when the opener is gone, the page's title takes it.
      element.close()
      style.scrollbarGutter = scrollbarGutter
      const isThere = opener?.isConnected && opener !== document.body
      const back = isThere ? opener : document.querySelector<HTMLElement>('h1[tabindex]')
      back?.focus({ preventScroll: true })
    }
  }, [])

  // The focus stays on the title while the content loads, so the title is announced when it is there.
  const waited = useRef(false)
  useEffect(() => {
    if (waited.current && !loading) announce(dialog.current?.querySelector('h2')?.textContent ?? '')
    waited.current = loading === true
  }, [loading])

  useRise(dialog)

  const close: DialogClose = (reason = 'button') => {
    if (closing) return
    // Of a closing that a question stopped.
    clearTimeout(leaving.current)
    setClosing(true)
    if (byKey.current) return onClose(reason)
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    leaving.current = setTimeout(() => onClose(reason), still ? 0 : 200)
  }
  const part = (content: Part) => (typeof content === 'function' ? content(close) : content)

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key is the keyboard's way; the browser turns it into `cancel`
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={id}
      // The focus may start on a button below a short text, so the text is announced first.
      aria-describedby={size === 'sm' ? `${id}-words` : undefined}
      data-closing={closing || undefined}
      onCancel={(event) => {
        // A file picker inside also fires `cancel`.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close('escape')
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget && !event.currentTarget.open) close('escape')
      }}
      // A question that stops its closing, such as whether to leave a text.
      onFocus={() => setClosing(false)}
      onKeyDownCapture={(event) => {
        byKey.current = true
        const isLine =
          !event.ctrlKey && !event.metaKey && (event.target as Element).closest('textarea, [contenteditable]')
        // Enter that is held is pressed once: it would confirm what it has just shown.
        if (event.repeat && event.key === 'Enter' && !isLine) event.preventDefault()
      }}
      onPointerDownCapture={() => {
        byKey.current = false
      }}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        // The second click of a double click belongs to the opener.
        const meant = event.detail < 2 && pressedBeside.current
        if (meant && event.target === event.currentTarget) close('backdrop')
      }}
      className={cx(
        'dialog m-auto w-[calc(100%-2rem)] overflow-visible rounded-xl border border-line bg-card text-ink shadow-lifted',
        'max-sm:mb-0 max-sm:w-full max-sm:max-w-none max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0',
        sizes[size],
      )}
    >
      <div className="flex max-h-[calc(100dvh-3rem)] flex-col overflow-y-auto overscroll-contain rounded-[inherit] sm:max-h-[86dvh]">
        <div className="sticky top-0 z-10 flex items-start justify-between gap-4 rounded-t-xl bg-card px-5 pt-5 pb-2 sm:px-7 sm:pt-6">
          <div className="min-w-0 flex-1 pt-1.5">
            {header && <div className="mb-2">{header}</div>}
            <h2 id={id} tabIndex={-1} className="break-words font-semibold text-xl tracking-tight outline-none">
              {title}
            </h2>
          </div>
          <IconButton
            label={closeLabel}
            icon={<XIcon />}
            onClick={() => close('button')}
            className="-mr-2 shrink-0 bg-hover"
          />
        </div>
        {/* Loaded content replaces the skeleton instead of moving with the length of the title. */}
        <div
          key={loading ? 'loading' : 'there'}
          id={`${id}-words`}
          className="flex-1 break-words px-5 pt-1 pb-6 sm:px-7 sm:pb-7"
        >
          {part(children)}
        </div>
        {footer && (
          <div className="sticky bottom-0 z-10 flex flex-wrap justify-end gap-3 rounded-b-[inherit] border-line border-t bg-card px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 sm:px-7">
            {part(footer)}
          </div>
        )}
      </div>
      <Announcer />
    </dialog>
  )
}

/** What a dialog was opened from. An item of a menu goes with its menu: then it is the button of the menu. */
function openerOf(focused: Element | null): HTMLElement | null {
  const [button] = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')?.split(' ') ?? []
  return button === undefined ? (focused as HTMLElement | null) : document.getElementById(button)
}

// Not by `translate`: the entry animation may still use it.
const RISE = 'transform var(--duration) ease-out'

/** A sheet that grows at the lower edge slides up from its old position, so that its content does not jump. */
function useRise(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    let before = element.offsetTop
    let frame = 0
    // Always a transform: otherwise the browser counts the correction as a layout shift.
    element.style.transform = 'translateY(0px)'
    const sizes = new ResizeObserver(() => {
      const by = before - element.offsetTop
      before = element.offsetTop
      // Above an on-screen keyboard, the field must stay visible.
      const writes = document.activeElement?.matches('textarea, input')
      if (by === 0 || writes || matchMedia('(prefers-reduced-motion: reduce)').matches) return
      Object.assign(element.style, { transition: 'none', transform: `translateY(${by}px)` })
      frame = requestAnimationFrame(() =>
        Object.assign(element.style, { transition: RISE, transform: 'translateY(0px)' }),
      )
    })
    sizes.observe(element)
    return () => {
      sizes.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [dialog])
}
