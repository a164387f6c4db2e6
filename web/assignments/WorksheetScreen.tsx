import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { SubmissionForm } from '../../contract/assignments.ts'
import { AppLink } from '../common/AppLink.tsx'
import { Title } from '../common/Title.tsx'
import { useListAddress } from '../common/useLeave.ts'
import { CourseSwitcher } from '../courses/CourseSwitcher.tsx'
import { useCourseId } from '../courses/queries.ts'
import { detailsCode } from '../feedback/code.ts'
import { feedbackOf } from '../feedback/queries.ts'
import { useText } from '../i18n/index.ts'
import { isNotFound } from '../loading/call.ts'
import { failureWords } from '../loading/failureWords.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart, staffCode } from '../loading/StaffPart.tsx'
import { useMe } from '../session/queries.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ArrowLeftIcon } from '../ui/icons.tsx'
import { Page } from '../ui/Page.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import type { OpenAttempts } from './Attempts.tsx'
import { DoneDialog } from './DoneDialog.tsx'
import { fieldNames, isFinal, isOrderOf } from './form.ts'
import { draftOf, worksheetOf } from './queries.ts'
import { isOf, readAgain } from './submission.ts'
import { Worksheet } from './Worksheet.tsx'

/** The delay before the worksheet is read again after a submission. */
const RELOAD_MS = 200

const noQuestions: never[] = []

const readSheet = staffCode('ReadSheet', () => import('./ReadSheet.tsx'))

/** The outcome of the last submission; it outlives the worksheet that made it. */
type Outcome = { _id: string; attempt: number; late: boolean } | 'elsewhere' | undefined

/** The submitted form, the submission that it replaces, and whether the response arrived. */
type Sent = { form: SubmissionForm; over: string | undefined; answered: boolean } | undefined

/** An assignment to work on, without the course's header and tabs. */
export default function WorksheetScreen() {
  const t = useText()
  const courseId = useCourseId()
  const list = useListAddress(`/course/${courseId}/assignments`)
  return (
    <Page top="compact" gap="sm">
      <CourseSwitcher />
      <p>
        <AppLink to={list} className={buttonClass('bare', 'sm', '-ms-3')}>
          <ArrowLeftIcon size={18} />
          {t.assignments.back}
        </AppLink>
      </p>
      <Asked key={useParams().asgn_id} courseId={courseId} />
    </Page>
  )
}

function Asked({ courseId }: { courseId: string }) {
  const { asgn_id = '' } = useParams()
  const { _id: personId } = useMe()
  const [outcome, setOutcome] = useState<Outcome>()
  const sent = useRef<Sent>(undefined)
  /** The end of the time of the last attempt that was sent. */
  const [ends, setEnds] = useState<string>()
  const sheet = useQuery(worksheetOf(courseId, asgn_id))
  const { my, can, assignment_questionset: asked = noQuestions } = sheet.data ?? {}
  const locked = !!sheet.data && isFinal(sheet.data)
  const isReader = can?.reason === 'not_student'
  const writes = !!sheet.data && !locked && !isReader
  const draft = useQuery({ ...draftOf(courseId, asgn_id), enabled: writes })
  const isGraded = my?.feedback.show === true
  const details = useQuery({ ...feedbackOf(courseId, asgn_id), enabled: isGraded })
  const detailsReady = useQuery({ ...detailsCode, enabled: isGraded })
  const [isOpen, setIsOpen] = useState(false)
  const [open, setOpen] = useState<string[]>([])
  const attempts: OpenAttempts = {
    open,
    setOpen: (id, isOpen) => setOpen((now) => (isOpen ? [...now, id] : now.filter((one) => one !== id))),
  }

  // A submission may appear here before its response arrives, or without one; it may also be someone else's.
  useEffect(() => {
    const last = sent.current
    if (!my || !last || my._id === last.over) return
    sent.current = undefined
    if (!isOf(my, last.form, isOrderOf({ assignment_questionset: asked }))) setOutcome('elsewhere')
    else if (!last.answered) setOutcome(my)
  }, [my, asked])

  if (sheet.isError && !sheet.data) return <Failed error={sheet.error} retry={() => void sheet.refetch()} />
  // Only at first: a draft that failed to load is read again later, while the person types.
  if (!sheet.data || (draft.isLoading && !draft.isFetchedAfterMount)) return <WorksheetSkeleton />
  // These notes stand above the fields and must not move them; a release while somebody types must not take the page
  // away.
  const waits = details.isLoading || detailsReady.isLoading
  if (!waits && !isOpen) setIsOpen(true)
  if (waits && !isOpen) return <WorksheetSkeleton />
  if (isReader) {
    return (
      <>
        <Title of={sheet.data.assignment_name} />
        <Load fallback={<WorksheetSkeleton />}>
          <StaffPart code={readSheet} given={{ assignment: sheet.data }} />
        </Load>
      </>
    )
  }
  return (
    <>
      <Title of={sheet.data.assignment_name} />
      <Worksheet
        // A new submission makes a new sheet: the values under the draft have changed. So do other fields.
        key={`${my?._id} ${locked} ${fieldNames(sheet.data)}`}
        assignment={sheet.data}
        courseId={courseId}
        personId={personId}
        locked={locked}
        attempts={attempts}
        first={draft.data}
        elsewhere={outcome === 'elsewhere'}
        atEnd={my?.datetime !== undefined && my.datetime === ends}
        onSent={(form) => {
          setEnds(sheet.data.timing?.ends_at)
          sent.current = form && { form, over: my?._id, answered: false }
        }}
        onSubmitted={(receipt) => {
          if (sent.current) sent.current.answered = true
          setOutcome(receipt)
          setTimeout(() => void readAgain(courseId), RELOAD_MS)
        }}
        onElsewhere={() => {
          setOutcome('elsewhere')
          return readAgain(courseId)
        }}
      />
      {outcome && outcome !== 'elsewhere' && (
        <DoneDialog assignment={sheet.data} submission={outcome} onClose={() => setOutcome(undefined)} />
      )}
    </>
  )
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText()
  const absent = isNotFound(error)
  return (
    <Card>
      <Title of={t.errors.short} />
      <ErrorState
        title={<h1>{t.errors.short}</h1>}
        text={absent ? t.assignments.absent : failureWords(error, t.errors).text}
        retryLabel={t.retry}
        onRetry={absent ? undefined : retry}
      />
    </Card>
  )
}

function WorksheetSkeleton() {
  return (
    <SkeletonGroup label={useText().loading} className="grid gap-6">
      <div>
        <Skeleton className="w-1/2 text-2xl sm:text-3xl" />
        <Skeleton className="w-40" />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-6">
          <Skeleton shape="block" className="h-40" />
          <Skeleton shape="block" className="h-80" />
        </div>
        <Skeleton shape="block" className="h-96" />
      </div>
    </SkeletonGroup>
  )
}
