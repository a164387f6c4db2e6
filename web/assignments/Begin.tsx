import { useMutation } from '@tanstack/react-query'
import { type Assignment, assignments } from '../../contract/assignments.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { call, isTransient } from '../loading/call.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { PlayIcon } from '../ui/icons.tsx'
import { readAgain } from './submission.ts'

/** Explains the time limit, and begins an attempt: the reply brings the questions. */
export function Begin({ assignment }: { assignment: Assignment }) {
  const { assignments: t } = useText()
  const courseId = useCourseId()
  const { _id: asgn_id, assignment_time_limit = 0, assignment_closes, attempts_used } = assignment
  const begin = useMutation({
    mutationFn: () => call(assignments.begin, { params: { course_id: courseId, asgn_id } }),
    // Also when another device began it, or the assignment closed meanwhile.
    onSettled: (_, error) => (error && isTransient(error) ? undefined : readAgain(courseId)),
  })
  return (
    <Card className="grid justify-items-start gap-4">
      <div className="grid gap-2">
        <h2 className="font-semibold text-lg">{t.timed.before(t.timed.minutes(assignment_time_limit))}</h2>
        <p>{t.timed.beforeText}</p>
        {assignment_closes && <p className="text-ink-soft">{t.timed.closesFirst(dateTime(assignment_closes))}</p>}
      </div>
      {begin.isError && (
        <Alert tone="wrong" live>
          {t.timed.failed}
        </Alert>
      )}
      <Button
        variant="primary"
        size="lg"
        icon={<PlayIcon size={18} />}
        pending={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {attempts_used > 0 ? t.timed.again : t.timed.begin}
      </Button>
    </Card>
  )
}
