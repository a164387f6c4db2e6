import { useState } from 'react'
import type { Assignment } from '../../contract/assignments.ts'
import { AppLink } from '../common/AppLink.tsx'
import { useCourseId } from '../courses/queries.ts'
import { Invited } from '../groups/Invited.tsx'
import { useText } from '../i18n/index.ts'
import { Alert } from '../ui/Alert.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { CloseTime } from './DueTime.tsx'
import type { Draft } from './draft.ts'
import { useDone } from './useDraft.ts'
import { useStanding } from './useStanding.ts'

interface Props {
  assignment: Assignment
  draft: Draft
  /** The submission is final. */
  locked: boolean
}

/** Notes above the fields: who put the person into the group, and whether a submission is still possible. */
export function SheetNotes(props: Props) {
  const { invitation } = props.assignment
  return (
    <>
      {invitation && <Invited invitation={invitation} />}
      <Standing {...props} />
    </>
  )
}

/** Says that submission is closed, late, or needs a group. */
function Standing({ assignment, draft, locked }: Props) {
  const t = useText().assignments
  const { reason } = assignment.can
  const { assignment_time_limit: limit } = assignment
  const courseId = useCourseId()
  const standing = useStanding(assignment)
  const [first] = useState(standing)
  const typed = useDone(draft).includes(true)
  // A note that is there from the start is part of the page; one that appears later is announced.
  const live = standing !== first
  if (reason === 'not_student') return null
  if (locked) {
    // The side card says it too, but on a phone it stands below all fields.
    return <p className="text-ink-soft lg:hidden">{standing === 'closed' ? t.before.closed : t.noAttemptLeft}</p>
  }
  if (standing === 'closed' || reason === 'assignment_closed') {
    return (
      <Alert tone="late" live={live} title={t.before.closed}>
        <p>
          {t.before.closedText} {typed && t.before.typed}
        </p>
        <CloseTime assignment={assignment} />
      </Alert>
    )
  }
  if (reason === 'attempts_used') {
    return (
      <Alert tone="late" title={t.before.attemptsUsed}>
        {typed && t.before.typed}
      </Alert>
    )
  }
  return (
    <>
      {standing === 'pastDue' && (
        <Alert tone="late" live={live} title={t.before.pastDue}>
          <p>{t.before.pastDueText}</p>
          <CloseTime assignment={assignment} />
        </Alert>
      )}
      {reason === 'no_group' && (
        <Alert
          tone="note"
          title={t.before.noGroup}
          action={
            <AppLink to={`/course/${courseId}/group`} className={buttonClass('quiet', 'sm')}>
              {t.before.toGroups}
            </AppLink>
          }
        >
          {limit === undefined
            ? t.before.noGroupText(assignment.assignment_group)
            : t.before.noGroupTimed(assignment.assignment_group, t.timed.minutes(limit))}
        </Alert>
      )}
    </>
  )
}
