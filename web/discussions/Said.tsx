import type { Author } from '../../contract/discussions.ts'
import { exact, relative } from '../i18n/dates.ts'
import { type Catalogue, useText } from '../i18n/index.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Time } from '../ui/Time.tsx'
import { useNow } from '../useNow.ts'

type Words = Catalogue['discussions']

/** Of an account that was removed, the server has only its place. */
const isRemoved = ({ _id }: Author) => _id === ''

export const nameOf = (user: Author, t: Words): string =>
  isRemoved(user) ? t.removed : `${user.first} ${user.last}`.trim()

export const firstNameOf = (user: Author, t: Words): string => (isRemoved(user) ? t.removed : user.first)

interface Props {
  user: Author
  datetime: string
  small?: boolean
}

/** Who said it and when. */
export function Said({ user, datetime, small }: Props) {
  const now = useNow()
  const name = nameOf(user, useText().discussions)
  return (
    <div className="flex items-center gap-3">
      <Avatar id={user._id} name={name} src={user.img} size={small ? 32 : 40} />
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-semibold" title={name}>
          {name}
        </span>
        <Time iso={datetime} exact={exact(datetime)} className="text-ink-soft text-sm">
          {relative(datetime, now)}
        </Time>
      </p>
    </div>
  )
}
