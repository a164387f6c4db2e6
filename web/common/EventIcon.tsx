import type { EventType } from '../../contract/endpoint.ts'
import { AssignmentIcon, CalendarIcon, FileTextIcon, GradeIcon, MegaphoneIcon } from '../ui/icons.tsx'

const looks = {
  announcement: { Icon: MegaphoneIcon, look: 'bg-accent-soft text-accent' },
  assignment: { Icon: AssignmentIcon, look: 'bg-soon-soft text-soon' },
  schedule: { Icon: CalendarIcon, look: 'bg-note-soft text-note' },
  content: { Icon: FileTextIcon, look: 'bg-done-soft text-done' },
  grade: { Icon: GradeIcon, look: 'bg-late-soft text-late' },
}

/** The icon of a kind of event. A word stands beside it, or `label` names it for screen readers. */
export function EventIcon({ type, label }: { type: EventType; label?: string }) {
  const { Icon, look } = looks[type]
  return (
    <span className={`grid size-10 shrink-0 place-items-center rounded-full ${look}`} title={label}>
      <Icon size={20} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
