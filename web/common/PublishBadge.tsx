import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Badge } from '../ui/Badge.tsx'
import { ClockIcon, EditIcon } from '../ui/icons.tsx'

/** When a thing goes out; null: it is a draft. Only staff see it. */
type At = string | null | undefined

const isAhead = (at: string) => Date.parse(at) > serverNow()

/** Students do not see it. */
export const isUnpublished = ({ publish_at: at }: { publish_at?: At }): boolean =>
  at === null || (at !== undefined && isAhead(at))

/** Says that a thing is not published. `when` are the words for its time, where nothing else shows it. */
export function PublishBadge({ at, when }: { at: At; when?: (at: string) => string }) {
  const t = useText().staff.announcements
  if (at === null) return <Badge icon={<EditIcon size={14} />}>{t.draft}</Badge>
  if (!isUnpublished({ publish_at: at })) return null
  return (
    <Badge tone="soon" icon={<ClockIcon size={14} />}>
      {at && when ? when(at) : t.scheduled}
    </Badge>
  )
}
