import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'
import { PinIcon } from '../ui/icons.tsx'

/** Says that a thing is first in its list. */
export function PinnedBadge() {
  return (
    <Badge tone="accent" icon={<PinIcon size={14} />}>
      {useText().staff.announcements.pinned}
    </Badge>
  )
}
