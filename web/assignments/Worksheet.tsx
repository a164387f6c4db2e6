import { useEffect, useEffectEvent, useState } from 'react'
import { type Assignment, graceSeconds, type Receipt, type SubmissionForm } from '../../contract/assignments.ts'
import type { Draft as Answer, DraftWriter } from '../../contract/drafts.ts'
import { detailsCode } from '../feedback/code.ts'
import { dateTime, exact, number } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { serverNow } from '../loading/call.ts'
import { Load } from '../loading/Load.tsx'
import { StaffPart } from '../loading/StaffPart.tsx'
import { Markdown } from '../markdown/Markdown.tsx'
import { thisBrowser } from '../typed/entries.ts'
import { Alert } from '../ui/Alert.tsx'
import { Card } from '../ui/Card.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Section } from '../ui/Section.tsx'
import { Time } from '../ui/Time.tsx'
import { Attempts, type OpenAttempts } from './Attempts.tsx'
import { Begin } from './Begin.tsx'
import { DueTime } from './DueTime.tsx'
import { deviceOf } from './device.ts'
import { openDraft } from './draft.ts'
import { emitDraftEvent } from './draftEvents.ts'
import { syncDraft } from './draftSync.ts'
import { Fields } from './Fields.tsx'
import { fieldNames, isBeforeBegin, isOrderOf, isTextOf } from './form.ts'
import { Instruction } from './Instruction.tsx'
import { Late } from './LateMark.tsx'
import { MergeNotice } from './MergeNotice.tsx'
import { WhichCounts } from './OwnTerms.tsx'
import { SaveAnnouncer, SaveBar } from './SaveStatus.tsx'
import { Score } from './Score.tsx'
import { SheetNotes } from './SheetNotes.tsx'
import { SideCard } from './SideCard.tsx'
import { savesOf } from './saves.ts'
import { readAgain } from './submission.ts'
import { TimeLeft, useAtEnd } from './TimeLeft.tsx'
import { Unsent } from './Unsent.tsx'
import { useIsUploading } from './uploads.ts'
import { useDone } from './useDraft.ts'
import { useStanding } from './useStanding.ts'
import { useSubmit } from './useSubmit.ts'
import { useWriters } from './useWriters.ts'
import { Versions } from './Versions.tsx'

interface Props {
  assignment: Assignment
  courseId: string
  personId: string
  /** The submission is final: the worksheet is read-only. */
  locked: boolean
  /** The draft on the server; absent when the server did not answer. */
  first?: Answer | undefined
  attempts: OpenAttempts
  /** The last attempt to submit found a submission from elsewhere. */
  elsewhere: boolean
  /** The server handed that one in at the end of the time. */
  atEnd: boolean
  onSent: (form: SubmissionForm | undefined) => void
  onSubmitted: (receipt: Receipt) => void
  onElsewhere: () => Promise<unknown>
}

