import type { Announcement } from '../../contract/announcements.ts'
import { PinnedBadge } from '../common/PinnedBadge.tsx'
import { isUnpublished, PublishBadge } from '../common/PublishBadge.tsx'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'

type Props = Pick<Announcement, 'publish_at' | 'pinned' | 'audience'>

export const hasBadges = ({ publish_at, pinned, audience }: Props) =>
  isUnpublished({ publish_at }) || pinned || Boolean(audience)

/** Badges say that an announcement is pinned; to staff also that it is not published, and who sees it. */
export function Badges(of: Props) {
  const t = useText().staff.announcements
  const { publish_at, pinned, audience } = of
  if (!hasBadges(of)) return null
  return (
    <p className="flex flex-wrap gap-2">
      <PublishBadge at={publish_at} />
      {pinned && <PinnedBadge />}
      {audience && <Badge>{t.section(audience.section)}</Badge>}
    </p>
  )
}
