import type { Role } from '../../contract/users.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'

interface Props {
  role: Role | undefined
  /** The badge is cut before the name beside it. */
  cut?: boolean
}

/** Beside the name of a member of staff: their role in the course. Students have no badge. */
export function RoleBadge({ role, cut }: Props) {
  const t = useText().roles
  if (!role || role === 'student') return null
  return (
    <Badge tone="note" icon={null} className={cut ? 'min-w-0 font-medium' : 'shrink-0 font-medium'}>
      {t[role]}
    </Badge>
  )
}
