import { useQuery } from '@tanstack/react-query'
import { meetingOver } from '../../contract/meetings.ts'
import { NewTab } from '../common/NewTab.tsx'
import { Title } from '../common/Title.tsx'
import { useNow } from '../common/useNow.ts'
import { coverSeed } from '../courses/cover.ts'
import { courseOf, useCourseId } from '../courses/queries.ts'
import { exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { CourseCover } from '../ui/CourseCover.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ExternalIcon } from '../ui/icons.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { dateTime12 } from './dates.ts'
import { ProviderLogo } from './ProviderLogo.tsx'
import { useMeeting } from './useMeeting.ts'

export default function MeetingPreview() {
  const t = useText()
  const courseId = useCourseId()
  const { meeting, toList } = useMeeting()
  const now = useNow()
  const over = meeting && now >= meetingOver(meeting)
  const course = useQuery(courseOf(courseId)).data
  return (
    <Dialog
      title={meeting?.meeting_title ?? t.loading}
      loading={!meeting}
      closeLabel={t.close}
      onClose={toList}
      header={
        <div className="relative mb-8 w-full [@media(max-height:36rem)]:hidden">
          <CourseCover
            id={coverSeed(courseId, course?.course_cover)}
            src={course?.course_image}
            className="h-36 rounded-md sm:h-48"
          />
          <span className="absolute -bottom-6 left-4 rounded-full ring-4 ring-card">
            <ProviderLogo size={56} />
          </span>
        </div>
      }
      footer={(close) => (
        <>
          <Button onClick={() => close('button')}>{t.close}</Button>
          {meeting?.meeting_link && !over && (
            <ButtonLink
              variant="primary"
              href={meeting.meeting_link}
              target="_blank"
              rel="noopener noreferrer"
              data-autofocus=""
            >
              {t.meetings.join}
              <ExternalIcon size={16} />
              <NewTab />
            </ButtonLink>
          )}
        </>
      )}
    >
      {meeting && <Title over of={meeting.meeting_title} />}
      {meeting ? (
        <div className="grid gap-1">
          <p>
            <Time iso={meeting.meeting_start} exact={exact(meeting.meeting_start)} focusable>
              {t.meetings.start(dateTime12(meeting.meeting_start))}
            </Time>
          </p>
          <p className="text-ink-soft">{t.meetings.hostedBy(meeting.meeting_host)}</p>
          {over ? (
            <p className="mt-2">{t.meetings.over}</p>
          ) : (
            !meeting.meeting_link && <p className="mt-2">{t.meetings.noLink}</p>
          )}
        </div>
      ) : (
        <SkeletonGroup label={t.loading}>
          <Skeleton className="w-56" />
          <Skeleton className="w-40" />
        </SkeletonGroup>
      )}
    </Dialog>
  )
}
