import { cloneElement, type ReactElement, type ReactNode, useId, useRef } from 'react'

export type TooltipProps = {
  /** A few more words; never the only name of a control. */
  text: ReactNode
  /** One focusable element. */
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/** Words that appear on hover and focus, above everything, and leave on Escape. The pointer can move onto them. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const anchor = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const place = () => {
    const at = anchor.current?.getBoundingClientRect()
    const tip = bubble.current
    if (!at || !tip?.isConnected) return
    tip.showPopover()
    const { width, height } = tip.getBoundingClientRect()
    const left = Math.min(
      Math.max(8, at.left + at.width / 2 - width / 2),
      document.documentElement.clientWidth - width - 8,
    )
    const above = at.top - height - 8
    tip.style.left = `${left}px`
    tip.style.top = `${above < 8 ? at.bottom + 8 : above}px`
  }
  const show = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(place, delay)
  }
  const hide = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => bubble.current?.hidePopover(), delay)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the child is what is hovered and focused
    <span
      ref={anchor}
      className="inline-block"
      onPointerEnter={(event) => event.pointerType !== 'touch' && show(300)}
      onPointerLeave={() => hide(150)}
      onFocus={(event) => event.target.matches(':focus-visible') && show(0)}
      onBlur={() => hide(0)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && bubble.current?.matches(':popover-open')) {
          event.stopPropagation()
          hide(0)
        }
      }}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        className="fixed inset-auto m-0 max-w-xs rounded-sm bg-ink px-2.5 py-1.5 font-medium text-paper text-xs shadow-lifted"
      >
        {text}
      </span>
    </span>
  )
}