export function Worksheet(props: Props) {
  const t = useText().assignments
  const { assignment, courseId, personId, locked, first, elsewhere, atEnd } = props
  const { _id: asgn_id, my, can } = assignment
  const writes = !locked
  const [draft] = useState(() =>
    openDraft({
      names: fieldNames(assignment),
      isText: isTextOf(assignment),
      isOrder: isOrderOf(assignment),
      submission: my,
      locked,
      device: deviceOf(thisBrowser, 'draft', personId, asgn_id),
      base: deviceOf(thisBrowser, 'base', personId, asgn_id),
      unsent: deviceOf(thisBrowser, 'unsent', personId, asgn_id),
      saves: savesOf(thisBrowser, personId, asgn_id),
      now: serverNow,
    }),
  )
  const [sync] = useState(() => (writes ? syncDraft(draft, { course_id: courseId, asgn_id }, first) : undefined))
  useEffect(() => sync?.start(), [sync])
  const { assignment_group: group } = assignment
  // Another group has another draft, also where nobody types at this moment.
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the group alone
  useEffect(() => emitDraftEvent(asgn_id), [group])
  useStayOnDrop()

  const closed = useStanding(assignment) === 'closed' || can.reason === 'assignment_closed'
  const submit = useSubmit({ ...props, draft, sync })
  const [looking, setLooking] = useState(false)
  const uploading = useIsUploading(asgn_id)
  const writers = useWriters(courseId, asgn_id, writes && assignment.assignment_group !== '')
  const { timing } = assignment
  const isBefore = isBeforeBegin(assignment)
  const isBetween = isBefore || can.reason === 'time_is_up'
  const waitsForGroup = isBefore && can.reason === 'no_group'
  const typed = useDone(draft).includes(true)
  // Also of a page that opens just after the end: the server takes it for some seconds more.
  const isOver =
    useAtEnd(writes && can.reason === null ? timing?.ends_at : undefined, submit.send) || can.reason === 'time_is_up'
  useReadUntilHandedIn(courseId, can.reason === 'time_is_up')
  const waits = isOver && submit.unanswered
  useTryAgain(waits, submit.send)
  const isSending = submit.phase === 'sending' || submit.phase === 'sent'
  const disabled = !writes || closed || isBetween || isOver || can.reason === 'attempts_used' || isSending

  return (
    <>
      <header className="grid gap-1">
        <PageTitle focusKey={asgn_id}>{assignment.assignment_name}</PageTitle>
        <p className="text-ink-soft">
          {my ? (
            <>
              <Time iso={my.datetime} exact={exact(my.datetime)}>
                {t.lastSubmitted(dateTime(my.datetime))}
              </Time>{' '}
              <Late late={my.late} />
            </>
          ) : (
            <>
              {t.possibleScore}: <span className="font-semibold">{number(assignment.assignment_score)}</span>
            </>
          )}
        </p>
        {assignment.assignment_due && !locked && (
          <p className="text-sm lg:hidden">
            <DueTime assignment={assignment} />
          </p>
        )}
        {timing && (
          <p className="sticky top-16 z-10 justify-self-start rounded-full bg-raised px-3 py-1.5 shadow-sm lg:hidden">
            <TimeLeft ends={timing.ends_at} />
          </p>
        )}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-8">
          {elsewhere && (
            <Alert tone="note" live title={atEnd ? t.timed.atEndTitle : t.elsewhereTitle}>
              {atEnd ? t.timed.atEnd : t.elsewhere}
            </Alert>
          )}
          <SheetNotes assignment={assignment} draft={draft} locked={locked} />
          <MergeNotice draft={draft} />
          <Unsent assignment={assignment} draft={draft} disabled={disabled} />
          {my?.feedback.show && <FeedbackCard assignment={assignment} />}
          <Instruction text={assignment.assignment_description} />
          {can.reason === 'not_begun' && <Begin assignment={assignment} />}
          {isOver && (
            <Alert tone="late" live title={t.timed.up}>
              {waits ? t.timed.upWaits(graceSeconds) : t.timed.upText}
            </Alert>
          )}
          {(!isBefore || my || (waitsForGroup && typed)) && (
            <Fields assignment={assignment} draft={draft} disabled={disabled} errors={submit.errors} />
          )}
        </div>
        <div className="lg:sticky lg:top-20 lg:row-span-2">
          <SideCard
            assignment={assignment}
            draft={draft}
            sync={sync}
            writers={writers}
            locked={locked}
            closed={closed}
            uploading={uploading}
            sending={submit.phase === 'sending' || submit.phase === 'sent'}
            failure={submit.failure}
            onVersions={() => setLooking(true)}
            onSubmit={submit.ask}
            onRetry={submit.send}
          />
        </div>
        {my && <Attempts assignment={assignment} {...props.attempts} />}
      </div>
      {sync && !closed && can.reason !== 'attempts_used' && !isBetween && <SaveBar sync={sync} draft={draft} />}
      {sync && <SaveAnnouncer sync={sync} />}
      {looking && (
        <Versions assignment={assignment} draft={waitsForGroup ? undefined : draft} onClose={() => setLooking(false)} />
      )}
      {submit.asking && (
        <Confirm
          pending={submit.phase === 'sending'}
          group={assignment.assignment_group}
          others={writers.filter(({ _id }) => _id !== personId)}
          onConfirm={submit.send}
          onClose={submit.cancel}
        />
      )}
    </>
  )
}

interface ConfirmProps {
  pending: boolean
  group: string
  /** The other people that this submission counts for. */
  others: DraftWriter[]
  onConfirm: () => void
  onClose: () => void
}

function Confirm({ group, others, ...props }: ConfirmProps) {
  const t = useText()
  const names = others.map(({ first, last }) => `${first} ${last}`).join(', ')
  return (
    <ConfirmDialog
      {...props}
      title={t.assignments.confirmTitle}
      confirmLabel={t.assignments.submit}
      cancelLabel={t.assignments.cancel}
      closeLabel={t.close}
    >
      <p>{t.assignments.confirmText}</p>
      {names && <p className="mt-3">{t.assignments.writers.forGroup(group, names)}</p>}
    </ConfirmDialog>
  )
}

function FeedbackCard({ assignment }: { assignment: Assignment }) {
  const t = useText().assignments
  const { my, assignment_score } = assignment
  return (
    <Section title={t.feedback} action={<Score feedback={my?.feedback} max={assignment_score} size="lg" />}>
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {my?.feedback.comment ? (
          <Markdown text={my.feedback.comment} />
        ) : (
          <p className="text-ink-soft">{t.noComment}</p>
        )}
        {assignment.counting && assignment.counting.attempt !== my?.attempt && <WhichCounts assignment={assignment} />}
        <Load compact fallback={null}>
          <StaffPart code={detailsCode} given={{ assignment }} />
        </Load>
      </Card>
    </Section>
  )
}

/** In ms, how often a page asks whether the server has handed in the draft at the end of the time. */
const HANDED_IN_MS = 5_000

function useReadUntilHandedIn(courseId: string, waits: boolean): void {
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void readAgain(courseId), HANDED_IN_MS)
    return () => clearInterval(timer)
  }, [courseId, waits])
}

/** In ms, how often a hand-in at the end of the time that had no answer goes again. */
const AGAIN_MS = 5_000

/** Hands in again as soon as there is a network: the server takes it for some seconds after the end. */
function useTryAgain(waits: boolean, send: () => void): void {
  const again = useEffectEvent(send)
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(again, AGAIN_MS)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [waits])
}

/** A file dropped beside its slot would replace the page. Text may be dropped into an answer. */
function useStayOnDrop(): void {
  useEffect(() => {
    const stay = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    addEventListener('dragover', stay)
    addEventListener('drop', stay)
    return () => {
      removeEventListener('dragover', stay)
      removeEventListener('drop', stay)
    }
  }, [])
}
