import { useQuery } from '@tanstack/react-query'
import { marks as calls } from '../../contract/staff/marks.ts'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useWorkWords } from '../i18n/works.ts'
import { query } from '../loading/call.ts'
import { Badge } from '../ui/Badge.tsx'
import type { ShownOf } from './ShownWork.tsx'

/** The number of marks on a closed file, for its student. */
export default function MarkCount({ assignmentId, submissionId, field }: ShownOf & { field: string }) {
  const t = useWorkWords()
  const params = { course_id: useCourseId(), asgn_id: assignmentId, submission_id: submissionId }
  const { data = [] } = useQuery(query(calls.shown, params))
  const n = data.filter((mark) => mark.field === field).length
  return n > 0 && <Badge tone="note">{t.count(n, number(n))}</Badge>
}
