import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'

export type RovingListProps = {
  label: string
  /** How the keyboard moves in it, announced with the list. */
  hint: string
  /** Its items, with one link each. */
  children: ReactNode
  className?: string
}

const sides = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] } as const

/** A list of links with one Tab stop: the arrow keys, Home and End move within it. */
export function RovingList({ label, hint, children, className }: RovingListProps) {
  const hintId = useId()
  const list = useRef<HTMLUListElement>(null)
  const [stop, setStop] = useState<HTMLElement>()
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]

  // Other components render the items, which come and go, so this runs after each render.
  useLayoutEffect(() => {
    const all = links()
    const tabStop = stop && all.includes(stop) ? stop : all[0]
    for (const link of all) link.tabIndex = link === tabStop ? 0 : -1
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const all = links()
    const at = all.indexOf(event.target as HTMLElement)
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    const next =
      key === 'Home'
        ? all[0]
        : key === 'End'
          ? all.at(-1)
          : key in sides && neighbour(all, at, key as keyof typeof sides)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return (
    <>
      <p id={hintId} hidden>
        {hint}
      </p>
      <ul
        ref={list}
        aria-label={label}
        aria-describedby={hintId}
        onKeyDown={onKeyDown}
        onFocus={(event) => links().includes(event.target) && setStop(event.target)}
        className={className}
      >
        {children}
      </ul>
    </>
  )
}

/** The nearest item in that direction in the same row or column, or else the previous or next one. */
function neighbour(all: HTMLElement[], at: number, key: keyof typeof sides): HTMLElement | undefined {
  const [across, down] = sides[key]
  const places = all.map((link) => (link.closest('li') ?? link).getBoundingClientRect())
  const from = places[at] as DOMRect
  const away = ({ left, top }: DOMRect) => (left - from.left) * across + (top - from.top) * down
  const beside = ({ left, top }: DOMRect) => Math.abs(across ? top - from.top : left - from.left) < 2
  const [nearest] = places
    .map((place, index) => ({ index, away: away(place), beside: beside(place) }))
    .filter((place) => place.beside && place.away > 1)
    .sort((a, b) => a.away - b.away)
  return all[nearest?.index ?? at + across + down]
}
