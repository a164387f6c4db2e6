import { useNow } from '../common/useNow.ts'
import { exact, relative } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { useMe } from '../session/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Time } from '../ui/Time.tsx'
import { nameOf, type Writer } from './Byline.tsx'

/** The author and time of the last answer, in one line however long the name. */
export function LastAnswer({ user, datetime }: { user: Writer; datetime: string }) {
  const t = useText().discussions
  const me = useMe()
  const now = useNow()
  const name = nameOf(user, t)
  return (
    <span className="flex min-w-0 max-w-full items-center gap-2 text-ink-soft text-sm">
      <Avatar id={user._id} name={name} src={user.img} size={24} />
      <span className="truncate" title={name}>
        {user._id === me._id ? t.youAnswered : t.answered(name)}
      </span>
      <Time iso={datetime} exact={exact(datetime)} className="shrink-0">
        {relative(datetime, now)}
      </Time>
    </span>
  )
}

/** Marks posts of others that the reader has not seen. */
export function NewBadge({ id }: { id: string }) {
  return (
    <span id={id} className="inline-flex shrink-0">
      <Badge tone="accent" icon={<span className="size-1.5 rounded-full bg-current" />}>
        {useText().discussions.isNew}
      </Badge>
    </span>
  )
}
