import { useId } from 'react'
import type { BehindReason, CourseStatistics } from '../../contract/staff/statistics.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useAuthoring } from '../i18n/authoring.ts'
import { date, number } from '../i18n/dates.ts'
import type { Authoring } from '../i18n/en/authoring.ts'
import { Card } from '../ui/Card.tsx'

/** Students who may be falling behind, each with the reasons. */
export function Behind({ data: { behind, behind_count } }: { data: CourseStatistics }) {
  const t = useAuthoring().statistics
  const course_id = useCourseId()
  const heading = useId()
  return (
    <Card as="section" aria-labelledby={heading}>
      <h3 id={heading} className="font-semibold text-lg tracking-tight">
        {t.behind}
      </h3>
      <p className="max-w-prose text-ink-soft text-sm">{t.behindText}</p>
      {behind.length === 0 ? (
        <p className="mt-4">
          <strong className="font-semibold">{t.nobodyBehind}.</strong> {t.nobodyBehindText}
        </p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {behind.map(({ _id, first, last, section, reasons }) => (
            <li key={_id} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
              <span className="min-w-0">
                <AppLink
                  to={`/course/${course_id}/people/${_id}`}
                  look="text"
                  className="touch-target wrap-anywhere font-medium"
                >
                  {`${first} ${last}`}
                </AppLink>
                {section !== '' && <span className="block text-ink-soft text-sm">{`${t.section} ${section}`}</span>}
              </span>
              <ul className="grid gap-1 text-sm">
                {reasons.map((reason) => (
                  <li key={reason.kind}>{inWords(reason, t)}</li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {behind_count > behind.length && (
        <p className="mt-3 text-ink-soft text-sm">{t.moreBehind(behind_count - behind.length)}</p>
      )}
    </Card>
  )
}

function inWords(reason: BehindReason, t: Authoring['statistics']): string {
  switch (reason.kind) {
    case 'missing':
      return t.missing(reason.n, reason.of)
    case 'absent':
      return t.absent(reason.n, reason.of)
    case 'below':
      return t.below(number(reason.percent), number(reason.than))
    case 'quiet':
      return reason.since ? t.quiet(date(reason.since), reason.days) : t.neverSeen(reason.days)
  }
}
