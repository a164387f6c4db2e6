import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '../common/AppLink.tsx'
import { isUnpublished } from '../common/PublishBadge.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { useFirst } from '../loading/useFirst.ts'
import { InlineMath } from '../markdown/InlineMath.tsx'
import { plainText } from '../markdown/plainText.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { cx } from '../ui/cx.ts'
import { PlaneDrawing } from '../ui/drawings.tsx'
import { Empty } from '../ui/Empty.tsx'
import { useFirstNew } from '../ui/focus.ts'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Strip, StripItem } from '../ui/Strip.tsx'
import { toast } from '../ui/Toast.tsx'
import { Badges, hasBadges } from './Badges.tsx'
import { PostedBy } from './PostedBy.tsx'
import { announcementsOf, showOlder } from './queries.ts'

/** Every card has this height, whatever its text, so that what is below does not move when the cards load. */
const height = 'min-h-65 sm:min-h-67'

/** A wide window shows this many at first. */
const FIRST = 5

/** The announcements of the course in a row, newest first; each opens over the page. */
export function Announcements() {
  const t = useText()
  const courseId = useCourseId()
  const { all, more } = useSuspenseQuery(announcementsOf(courseId)).data
  const drawn = useFirst(all, FIRST)
  const [fetching, setFetching] = useState(false)
  const { markFirst, isNew } = useFirstNew()
  if (all.length === 0) {
    return (
      <Card pad="sm" className={`mb-1 grid place-items-center ${height}`}>
        <Empty
          compact
          drawing={<PlaneDrawing />}
          title={t.course.noAnnouncements}
          text={t.course.noAnnouncementsText}
        />
      </Card>
    )
  }

  async function older() {
    markFirst(all.length)
    setFetching(true)
    await showOlder(courseId).catch(() => toast(t.errors.offlineText, 'wrong'))
    setFetching(false)
  }

  return (
    <Strip label={t.course.announcements} words={t.strip}>
      {drawn.map((a, i) => (
        <StripItem key={a._id} {...isNew(i)}>
          <Card
            linked
            as="article"
            className={cx('flex h-full flex-col gap-2', height, isUnpublished(a) && 'border-line-strong border-dashed')}
          >
            <Badges {...a} />
            <h3 className="line-clamp-2 break-words font-semibold text-lg">
              <AppLink preventScrollReset to={`/course/${courseId}/announcement/${a._id}/preview`} look="cover">
                {a.announcement_title}
              </AppLink>
            </h3>
            <p className={cx('break-words text-ink-soft', hasBadges(a) ? 'line-clamp-2' : 'line-clamp-3')}>
              <InlineMath text={plainText(a.announcement_content)} />
            </p>
            <div className="mt-auto pt-1">
              <PostedBy {...a} />
            </div>
          </Card>
        </StripItem>
      ))}
      {more && (
        <StripItem width="narrow">
          <Button pending={fetching} onClick={() => void older()}>
            {t.course.older}
          </Button>
        </StripItem>
      )}
    </Strip>
  )
}

export function AnnouncementsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="flex gap-4 overflow-hidden pb-1">
      {[0, 1, 2, 3].map((n) => (
        <Card key={n} className={`w-80 shrink-0 max-w-[85vw] ${height}`}>
          <Skeleton className="text-lg" />
          <Skeleton />
          <Skeleton className="w-3/4" />
          <Skeleton className="mt-2 w-1/2 text-sm" />
          <Skeleton className="w-1/3 text-sm" />
        </Card>
      ))}
    </SkeletonGroup>
  )
}
