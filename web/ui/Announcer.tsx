import { topModal } from './modals.ts'

/** The place that words are read out from. One at the root of the page, one in each modal dialog (the rest is inert then). */
export function Announcer() {
  return <div role="status" data-announcer="" className="sr-only" />
}

let clearing: ReturnType<typeof setTimeout> | undefined

/** Reads words out to a screen reader, without moving the focus. */
export function announce(message: string) {
  const place = (topModal() ?? document).querySelector('[data-announcer]')
  if (!place) return
  // The same words twice are two changes only when there was nothing between them.
  place.textContent = ''
  clearTimeout(clearing)
  setTimeout(() => {
    place.textContent = message
  }, 50)
  clearing = setTimeout(() => {
    place.textContent = ''
  }, 8000)
}
