import type { Announcement } from '../../contract/announcements.ts'
import { isUnpublished, PublishBadge } from '../common/PublishBadge.tsx'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'

type Props = Pick<Announcement, 'publish_at' | 'pinned' | 'audience'>

/** Badges say that an announcement is pinned; to staff also that it is not out, and for whom it is. */
export function Badges({ publish_at: at, pinned, audience }: Props) {
  const t = useText().staff.announcements
  if (!isUnpublished({ publish_at: at }) && !pinned && !audience) return null
  return (
    <p className="flex flex-wrap gap-2">
      <PublishBadge at={at} />
      {pinned && (
        <Badge tone="accent" icon={<Icon d="M12 16.5V21M9 4h6M10 4v6l-3 3.5v3h10v-3l-3-3.5V4" size={14} />}>
          {t.pinned}
        </Badge>
      )}
      {audience && <Badge>{t.section(audience.section)}</Badge>}
    </p>
  )
}
