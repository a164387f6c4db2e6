import type { ReactNode } from 'react'
import { Title } from '../common/Title.tsx'
import { exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { yearFirst } from './dates.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import { useMeeting } from './useMeeting.ts'

export default function MeetingInfo() {
  const t = useText()
  const { meeting, toList } = useMeeting()
  return (
    <Dialog title={meeting?.meeting_title ?? t.loading} loading={!meeting} closeLabel={t.close} onClose={toList}>
      {meeting && <Title over of={meeting.meeting_title} />}
      {meeting ? (
        <dl className="grid gap-4">
          <Fact name={t.meetings.id}>
            <span className="select-all font-mono text-sm">{grouped(meeting.meeting_number)}</span>
          </Fact>
          <Fact name={t.meetings.providerLabel}>
            <span className="inline-flex items-center gap-2">
              <ProviderLogo size={24} />
              {t.meetings.provider}
            </span>
          </Fact>
          <Fact name={t.meetings.hostLabel}>{meeting.meeting_host}</Fact>
          <Fact name={t.meetings.scheduledLabel}>
            <Time iso={meeting.meeting_start} exact={exact(meeting.meeting_start)} focusable>
              {yearFirst(meeting.meeting_start, t.on)}
            </Time>
          </Fact>
        </dl>
      ) : (
        <SkeletonGroup label={t.loading} className="grid gap-4">
          {[0, 1, 2, 3].map((n) => (
            <div key={n}>
              <Skeleton className="w-24 text-sm" />
              <Skeleton className="w-56" />
            </div>
          ))}
        </SkeletonGroup>
      )}
    </Dialog>
  )
}

/** 921 1010 1501: in threes and fours, as people read a number out. */
const grouped = (digits: string) => digits.replace(/^(\d{3})(\d{3,4}?)(\d{3,4})$/, '$1 $2 $3')

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="font-medium text-ink-soft text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
