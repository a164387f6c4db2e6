import type { TopicSummary } from '../../contract/discussions.ts'
import { PinnedBadge } from '../common/PinnedBadge.tsx'
import { isUnpublished, PublishBadge } from '../common/PublishBadge.tsx'
import { dateTime, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { EyeIcon, GradeIcon, LockIcon } from '../ui/icons.tsx'

type Props = Pick<TopicSummary, 'publish_at' | 'pinned' | 'locked' | 'post_first' | 'discussion_score' | 'audience'>

/** The badges of a topic; for staff also that it is not published. */
export function TopicBadges(props: Props) {
  const { publish_at, pinned, locked, post_first, discussion_score: score = null, audience } = props
  const { discussions: t, staff } = useText()
  if (!isUnpublished({ publish_at }) && !pinned && !locked && !post_first && score === null && !audience) return null
  return (
    <p className="flex flex-wrap gap-2">
      <PublishBadge at={publish_at} when={(at) => staff.announcements.goesOut(dateTime(at))} />
      {audience && <Badge>{staff.announcements.section(audience.section)}</Badge>}
      {pinned && <PinnedBadge />}
      {locked && <Badge icon={<LockIcon size={14} />}>{t.locked}</Badge>}
      {post_first && <Badge icon={<EyeIcon size={14} />}>{t.postFirst}</Badge>}
      {score !== null && <Badge icon={<GradeIcon size={14} />}>{t.graded(score, number(score))}</Badge>}
    </p>
  )
}
