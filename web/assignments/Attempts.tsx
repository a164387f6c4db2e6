import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Assignment, Submission } from '../../contract/assignments.ts'
import { useCourseId } from '../courses/queries.ts'
import { detailsCode } from '../feedback/code.ts'
import { dateTime, exact } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart } from '../loading/StaffPart.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ExpandRow } from '../ui/ExpandRow.tsx'
import { Section } from '../ui/Section.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { Time } from '../ui/Time.tsx'
import { toast } from '../ui/Toast.tsx'
import { AnswerList, answersOf } from './AnswerList.tsx'
import { askedIn, attemptAnchor } from './form.ts'
import { Late } from './LateMark.tsx'
import { attemptsOf, showEarlierAttempts } from './queries.ts'
import { ReceiptLink } from './ReceiptLink.tsx'
import { Score } from './Score.tsx'

/** The ids of the submissions that are open. A new sheet, such as after handing in, leaves them open. */
export interface OpenAttempts {
  open: string[]
  setOpen: (id: string, isOpen: boolean) => void
}

interface Props extends OpenAttempts {
  assignment: Assignment
}

/** All submissions, latest first, each with its receipt. */
export function Attempts(props: Props) {
  const t = useText()
  return (
    <Section title={t.assignments.attempts.title}>
      <Card pad="none" className="p-2">
        <Load fallback={<AttemptsSkeleton />} compact>
          <List {...props} />
        </Load>
      </Card>
    </Section>
  )
}

function List({ assignment, open, setOpen }: Props) {
  const t = useText()
  const courseId = useCourseId()
  const { all, more } = useSuspenseQuery(attemptsOf(courseId, assignment._id)).data
  const earlier = useMutation({
    mutationFn: () => showEarlierAttempts(courseId, assignment._id),
    onError: () => toast(t.errors.offlineText, 'wrong'),
  })
  return (
    <>
      <ul className="divide-y divide-line">
        {all.map((submission) => (
          <Attempt
            key={submission._id}
            {...{ assignment, submission }}
            open={open.includes(submission._id)}
            setOpen={(isOpen) => setOpen(submission._id, isOpen)}
          />
        ))}
      </ul>
      {more && (
        <Button className="m-2" pending={earlier.isPending} onClick={() => earlier.mutate()}>
          {t.assignments.attempts.earlier}
        </Button>
      )}
    </>
  )
}

interface AttemptProps {
  assignment: Assignment
  submission: Submission
  open: boolean
  setOpen: (isOpen: boolean) => void
}

function Attempt({ assignment, submission, open, setOpen }: AttemptProps) {
  const t = useText().assignments
  const { attempt, datetime, late, submitted_by, feedback } = submission
  const asked = askedIn(assignment, submission)
  const row = useRef<HTMLLIElement>(null)
  const { hash, key } = useLocation()
  const isSought = hash === `#${attemptAnchor(attempt)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the link again is led there again
  useEffect(() => {
    if (!isSought) return
    setOpen(true)
    row.current?.querySelector('button')?.focus({ preventScroll: true })
    row.current?.scrollIntoView()
  }, [isSought, key])
  return (
    <li ref={row} className="scroll-mt-20">
      <ExpandRow
        open={open}
        onOpenChange={setOpen}
        title={t.attempts.one(attempt)}
        meta={
          <span className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1">
            <Time iso={datetime} exact={exact(datetime)}>
              {dateTime(datetime)}
            </Time>
            <Late late={late} />
            {assignment.assignment_group && submitted_by && <span>{t.submittedBy(submitted_by)}</span>}
            <Score feedback={feedback} max={assignment.assignment_score} />
          </span>
        }
      >
        <div className="grid gap-4 py-2 pe-3">
          <AnswerList
            assignment={asked}
            answers={answersOf(asked, submission)}
            of={feedback.show ? { assignmentId: assignment._id, submissionId: submission._id } : undefined}
          />
          {feedback.show && submission._id !== assignment.my?._id && (
            <>
              {feedback.comment && (
                <section className="grid gap-2">
                  <h3 className="font-semibold">{t.feedback}</h3>
                  <Markdown text={feedback.comment} />
                </section>
              )}
              <Load compact fallback={null}>
                <StaffPart code={detailsCode} given={{ assignment: asked, submissionId: submission._id }} />
              </Load>
            </>
          )}
          <p>
            <ReceiptLink assignment={assignment} submission={submission} />
          </p>
        </div>
      </ExpandRow>
    </li>
  )
}

function AttemptsSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="p-3">
      <Skeleton />
    </SkeletonGroup>
  )
}
