import type { Assignment, HandedIn } from '../../contract/assignments.ts'
import { slotOf } from '../assignments/form.ts'
import { NewTab } from '../common/NewTab.tsx'
import { sizeOf } from '../contents/kinds.tsx'
import { useText } from '../i18n/index.ts'
import { textLink } from '../ui/Link.tsx'

/** The files of a submission, each with a hash that anyone can compare. */
export function Files({ slots, handedIn }: { slots: Assignment['assignment_file']; handedIn: HandedIn }) {
  const t = useText()
  const nameOf = (field: string) => slots.find(({ _id }) => slotOf(_id) === field)?.slotname
  return (
    <ul aria-label={t.assignments.receipt.files} className="grid gap-4">
      {Object.entries(handedIn.files).map(([field, { filename, bytes, sha256 }]) => (
        <li key={field} className="min-w-0 break-inside-avoid">
          <p className="break-words text-ink-soft text-sm">{nameOf(field)}</p>
          <p className="break-words">
            <a href={handedIn.response[field]} target="_blank" rel="noopener" className={`touch-target ${textLink}`}>
              {filename}
              <NewTab />
            </a>{' '}
            <span className="text-ink-soft text-sm">{sizeOf(bytes, t.contents)}</span>
          </p>
          <p className="break-all text-ink-soft text-sm">
            SHA-256 <code className="font-mono">{sha256}</code>
          </p>
        </li>
      ))}
    </ul>
  )
}
