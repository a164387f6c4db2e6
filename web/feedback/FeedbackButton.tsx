import { useState } from 'react'
import type { AssignmentSummary } from '../../contract/assignments.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { textLink } from '../ui/Link.tsx'

const dialog = staffCode('FeedbackDialog', () => import('./FeedbackDialog.tsx'))

/** Opens the explanation of a score, whose code loads then. */
export function FeedbackButton({ assignment: { _id, assignment_name } }: { assignment: AssignmentSummary }) {
  const t = useText().feedback
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`touch-target ${textLink}`}
        aria-label={t.openOf(assignment_name)}
        onClick={() => setOpen(true)}
      >
        {t.open}
      </button>
      {open && (
        <Load compact fallback={null}>
          <StaffPart code={dialog} given={{ assignmentId: _id, onClose: () => setOpen(false) }} />
        </Load>
      )}
    </>
  )
}
