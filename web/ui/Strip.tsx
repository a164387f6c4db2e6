import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx'

export type StripProps = {
  label: string
  words: { back: string; on: string }
  children: ReactNode
}

/** A row of cards that scrolls sideways when it is too long: by touch, by its buttons, or by the focus of its links. */
export function Strip({ label, words, children }: StripProps) {
  const row = useRef<HTMLUListElement>(null)
  const [more, setMore] = useState({ back: false, on: false })

  useEffect(() => {
    const list = row.current
    if (!list) return
    let isAtStart = true
    const look = () => {
      const left = Math.abs(list.scrollLeft)
      isAtStart = left <= 8
      setMore({ back: !isAtStart, on: left + list.clientWidth < list.scrollWidth - 8 })
    }
    // The observer also reports the first size, after the page's own layout. The strip's own box keeps one size,
    // whatever it holds.
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    const items = new MutationObserver(() => {
      // The browser keeps the card that it snapped to, and what comes before it would be out of sight.
      if (isAtStart) list.scrollTo({ left: 0, behavior: 'instant' })
      look()
    })
    items.observe(list, { childList: true })
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      items.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [])

  const go = (by: -1 | 1) => {
    const list = row.current
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    list?.scrollBy({ left: by * list.clientWidth * 0.8, behavior: still ? 'instant' : 'smooth' })
  }
  const place = 'absolute inset-y-0 grid place-items-center pointer-events-none max-sm:hidden'
  const button = 'pointer-events-auto border border-line bg-raised shadow-lifted'

  return (
    <div className="relative">
      <ul
        ref={row}
        aria-label={label}
        // The padding makes room for the cards' shadows in the scroll area.
        className={cx(
          '-mx-4 -mt-1 -mb-4 flex snap-x snap-proximity scroll-px-4 scrollbar-none gap-4 overflow-x-auto px-4 pt-1 pb-5',
          'sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:-mx-8 lg:scroll-px-8 lg:px-8',
          more.on && 'mask-r-from-94%',
          more.back && 'mask-l-from-94%',
        )}
      >
        {children}
      </ul>
      {more.back && (
        <div className={cx(place, '-left-5')}>
          <IconButton
            label={words.back}
            icon={<ChevronLeftIcon size={20} />}
            onClick={() => go(-1)}
            className={button}
          />
        </div>
      )}
      {more.on && (
        <div className={cx(place, '-right-5')}>
          <IconButton label={words.on} icon={<ChevronRightIcon size={20} />} onClick={() => go(1)} className={button} />
        </div>
      )}
    </div>
  )
}

type StripItemProps = Omit<ComponentProps<'li'>, 'className'> & {
  /** `narrow`: for an item that is no card, centred in its place. */
  width?: 'card' | 'narrow'
}

const widths = { card: 'w-80 max-w-[85vw]', narrow: 'grid w-56 place-items-center' }

export function StripItem({ width = 'card', ...rest }: StripItemProps) {
  return <li {...rest} className={cx('shrink-0 snap-start', widths[width])} />
}
