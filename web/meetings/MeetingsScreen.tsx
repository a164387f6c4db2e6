import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { type Meeting, meetingOver } from '../../contract/meetings.ts'
import { AppLink } from '../common/AppLink.tsx'
import { isUnpublished, PublishBadge } from '../common/PublishBadge.tsx'
import { useNow } from '../common/useNow.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { Badge } from '../ui/Badge.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { InfoIcon, PlayIcon, PlusIcon } from '../ui/icons.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { dateTime12 } from './dates.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import { meetingsOf } from './queries.ts'

const menu = staffCode('MeetingMenu', () => import('./staff/MeetingMenu.tsx'))

/** The online meetings of the course; preview, recording and information open as dialogs. */
export default function MeetingsScreen() {
  const t = useText()
  const { author } = useCan()
  const courseId = useCourseId()
  return (
    <>
      <Section
        title={t.meetings.title}
        action={
          author && (
            <AppLink preventScrollReset to={`/course/${courseId}/meeting/new`} className={buttonClass('primary', 'sm')}>
              <PlusIcon size={18} />
              {t.staff.meetings.add}
            </AppLink>
          )
        }
      >
        <Load fallback={<MeetingsSkeleton />}>
          <Meetings />
        </Load>
      </Section>
      <Outlet />
    </>
  )
}

function Meetings() {
  const t = useText().meetings
  const { data } = useSuspenseQuery(meetingsOf(useCourseId()))
  const now = useNow()
  if (data.length === 0) {
    return (
      <Card>
        <Empty drawing={<PlaneDrawing />} title={t.empty} text={t.emptyText} />
      </Card>
    )
  }
  // The list starts with the latest, so the next meeting is the last future one.
  const next = data.findLast((m) => Date.parse(m.meeting_start) > now)?._id
  const stateOf = (m: Meeting) => {
    if (Date.parse(m.meeting_start) <= now) return now < meetingOver(m) ? 'now' : undefined
    return m._id === next ? 'next' : undefined
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4">
      {data.map((meeting) => (
        <li key={meeting._id}>
          <MeetingCard meeting={meeting} state={stateOf(meeting)} />
        </li>
      ))}
    </ul>
  )
}

function MeetingCard({ meeting, state }: { meeting: Meeting; state: 'now' | 'next' | undefined }) {
  const { meetings: t, staff } = useText()
  const { author } = useCan()
  const { meeting_title: title, meeting_start: start } = meeting
  const base = `/course/${useCourseId()}/meeting/${meeting._id}`
  const small = buttonClass('quiet', 'sm', 'z-1')
  return (
    <Card
      linked
      as="article"
      pad="sm"
      className={cx('flex h-full gap-4', isUnpublished(meeting) && 'border-line-strong border-dashed')}
    >
      <ProviderLogo />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="flex items-start justify-between gap-3 font-semibold">
          <AppLink
            preventScrollReset
            to={`${base}/preview`}
            look="cover"
            aria-label={t.open.preview(title)}
            className="line-clamp-2 min-w-0 break-words"
          >
            {title}
          </AppLink>
          {state && (
            <Badge tone="accent" icon={null} className="mt-0.5 shrink-0">
              {t[state]}
            </Badge>
          )}
        </h3>
        <p className="text-ink-soft text-sm tabular-nums">
          <Time iso={start} exact={exact(start)}>
            {t.start(dateTime12(start))}
          </Time>
        </p>
        <div className="mt-auto flex flex-wrap gap-2 pt-2">
          <PublishBadge at={meeting.publish_at} when={(at) => staff.announcements.goesOut(dateTime12(at))} />
          {(meeting.meeting_recording?.show || (author && meeting.meeting_recording)) && (
            <AppLink preventScrollReset to={`${base}/recording`} className={small} aria-label={t.open.recording(title)}>
              <PlayIcon size={16} />
              {t.recording}
            </AppLink>
          )}
          <AppLink preventScrollReset to={`${base}/info`} className={small} aria-label={t.open.info(title)}>
            <InfoIcon size={16} />
            {t.information}
          </AppLink>
        </div>
      </div>
      {author && (
        <div className="z-1 -mt-2 -mr-2 size-11 shrink-0">
          <Load fallback={null} compact>
            <StaffPart code={menu} given={{ meeting }} />
          </Load>
        </div>
      )}
    </Card>
  )
}

function MeetingsSkeleton() {
  return (
    <SkeletonGroup
      label={useText().loading}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-4"
    >
      {[0, 1, 2, 3].map((n) => (
        <Card key={n} pad="sm" className="flex gap-4">
          <Skeleton shape="circle" className="size-12 shrink-0" />
          <div className="flex-1">
            <Skeleton className="w-3/4" />
            <Skeleton className="w-1/2 text-sm" />
            <Skeleton shape="block" className="mt-3 h-9 w-32" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  )
}
