import { useState } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import { assignments } from '../../contract/assignments.ts'
import { call } from '../call.ts'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { ReceiptIcon } from '../ui/icons.tsx'
import { toast } from '../ui/Toast.tsx'

interface Props {
  assignment: Assignment
  submissionId: string
  attempt: number
}

/** Keeps the signed receipt of a submission as a file on the person's device. */
export function DownloadReceipt({ assignment, submissionId, attempt }: Props) {
  const t = useText().assignments.receipt
  const course_id = useCourseId()
  const [pending, setPending] = useState(false)

  async function download() {
    setPending(true)
    try {
      const params = { course_id, asgn_id: assignment._id, submission_id: submissionId }
      const { receipt } = await call(assignments.receipt, { params })
      save(receipt, `receipt-${plainName(assignment.assignment_name)}-${attempt}.json`)
    } catch {
      toast(t.failed, 'wrong')
    }
    setPending(false)
  }

  return (
    <Button
      size="sm"
      icon={<ReceiptIcon size={18} />}
      aria-label={t.downloadOf(attempt)}
      pending={pending}
      onClick={() => void download()}
    >
      {t.download}
    </Button>
  )
}

function save(text: string, filename: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: filename })
  link.click()
  // The browser reads it after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Letters, marks and digits of any language, and dashes between them. */
const plainName = (name: string) =>
  name
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase()
