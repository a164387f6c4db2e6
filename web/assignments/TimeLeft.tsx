import { useEffect, useRef } from 'react'
import { countdown, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { announce } from '../ui/Announcer.tsx'
import { cx } from '../ui/cx.ts'
import { ClockIcon } from '../ui/icons.tsx'
import { Time } from '../ui/Time.tsx'
import { isPast, useTimeLeft } from './useTimeLeft.ts'

const MINUTE_MS = 60_000

/** The time left of the time limit: minutes, and seconds in the last one, whose start is announced. */
export function TimeLeft({ ends }: { ends: string }) {
  const t = useText().assignments.timed
  const left = useTimeLeft(ends)
  const isLast = left !== null && left < MINUTE_MS && left > 0
  useEffect(() => {
    if (isLast) announce(t.lastMinute)
  }, [isLast, t])
  return (
    <span className={cx('inline-flex items-center gap-1.5 font-semibold tabular-nums', isLast && 'text-wrong')}>
      <ClockIcon size={18} />
      {isPast(left) ? (
        t.up
      ) : (
        <Time iso={ends} exact={exact(ends)}>
          {countdown(ends, serverNow())}
        </Time>
      )}
    </span>
  )
}

/** Calls back once when the time ends, or at once if the page opens after that. Returns whether it has ended. */
export function useAtEnd(ends: string | undefined, then: () => void): boolean {
  const over = isPast(useTimeLeft(ends ?? null))
  const [was, latest] = [useRef(false), useRef(then)]
  useEffect(() => {
    latest.current = then
  })
  useEffect(() => {
    if (over && !was.current) latest.current()
    was.current = over
  }, [over, was, latest])
  return over
}
