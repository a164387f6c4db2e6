import { useSuspenseQuery } from '@tanstack/react-query'
import type { Assignment, Submission } from '../../contract/assignments.ts'
import { useCourseId } from '../courses/queries.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../Load.tsx'
import { Card } from '../ui/Card.tsx'
import { ExpandRow } from '../ui/ExpandRow.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { type Answer, AnswerList } from './AnswerList.tsx'
import { DownloadReceipt } from './DownloadReceipt.tsx'
import { fieldNames, isSlot } from './form.ts'
import { attemptsOf } from './queries.ts'
import { Score } from './Score.tsx'

/** Every submission, the latest first, to look back at, each with its receipt. */
export function Attempts({ assignment }: { assignment: Assignment }) {
  const t = useText()
  return (
    <Section title={t.assignments.attempts.title}>
      <Card pad="none" className="p-2">
        <Load fallback={<AttemptsSkeleton />} compact>
          <List assignment={assignment} />
        </Load>
      </Card>
    </Section>
  )
}

function List({ assignment }: { assignment: Assignment }) {
  const { data } = useSuspenseQuery(attemptsOf(useCourseId(), assignment._id))
  return (
    <ul className="divide-y divide-line">
      {data.map((submission) => (
        <li key={submission._id}>
          <Attempt assignment={assignment} submission={submission} />
        </li>
      ))}
    </ul>
  )
}

function Attempt({ assignment, submission }: { assignment: Assignment; submission: Submission }) {
  const t = useText().assignments
  const { attempt, datetime, submitted_by, feedback } = submission
  return (
    <ExpandRow
      title={t.attempts.one(attempt)}
      meta={
        <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
          <Time iso={datetime} exact={exact(datetime)}>
            {dateTime(datetime)}
          </Time>
          {assignment.assignment_group && submitted_by && <span>{t.submittedBy(submitted_by)}</span>}
          <Score feedback={feedback} max={assignment.assignment_score} />
        </span>
      }
    >
      <div className="grid gap-4 py-2 pe-3">
        <AnswerList assignment={assignment} answers={answersOf(assignment, submission)} />
        <p>
          <DownloadReceipt assignment={assignment} submissionId={submission._id} attempt={attempt} />
        </p>
      </div>
    </ExpandRow>
  )
}

function answersOf(assignment: Assignment, { response, filenames }: Submission): Map<string, Answer> {
  return new Map(
    fieldNames(assignment).map((name) => {
      const answer = response[name] ?? ''
      return [name, isSlot(name) && answer ? { filename: filenames[name] ?? answer, address: answer } : answer]
    }),
  )
}

function AttemptsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="p-3">
      <Skeleton />
    </SkeletonGroup>
  )
}
