import type { Participant } from '../../contract/users.ts'
import { useNow } from '../common/useNow.ts'
import { useMembership } from '../courses/membership.ts'
import { RoleBadge } from '../courses/RoleBadge.tsx'
import { exact, relative } from '../i18n/dates.ts'
import { type Catalogue, useText } from '../i18n/index.ts'
import { useMe } from '../session/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Time } from '../ui/Time.tsx'

/** The author of a text, or the person about to write one. */
export type Writer = Pick<Participant, '_id' | 'first' | 'last' | 'role'> & { img?: string | null | undefined }

type Words = Catalogue['discussions']

/** The reader as an author. */
export const useWriter = (): Writer => ({ ...useMe(), role: useMembership().role })

/** A removed account has no name on the server. */
const isRemoved = ({ _id }: Writer) => _id === ''

export const nameOf = (user: Writer, t: Words): string =>
  isRemoved(user) ? t.removed : `${user.first} ${user.last}`.trim()

export const firstNameOf = (user: Writer, t: Words): string => (isRemoved(user) ? t.removed : user.first)

interface Props {
  user: Writer
  datetime: string
  /** When its author changed it. */
  edited?: string | undefined
  small?: boolean
}

/** Author and time. */
export function Byline({ user, datetime, edited, small }: Props) {
  const now = useNow()
  const t = useText().discussions
  const name = nameOf(user, t)
  return (
    <div className="flex items-center gap-3">
      <Avatar id={user._id} name={name} src={user.img} size={small ? 32 : 40} />
      <p className="min-w-0 flex-1 leading-tight">
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-semibold" title={name}>
            {name}
          </span>
          <RoleBadge role={user.role} />
        </span>
        <Time iso={datetime} exact={exact(datetime)} className="text-ink-soft text-sm">
          {relative(datetime, now)}
        </Time>
        {edited && (
          <span className="text-ink-soft text-sm" title={t.editedAt(exact(edited))}>
            {' '}
            · {t.edited}
          </span>
        )}
      </p>
    </div>
  )
}
