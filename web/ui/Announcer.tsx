import { topModal } from './modals.ts'

/** The live region. One at the root of the page, one in each modal dialog (the rest of the page is inert then). */
export function Announcer() {
  return <div role="status" data-announcer="" className="sr-only" />
}

const BEGIN_MS = 50
const CLOSED_MS = 1_000
const CLEAR_MS = 8_000

let timers: ReturnType<typeof setTimeout>[] = []
/** Messages of the same moment are announced together. */
let waiting = new Set<string>()

function clear() {
  for (const place of document.querySelectorAll('[data-announcer]')) place.textContent = ''
}

function say(message: string): Element | null {
  const place = (topModal() ?? document).querySelector('[data-announcer]')
  if (place) place.textContent = message
  return place
}

/** Makes a screen reader say a message, without moving the focus. */
export function announce(message: string) {
  waiting.add(message)
  for (const timer of timers) clearTimeout(timer)
  // The same message twice is only noticed when the region was empty in between.
  clear()
  timers = [
    setTimeout(() => {
      const words = [...waiting].join(' ')
      waiting = new Set()
      const place = say(words)
      // A closing dialog took the message with it.
      timers.push(setTimeout(() => place?.isConnected === false && say(words), CLOSED_MS))
    }, BEGIN_MS),
    setTimeout(clear, CLEAR_MS),
  ]
}
