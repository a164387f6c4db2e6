import type { Assignment } from '../../contract/assignments.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { CheckCircleIcon } from '../ui/icons.tsx'
import { ReceiptLink } from './ReceiptLink.tsx'

interface Props {
  assignment: Assignment
  submission: { _id: string; attempt: number; late: boolean }
  onClose: () => void
}

/** Confirms a submission and offers its receipt. */
export function DoneDialog({ assignment, submission, onClose }: Props) {
  const t = useText()
  return (
    <Dialog
      size="sm"
      title={t.assignments.doneTitle}
      header={<CheckCircleIcon size={32} className="text-done" />}
      closeLabel={t.close}
      onClose={onClose}
      footer={(close) => (
        <Button variant="primary" onClick={() => close('button')} data-autofocus="">
          {t.close}
        </Button>
      )}
    >
      <p className="mb-4">
        {t.assignments.doneText} {submission.late && t.assignments.doneLate}
      </p>
      <ReceiptLink assignment={assignment} submission={submission} />
    </Dialog>
  )
}
