import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { Assignment } from '../../contract/assignments.ts'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useLeave } from '../common/useLeave.ts'
import { useCan } from '../courses/membership.ts'
import { useCourseId } from '../courses/queries.ts'
import { number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { useBackOnFailure } from '../loading/useBackOnFailure.ts'
import { Markdown } from '../markdown/Markdown.tsx'
import { Alert } from '../ui/Alert.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { CloseTime, DueTime } from './DueTime.tsx'
import { Late } from './LateMark.tsx'
import { ExtendedDue, Extra, LateRuleText } from './OwnTerms.tsx'
import { worksheetOf } from './queries.ts'
import { isScored, Score, scoreIn } from './Score.tsx'

/** The facts of an assignment, in a dialog over the list with its own address. */
export default function PreviewDialog() {
  const t = useText()
  const courseId = useCourseId()
  const { work } = useCan()
  const leave = useLeave()
  const [search] = useSearchParams()
  const { asgn_id = '' } = useParams()
  const worksheet = useQuery(worksheetOf(courseId, asgn_id))
  const { data } = worksheet
  const list = `/course/${courseId}/assignments${search.size > 0 ? `?${search}` : ''}`
  useBackOnFailure(worksheet, list, { reader: work })

  return (
    <Dialog
      title={data?.assignment_name ?? t.loading}
      loading={!data}
      closeLabel={t.close}
      onClose={() => leave(list)}
      size="md"
      footer={
        data && (
          <AppLink
            to={`/course/${courseId}/assignments/${asgn_id}/worksheet`}
            className={buttonClass('primary', 'md')}
            data-autofocus=""
          >
            {!work ? t.staff.assignments.open : data.my ? t.assignments.view : t.assignments.start}
          </AppLink>
        )
      }
    >
      {data && <Title over of={data.assignment_name} />}
      {data ? <Facts assignment={data} /> : <FactsSkeleton />}
    </Dialog>
  )
}

function Facts({ assignment }: { assignment: Assignment }) {
  const t = useText().assignments
  const { assignment_due, assignment_attempt, assignment_group, assignment_score } = assignment
  const limit = assignment.assignment_time_limit
  const my = useCan().work ? assignment.my : undefined
  const feedback = scoreIn(assignment)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {my?.feedback.comment && <Alert tone="accent" title={t.feedbackAvailable} />}
      <dl className="grid divide-y divide-line">
        <Row term={t.dueDate} long>
          <span className="grid justify-items-end gap-1 max-sm:justify-items-start">
            {assignment_due ? <DueTime assignment={assignment} done={!!my} /> : t.notAvailable}
            <Late late={my?.late} />
            {!my && <CloseTime assignment={assignment} />}
            <ExtendedDue extended={assignment.extended} />
            <LateRuleText assignment={assignment} />
          </span>
        </Row>
        <Row term={t.attempt}>
          {assignment_attempt > 0 ? t.attemptsOf(assignment_attempt) : t.unlimited}
          <Extra whose={assignment.extended?.attempts} />
        </Row>
        {limit !== undefined && (
          <Row term={t.timed.limit}>
            {t.timed.minutes(limit)}
            <Extra whose={assignment.extended?.minutes} />
          </Row>
        )}
        <Row term={t.group}>{assignment_group || t.individual}</Row>
        {my ? (
          <Row term={t.obtainedScore}>
            {feedback && isScored(feedback) ? <Score feedback={feedback} max={assignment_score} /> : t.notScored}
          </Row>
        ) : (
          <Row term={t.maximumScore}>{number(assignment_score)}</Row>
        )}
      </dl>
      <section>
        <h3 className="mb-2 font-semibold">{t.description}</h3>
        {assignment.assignment_description ? (
          <Markdown text={assignment.assignment_description} />
        ) : (
          <p className="text-ink-soft">{t.noDescription}</p>
        )}
      </section>
    </div>
  )
}

/** `long`: on a phone it stands below its term. */
const Row = ({ term, long, children }: { term: string; long?: boolean; children: ReactNode }) => (
  <div
    className={cx('flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-2.5', long && 'max-sm:flex-col')}
  >
    <dt className="text-ink-soft">{term}</dt>
    <dd className={cx('min-w-0 break-words text-end font-medium', long && 'max-sm:text-start')}>{children}</dd>
  </div>
)

function FactsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading}>
      {[0, 1, 2, 3].map((n) => (
        <div key={n} className="py-2.5">
          <Skeleton />
        </div>
      ))}
      <Skeleton className="mt-6 w-1/3" />
      <Skeleton />
      <Skeleton className="w-2/3" />
    </SkeletonGroup>
  )
}
