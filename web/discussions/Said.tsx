import type { ReactNode } from 'react'
import type { Author } from '../../contract/discussions.ts'
import { exact, relative } from '../i18n/dates.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Time } from '../ui/Time.tsx'
import { useNow } from '../useNow.ts'

export const nameOf = ({ first, last }: Pick<Author, 'first' | 'last'>): string => `${first} ${last}`.trim()

interface Props {
  user: Author
  datetime: string
  small?: boolean
  /** At the end of the line. */
  children?: ReactNode
}

/** Who said it and when. */
export function Said({ user, datetime, small, children }: Props) {
  const now = useNow()
  return (
    <div className="flex items-center gap-3">
      <Avatar id={user._id} name={nameOf(user)} src={user.img} size={small ? 32 : 40} />
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-semibold" title={nameOf(user)}>
          {nameOf(user)}
        </span>
        <Time iso={datetime} exact={exact(datetime)} className="text-ink-soft text-sm">
          {relative(datetime, now)}
        </Time>
      </p>
      {children}
    </div>
  )
}
