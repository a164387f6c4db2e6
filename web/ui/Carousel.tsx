import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { PauseIcon, PlayIcon } from './icons.tsx'

export type CarouselProps = {
  label: string
  /** The interval in milliseconds. It pauses under reduced motion, hover, focus, and in a hidden tab. */
  autoplay?: number
  children: ReactNode
  words: {
    /** `aria-roledescription` of the carousel and of a slide. */
    carousel: string
    slide: string
    pause: string
    play: string
    /** "1 of 2" */
    place: (number: number, count: number) => string
  }
}

const stillness = '(prefers-reduced-motion: reduce)'

/** Banners that follow one another. All have one size, so nothing jumps; a swipe is native scrolling. */
export function Carousel({ label, autoplay, children, words }: CarouselProps) {
  const slides = Children.toArray(children)
  const rail = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(0)
  const [stopped, setStopped] = useState(false)
  const [held, setHeld] = useState(false)
  const [still, setStill] = useState(() => matchMedia(stillness).matches)
  const moving = Boolean(autoplay) && slides.length > 1 && !stopped && !held && !still

  useEffect(() => {
    const query = matchMedia(stillness)
    const listen = () => setStill(query.matches)
    query.addEventListener('change', listen)
    return () => query.removeEventListener('change', listen)
  }, [])

  const go = (index: number) =>
    rail.current?.scrollTo({ left: index * rail.current.clientWidth, behavior: still ? 'instant' : 'smooth' })

  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => {
      const list = rail.current
      if (document.hidden || !list) return
      const next = (Math.round(list.scrollLeft / list.clientWidth) + 1) % slides.length
      list.scrollTo({ left: next * list.clientWidth, behavior: 'smooth' })
    }, autoplay)
    return () => clearInterval(timer)
  }, [moving, autoplay, slides.length])

  return (
    <section
      aria-roledescription={words.carousel}
      aria-label={label}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="relative overflow-hidden rounded-xl border border-line bg-sunken shadow-card"
    >
      <ul
        ref={rail}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too
        tabIndex={0}
        aria-live={moving ? 'off' : 'polite'}
        onScroll={(event) => setAt(Math.round(event.currentTarget.scrollLeft / event.currentTarget.clientWidth))}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scrollbar-none focus-visible:outline-offset-[-3px]"
      >
        {slides.map((slide, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a slide is its place
            key={index}
            aria-roledescription={words.slide}
            aria-label={words.place(index + 1, slides.length)}
            inert={index !== at}
            className="w-full shrink-0 snap-center"
          >
            {slide}
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="absolute right-2 bottom-2 lg:right-3 lg:bottom-3 flex items-center rounded-full bg-card/85 px-1 shadow-card">
          {slides.map((_, index) => (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
              key={index}
              type="button"
              aria-label={words.place(index + 1, slides.length)}
              aria-current={index === at ? 'true' : undefined}
              onClick={() => go(index)}
              className="grid size-8 place-items-center rounded-full pointer-coarse:size-11"
            >
              <span
                className={cx(
                  'h-2 rounded-full transition-[width,background-color] duration-200',
                  index === at ? 'w-5 bg-accent' : 'w-2 bg-line-strong',
                )}
              />
            </button>
          ))}
          {autoplay && !still && (
            <button
              type="button"
              aria-label={stopped ? words.play : words.pause}
              title={stopped ? words.play : words.pause}
              onClick={() => setStopped(!stopped)}
              className="grid size-8 place-items-center rounded-full text-ink-soft hover:text-ink pointer-coarse:size-11"
            >
              {stopped ? <PlayIcon size={16} /> : <PauseIcon size={16} />}
            </button>
          )}
        </div>
      )}
    </section>
  )
}
