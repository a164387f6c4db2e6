import { useSuspenseQuery } from '@tanstack/react-query'
import { marks as calls } from '../../contract/staff/marks.ts'
import { useCourseId } from '../courses/queries.ts'
import { query } from '../loading/call.ts'
import { DownloadMarked } from './DownloadMarked.tsx'
import { MarkComments } from './MarkComments.tsx'
import { Marked, type Subject, useMarks } from './Marked.tsx'

export interface ShownOf {
  assignmentId: string
  submissionId: string
}

interface Props extends ShownOf {
  field: string
  subject: Subject
}

/** A student's submitted file with the marks of its graders, once the feedback is released. */
export default function ShownWork({ assignmentId, submissionId, field, subject }: Props) {
  const params = { course_id: useCourseId(), asgn_id: assignmentId, submission_id: submissionId }
  const { data } = useSuspenseQuery(query(calls.shown, params))
  const { marks, picked, seek, marking } = useMarks(data, field)
  if ('text' in subject && marks.length === 0) return subject.text
  return (
    <div className="overflow-clip whitespace-normal rounded-md border border-line">
      <Marked subject={subject} marking={marking} />
      <MarkComments subject={subject} marks={marks} picked={picked} onSeek={seek} />
      <DownloadMarked subject={subject} marks={marks} />
    </div>
  )
}
