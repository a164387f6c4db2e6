import { serverNow } from '../call.ts'
import { countdown, dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Time } from '../ui/Time.tsx'
import { isPast, useTimeLeft } from './useTimeLeft.ts'

/** Within a day it is soon. */
const SOON_MS = 24 * 3_600_000

/** The date, and how long until then by the server's clock; then that it is closed. `done`: there is nothing left to do. */
export function DueTime({ iso, done, focusable }: { iso: string; done?: boolean; focusable?: boolean }) {
  const t = useText().assignments
  const left = useTimeLeft(iso)
  const soon = left !== null && left < SOON_MS
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Time iso={iso} exact={exact(iso)} focusable={focusable}>
        {dateTime(iso)}
      </Time>
      {isPast(left) ? (
        <Badge tone={done ? 'neutral' : 'late'}>{t.closed}</Badge>
      ) : (
        !done && <Badge tone={soon ? 'soon' : 'neutral'}>{countdown(iso, serverNow())}</Badge>
      )}
    </span>
  )
}
