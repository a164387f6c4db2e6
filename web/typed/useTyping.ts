import { useEffect } from 'react'

/** Says to the other tabs of this browser, while `is`, that somebody types there in this one. */
export function useTyping(place: string, is: boolean): void {
  useEffect(() => {
    if (!is) return
    let release = holdTyping(place)
    const letGo = () => release()
    const hold = () => {
      // A page that has just loaded is shown as well, and holds it already.
      release()
      release = holdTyping(place)
    }
    // A page with a lock would not be kept for the way back.
    addEventListener('pagehide', letGo)
    addEventListener('pageshow', hold)
    return () => {
      removeEventListener('pagehide', letGo)
      removeEventListener('pageshow', hold)
      release()
    }
  }, [place, is])
}

/** Returns what lets go of it. */
export function holdTyping(place: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  // Absent on a plain http address. Where storage is forbidden, so are locks, and nothing is kept that could be sent.
  void navigator.locks?.request(nameOf(place), { mode: 'shared' }, () => promise).catch(() => {})
  return resolve
}

/** Does the work unless somebody types there in an open tab. */
export async function unlessTyping<T>(place: string, work: () => Promise<T>): Promise<T | undefined> {
  if (!navigator.locks) return work()
  return navigator.locks.request(nameOf(place), { ifAvailable: true }, (lock) => (lock ? work() : undefined))
}

const nameOf = (place: string) => `typing/${place}`
