import { type ReactNode, useId, useSyncExternalStore } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import type { DraftWriter } from '../../contract/drafts.ts'
import { percent } from '../i18n/dates.ts'
import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ClockIcon, RetryIcon, SendIcon } from '../ui/icons.tsx'
import { ProgressDots } from '../ui/ProgressDots.tsx'
import { CloseTime, DueTime } from './DueTime.tsx'
import type { Draft } from './draft.ts'
import type { DraftSync } from './draftSync.ts'
import { attemptsLeft, isBeforeBegin, ratioOf } from './form.ts'
import { ExtendedDue, Extra, LateRuleText, WhichCounts } from './OwnTerms.tsx'
import { SaveStatus } from './SaveStatus.tsx'
import { Score, scoreIn } from './Score.tsx'
import { TimeLeft } from './TimeLeft.tsx'
import { useDone } from './useDraft.ts'
import { Writers } from './Writers.tsx'

interface Props {
  assignment: Assignment
  draft: Draft
  /** Absent: the worksheet is read-only. */
  sync?: DraftSync | undefined
  /** The members of the group whose draft this is; empty for a person's own draft. */
  writers: DraftWriter[]
  locked: boolean
  closed: boolean
  uploading: boolean
  sending: boolean
  /** Why the last submission failed. */
  failure?: string | undefined
  onVersions: () => void
  onSubmit: () => void
  onRetry: () => void
}

/** The card beside a worksheet: its facts, its progress, and the submit button. */
export function SideCard(props: Props) {
  const t = useText().assignments
  const { assignment, draft, sync, locked, failure } = props
  const {
    assignment_attempt,
    assignment_group,
    assignment_score,
    assignment_time_limit: limit,
    timing,
    my,
  } = assignment
  const done = useDone(draft)
  /** No field is filled in yet. */
  const isBefore = isBeforeBegin(assignment) && !my
  const left = assignment.can.reason === 'attempts_used' ? 0 : attemptsLeft(assignment)
  const attempts = assignment_attempt === 0 ? t.unlimited : left === 0 ? t.noAttemptLeft : t.attemptsLeft(left)
  return (
    <Card as="aside" aria-label={t.about} className="grid gap-5">
      <dl className="grid gap-3">
        <Fact term={t.dueDate}>
          <span className="grid gap-1">
            <DueTime assignment={assignment} done={locked} focusable />
            {!locked && <CloseTime assignment={assignment} />}
            <ExtendedDue extended={assignment.extended} />
            <LateRuleText assignment={assignment} />
          </span>
        </Fact>
        {timing ? (
          <Fact term={t.timed.left}>
            <TimeLeft ends={timing.ends_at} />
          </Fact>
        ) : (
          limit !== undefined &&
          !locked && (
            <Fact term={t.timed.limit}>
              {t.timed.minutes(limit)}
              <Extra whose={assignment.extended?.minutes} />
            </Fact>
          )
        )}
        <Fact term={t.attempt}>
          {attempts}
          <Extra whose={assignment.extended?.attempts} />
        </Fact>
        <Fact term={t.group}>
          {assignment_group || t.individual}
          <Writers writers={props.writers} />
        </Fact>
        <Fact term={t.score}>
          <Score feedback={scoreIn(assignment)} max={assignment_score} />
          <WhichCounts assignment={assignment} />
        </Fact>
        {!isBefore && (
          <Fact term={t.progress}>
            <span className="grid gap-2">
              <span className="tabular-nums">{percent(ratioOf(done))}</span>
              {done.length > 0 && (
                <ProgressDots done={[...done]} label={t.progressOf(done.filter(Boolean).length, done.length)} />
              )}
            </span>
          </Fact>
        )}
      </dl>
      {sync && (!isBefore || assignment.can.reason === 'no_group') && (
        <div className="grid justify-items-start gap-2">
          {!isBefore && !props.closed && assignment.can.reason !== 'attempts_used' && <SaveStatus sync={sync} />}
          <Button size="sm" variant="bare" icon={<ClockIcon size={18} />} className="-ms-3" onClick={props.onVersions}>
            {t.versions.open}
          </Button>
        </div>
      )}
      {failure && (
        <Alert
          live
          tone="wrong"
          title={t.failedTitle}
          action={<Retry pending={props.sending} onRetry={props.onRetry} />}
        >
          {failure} {sync && <StillKept sync={sync} />}
        </Alert>
      )}
      {!locked && <Submit {...props} complete={!done.includes(false)} />}
    </Card>
  )
}

function Submit({ assignment, complete, closed, uploading, sending, onSubmit }: Props & { complete: boolean }) {
  const t = useText().assignments
  const id = useId()
  const { reason } = assignment.can
  const words = closed
    ? t.reasons.assignment_closed
    : reason
      ? t.reasons[reason]
      : uploading
        ? t.waitForUpload
        : complete
          ? undefined
          : t.submitAll
  return (
    <div className="grid gap-2">
      <Button
        variant="primary"
        size="lg"
        icon={<SendIcon size={18} />}
        disabled={words !== undefined}
        aria-describedby={words && id}
        pending={sending}
        onClick={onSubmit}
      >
        {assignment.my ? t.submitAgain : t.submit}
      </Button>
      {words && (
        <p id={id} className="text-center text-ink-soft text-sm">
          {words}
        </p>
      )}
    </div>
  )
}

/** Says whether everything typed is saved, and what to do if not. */
function StillKept({ sync }: { sync: DraftSync }) {
  const t = useText().assignments
  const { where } = useSyncExternalStore(sync.watch, sync.saved)
  return where === 'nowhere' ? t.saved.nowhere : t.failedKept
}

const Retry = ({ pending, onRetry }: { pending: boolean; onRetry: () => void }) => (
  <Button size="sm" icon={<RetryIcon size={16} />} pending={pending} onClick={onRetry}>
    {useText().retry}
  </Button>
)

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-ink-soft text-sm">{term}</dt>
    <dd className="min-w-0 break-words font-medium">{children}</dd>
  </div>
)
