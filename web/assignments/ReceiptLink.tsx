import type { Assignment } from '../../contract/assignments.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { useText } from '../i18n/index.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { ReceiptIcon } from '../ui/icons.tsx'

interface Props {
  assignment: Assignment
  submission: { _id: string; attempt: number }
}

/** A link to the receipt of a submission. */
export function ReceiptLink({ assignment, submission: { _id, attempt } }: Props) {
  const t = useText().assignments.receipt
  const course = `/course/${useCourseId()}`
  return (
    <AppLink
      to={`${course}/assignments/${assignment._id}/attempts/${_id}/receipt`}
      className={buttonClass('quiet', 'sm')}
      aria-label={t.of(attempt)}
    >
      <ReceiptIcon size={18} />
      {t.one}
    </AppLink>
  )
}
