import type { Announcement } from '../../contract/announcements.ts'
import { isUnpublished } from '../common/PublishBadge.tsx'
import { RoleBadge } from '../courses/RoleBadge.tsx'
import { date, dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Time } from '../ui/Time.tsx'

type Props = Pick<Announcement, 'announcement_author' | 'announcement_datetime' | 'publish_at'> & {
  /** Whether the keyboard reaches the exact time. A card is one link, so there it does not. */
  focusable?: boolean
}

/** Names the author, their role and the time; only the time when the account was removed. */
export function PostedBy({ announcement_author: author, announcement_datetime: at, publish_at, focusable }: Props) {
  const t = useText()
  const name = author && `${author.first} ${author.last}`.trim()
  const isAhead = isUnpublished({ publish_at })
  const time =
    publish_at === null ? (
      t.staff.announcements.unpublished
    ) : (
      <Time iso={at} exact={exact(at)} focusable={focusable}>
        {isAhead ? t.staff.announcements.goesOut(dateTime(at)) : t.course.postedOn(date(at))}
      </Time>
    )
  if (!author || !name) return <p className="text-ink-soft text-sm">{time}</p>
  return (
    <div className="flex items-center gap-3 text-ink-soft text-sm leading-tight">
      <Avatar id={author._id} name={name} src={author.img} size={36} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="max-w-full truncate font-semibold text-ink" title={name}>
            {name}
          </span>
          <RoleBadge role={author.role} />
        </p>
        <p>{time}</p>
      </div>
    </div>
  )
}
