import type { DraftWriter } from '../../contract/drafts.ts'
import { useText } from '../i18n/index.ts'
import { useMe } from '../session/queries.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Badge } from '../ui/Badge.tsx'

/** The members of the group that owns the draft, and who of them has it open now. */
export function Writers({ writers }: { writers: DraftWriter[] }) {
  const t = useText().assignments.writers
  const me = useMe()
  if (writers.length === 0) return null
  return (
    <div className="mt-2 grid gap-2 font-normal">
      <p className="text-ink-soft text-sm">{t.shared}</p>
      <ul aria-label={t.label} className="grid gap-1.5">
        {writers.map(({ _id, first, last, img, here }) => (
          <li key={_id} className="flex min-w-0 items-center gap-2">
            <Avatar id={_id} name={`${first} ${last}`} src={img} size={24} />
            <span className="min-w-0 break-words">
              {first} {last}
              {_id === me._id && <span className="text-ink-soft"> ({t.you})</span>}
            </span>
            {here && _id !== me._id && <Badge tone="done">{t.here}</Badge>}
          </li>
        ))}
      </ul>
    </div>
  )
}
