import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { type Dates, useStanding } from './useStanding.ts'

/** The badge of a late submission; nothing for one in time. */
export function Late({ late }: { late: boolean | undefined }) {
  const t = useText().assignments
  return late ? <Badge tone="late">{t.late}</Badge> : null
}

/** The badge of anything late, submitted or not; nothing otherwise. */
export function LateMark({ assignment }: { assignment: Dates & { my?: { late: boolean } | undefined } }) {
  const t = useText().assignments
  const standing = useStanding(assignment)
  if (assignment.my) return <Late late={assignment.my.late} />
  return standing === 'open' ? null : <Badge tone="late">{t[standing]}</Badge>
}
