/**
 * Calls back when the page is in sight again, gets the focus, or has the network back: the device may have slept, and
 * timers stand still meanwhile.
 */
export function onWake(then: () => void): () => void {
  const look = () => {
    if (!document.hidden) then()
  }
  document.addEventListener('visibilitychange', look)
  for (const event of events) addEventListener(event, look)
  return () => {
    document.removeEventListener('visibilitychange', look)
    for (const event of events) removeEventListener(event, look)
  }
}

const events = ['focus', 'online']
