import { useEffect, useReducer } from 'react'
import { onWake } from '../common/onWake.ts'
import { serverNow } from '../loading/call.ts'

const MINUTE_MS = 60_000

/**
 * The time until an instant, by the server's clock, in ms; negative when it is past, null without one. The component
 * renders again when the words change: every minute, every second of the last one, at the instant itself,
 * and when the device may have slept over it.
 */
export function useTimeLeft(iso: string | null): number | null {
  const [, draw] = useReducer((n: number) => n + 1, 0)
  const left = iso === null ? null : Date.parse(iso) - serverNow()
  useEffect(() => {
    if (left === null || left < -MINUTE_MS) return
    const step = left > MINUTE_MS ? MINUTE_MS : 1_000
    // Just past the change, so that the new words are shown.
    const timer = setTimeout(draw, (((left % step) + step) % step) + 20)
    return () => clearTimeout(timer)
  })
  useEffect(() => onWake(draw), [])
  return left
}

/** The instant has passed. */
export const isPast = (left: number | null): boolean => left !== null && left < 0
