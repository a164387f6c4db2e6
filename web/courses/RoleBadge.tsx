import type { Role } from '../../contract/users.ts'
import { useText } from '../i18n/index.ts'
import { Badge } from '../ui/Badge.tsx'

/** Beside the name of a member of staff: their role in the course. Students have no badge. */
export function RoleBadge({ role }: { role: Role | undefined }) {
  const t = useText().roles
  if (!role || role === 'student') return null
  return (
    <Badge tone="note" icon={null} className="shrink-0 font-medium">
      {t[role]}
    </Badge>
  )
}
