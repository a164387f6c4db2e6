import { countdown, dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Badge } from '../ui/Badge.tsx'
import { Time } from '../ui/Time.tsx'
import { type Dates, useStanding } from './useStanding.ts'
import { useTimeLeft } from './useTimeLeft.ts'

/** Due within a day counts as soon. */
const SOON_MS = 24 * 3_600_000

interface Props {
  assignment: Dates
  /** The work is done. */
  done?: boolean
  focusable?: boolean
  /** For a list row: the time left stands below the date, and the end of late submission shows from the start. */
  stacked?: boolean
}

/**
 * The due date, and the time left by the server's clock. After it: that it has passed, how long late submission stays
 * open, and at last that it is closed.
 */
export function DueTime({ assignment, done, focusable, stacked }: Props) {
  const t = useText().assignments
  const { assignment_due: due, assignment_closes: closes } = assignment
  const standing = useStanding(assignment)
  if (due === null && closes === null) return <span>{t.noDue}</span>
  const closesLater = closes !== null && closes !== due && standing !== 'closed'
  return (
    <span className={stacked ? 'min-w-0 max-md:contents' : spread}>
      {due ? (
        <Time iso={due} exact={exact(due)} focusable={focusable} className={stacked ? 'block' : undefined}>
          {dateTime(due)}
        </Time>
      ) : (
        <span>{t.noDue}</span>
      )}
      <span className={spread}>
        {standing === 'closed' && <Badge tone={done ? 'neutral' : 'late'}>{t.closed}</Badge>}
        {standing === 'pastDue' && !done && <Badge tone="late">{t.pastDue}</Badge>}
        {standing === 'open' && due && !done && <Left iso={due} closes={stacked && closes === due} />}
        {closesLater && !done && (stacked || standing === 'pastDue' || !due) && (
          <Time iso={closes} exact={exact(closes)} className={stacked ? 'text-xs' : undefined}>
            {t.closes(countdown(closes, serverNow()))}
          </Time>
        )}
      </span>
    </span>
  )
}

const spread = 'inline-flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden'

/** The time left; `closes`: until submission closes. */
function Left({ iso, closes }: { iso: string; closes?: boolean | undefined }) {
  const t = useText().assignments
  const left = useTimeLeft(iso)
  const words = countdown(iso, serverNow())
  return <Badge tone={left !== null && left < SOON_MS ? 'soon' : 'neutral'}>{closes ? t.closes(words) : words}</Badge>
}

/** The end of late submission, where there is one. */
export function CloseTime({ assignment }: { assignment: Dates }) {
  const t = useText().assignments
  const { assignment_due: due, assignment_closes: closes } = assignment
  const standing = useStanding(assignment)
  if (closes === null) return null
  const when = dateTime(closes)
  return (
    <Time iso={closes} exact={exact(closes)}>
      {standing === 'closed'
        ? t.closedOn(when)
        : due === closes
          ? t.closesWhenDue
          : due
            ? t.lateUntil(when)
            : t.closes(when)}
    </Time>
  )
}
